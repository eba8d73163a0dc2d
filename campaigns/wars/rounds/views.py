"""Rounds of a campaign, and pairing one."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from itertools import chain, repeat, zip_longest
from typing import Any, Final, cast

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.league.models import Campaign
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_war_for_reader, get_war_for_referee
from campaigns.wars.battles.forms import PairFormSet, Pairs, RoundForm, RoundPlanForm, serving
from campaigns.wars.battles.lines import with_sides
from campaigns.wars.battles.warnings import warn_of_absent
from campaigns.wars.enlistment.resting import at_rest
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.round import Round
from campaigns.wars.rounds import operations
from campaigns.wars.rounds.free import free_in
from campaigns.wars.rounds.reasons import ahead_sentence, bye_sentences, pair_sentences
from campaigns.wars.settings.operations import has_challenges
from club.access import forbidden, signed_in, visitors_log_in
from club.files import receipt_answer
from club.numbers import whole_number
from club.once import done_once, made_once, once
from club.operations import problems_on
from engines.core.dice import MOST_CARDS, SEED_BYTES
from engines.pairing import Draw, Pairing, meeting
from rosters.models import Warband

SEED: Final = re.compile("[0-9a-f]{64}")
"""A seed as an address names it."""


class Group(Struct, frozen=True):
    """A round and its battles; ``round`` is None for those outside the rounds."""

    round: Round | None
    battles: Sequence[Battle]


@visitors_log_in
@once
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds and battles, the last round first; a referee opens the next one here."""
    shown = get_war_for_reader(request.user, slug)
    form = RoundForm(request.POST or None)
    if request.method == "POST":
        if not is_referee(request.user, shown):
            forbidden()
        if form.is_valid():
            with problems_on(form):
                name = form.cleaned_data["name"]
                opened = made_once(request, lambda: operations.open_round(campaign=shown, name=name))
                address = reverse("campaigns:pairing", args=[shown.slug, opened.number])
                return redirect(f"{address}?propose=")
    warbands = list(shown.warbands.only("pk", "name"))
    wanted = request.GET.get("warband", "")
    chosen = next((warband for warband in warbands if str(warband.pk) == wanted), None)
    return campaign_page(
        request,
        "campaigns/wars/rounds.html",
        shown,
        "rounds",
        groups=_groups(shown, chosen),
        form=form,
        warbands=warbands,
        challenges=has_challenges(shown),
        chosen=chosen,
    )


def _groups(shown: Campaign, chosen: Warband | None) -> list[Group]:
    """Return the rounds with their battles, those outside the rounds last; only one warband's, if one is chosen."""
    found = battles_of(shown, *BattleState.values)
    battles = list(found.filter(sides__warband=chosen) if chosen else found)
    groups = [Group(r, [b for b in battles if b.round_id == r.pk]) for r in shown.rounds.order_by("-number")]
    groups.append(Group(None, [b for b in battles if b.round_id is None]))
    return [group for group in groups if group.battles or (group.round and not chosen)]


@require_POST
@visitors_log_in
def change_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Rename a round, or remove an empty one (``action`` is ``rename`` or ``remove``)."""
    shown = get_war_for_referee(request.user, slug)
    round = get_object_or_404(shown.rounds.select_related("campaign"), number=number)
    with attempt(request):
        if request.POST.get("action") == "remove":
            operations.remove_round(round=round)
            messages.success(request, _("The round is removed."))
        elif (form := RoundForm(request.POST)).is_valid():
            seen = request.POST.get("seen")
            operations.rename_round(round=round, name=form.cleaned_data["name"], seen=seen)
            messages.success(request, _("The round is renamed."))
        else:
            messages.error(request, " ".join(map(str, form.errors["name"])))
    return redirect("campaigns:rounds", shown.slug)


@visitors_log_in
@once
def pairing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair a round: by hand, or after a proposal (``?propose`` with the warbands that ``play``); then schedule it."""
    shown = get_war_for_referee(request.user, slug)
    round = get_object_or_404(shown.rounds.select_related("campaign"), number=number)
    rest = list(at_rest(serving(shown)))
    free = free_in(round, rest)
    chosen = _ticked(request, free)
    drawn = (
        operations.propose(campaign=shown, warbands=chosen, seed=_seed(request)) if "propose" in request.GET else None
    )
    proposal = drawn.outcome if drawn is not None else None
    form = RoundPlanForm(request.POST or None, campaign=shown)
    pairs = _formset(request, free, proposal)
    if request.method == "POST" and all([form.is_valid(), pairs.is_valid()]):
        if not pairs.pairs:
            form.add_error(None, _("Choose at least one pair."))
        else:
            with problems_on(form):
                fought = [[free[one], free[other]] for one, other in pairs.pairs]
                made: list[Battle] = []
                done_once(request, lambda: made.extend(_schedule(request, round, fought, form)))
                warn_of_absent(request, made)
                said = ngettext("%(count)s battle is scheduled.", "%(count)s battles are scheduled.", len(fought))
                messages.success(request, said % {"count": len(fought)})
                return redirect("campaigns:rounds", shown.slug)
    return campaign_page(
        request,
        "campaigns/wars/pairing.html",
        shown,
        "rounds",
        round=round,
        form=form,
        rows=_rows(pairs, operations.meetings(shown), _told(proposal, free)),
        pairs=pairs,
        resting=rest,
        free=[(warband, warband.pk in chosen) for warband in free.values()],
        proposal=_shown(proposal, free) if proposal is not None else None,
        seed=_seed_of(drawn) if drawn is not None else "",
    )


@require_safe
@visitors_log_in
def pairing_draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a proposal was drawn from (``seed`` and who ``play``), as a file for ``python -m engines verify``."""
    shown = get_war_for_referee(request.user, slug)
    round = get_object_or_404(shown.rounds.select_related("campaign"), number=number)
    chosen = _ticked(request, free_in(round, list(at_rest(serving(shown)))))
    drawn = operations.propose(campaign=shown, warbands=chosen, seed=_seed(request))
    return receipt_answer(drawn.prove(), f"{shown.slug}-{round.number}-draw.json")


def _ticked(request: HttpRequest, free: Mapping[int, Warband]) -> list[int]:
    """Return who is to play: those ticked, or everybody, as far as dice can shuffle them."""
    ticked = request.GET.getlist("play")
    return [pk for pk in free if not ticked or str(pk) in ticked][:MOST_CARDS]


def _seed(request: HttpRequest) -> bytes:
    """Return the seed that an address names, or a new one: equally good proposals come up in turn."""
    sent = request.GET.get("seed", "")
    return bytes.fromhex(sent) if SEED.fullmatch(sent) else secrets.token_bytes(SEED_BYTES)


def _seed_of(drawn: Draw) -> str:
    return drawn.prove().seed


class Proposal(Struct, frozen=True):
    """What the page says of a proposal beside its pairs."""

    bye: Warband | None
    bye_why: tuple[str, ...]
    ahead: str


def _shown(proposal: Pairing, free: Mapping[int, Warband]) -> Proposal:
    bye = free[proposal.bye] if proposal.bye is not None else None
    why = tuple(bye_sentences(proposal.bye_reasons, bye.name)) if bye is not None else ()
    return Proposal(bye, why, ahead_sentence(proposal.ahead) if proposal.ahead else "")


def _told(proposal: Pairing | None, free: Mapping[int, Warband]) -> list[tuple[str, ...]]:
    """Return why each pair is proposed."""
    names = {pk: warband.name for pk, warband in free.items()}
    return [tuple(pair_sentences(why, names)) for why in proposal.reasons] if proposal is not None else []


def _schedule(
    request: HttpRequest, round: Round, pairs: Sequence[Sequence[Warband]], form: RoundPlanForm
) -> list[Battle]:
    author = signed_in(request)
    return operations.pair_round(round=round, pairs=pairs, plan=form.plan, author=author, despite=form.despite)


def _formset(request: HttpRequest, free: dict[int, Warband], proposal: Pairing | None) -> PairFormSet:
    choices = [(pk, warband.name) for pk, warband in free.items()]
    proposed = proposal.pairs if proposal else ()
    initial = [
        {"one": pair[0], "other": pair[1]} if pair else {}
        for pair, _place in zip_longest(proposed, range(len(free) // 2))
    ]
    made: Any = Pairs(request.POST or None, initial=initial, prefix="pair", form_kwargs={"choices": choices})
    return cast(PairFormSet, made)


def _rows(
    pairs: PairFormSet, met: dict[frozenset[int], int], told: Sequence[tuple[str, ...]]
) -> list[tuple[object, int, tuple[str, ...]]]:
    """Return the forms of the pairs, each with how often the two have met and why they are proposed."""
    rows = []
    for form, why in zip(pairs.forms, chain(told, repeat(())), strict=False):
        one, other = (whole_number(str(form[name].value() or "")) for name in ("one", "other"))
        rows.append((form, met.get(meeting(one, other), 0) if one and other else 0, why))
    return rows


def battles_of(shown: Campaign, *states: str) -> QuerySet[Battle]:
    """Return the campaign's battles in these states with round and sides, the nearest date first."""
    found = shown.battles.filter(state__in=states).select_related("round", "winner")
    return with_sides(found.defer("winner__state", "winner__setup")).order_by("date", "pk")
