"""What waits to be done for a warband, read off its present state, with the page where it is done."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from campaigns.league.chores import Chore, Urgency
from campaigns.wars.civilians.wording import kept_names
from campaigns.wars.models.abducted import AbductedCivilian
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleSide
from campaigns.wars.modules import RESCUE, is_rescue
from campaigns.wars.settings.operations import rules_of
from engines.musg import muster, purchase
from engines.musg.ranks import Rank
from engines.musg.warband import HIREABLE, Warband as Roster
from rosters.models import Warband
from rosters.wording import problem_sentence

LEADERLESS = frozenset({"no_leader"})


def chores(warbands: Iterable[Warband]) -> list[Chore]:
    """Return everything that waits for these warbands, in their order. Two queries at most."""
    known = list(warbands)
    keys = {w.roster.engagement.battle for w in known if w.roster.engagement is not None}
    keys |= {figure.captive.battle for w in known for figure in w.roster.captives if figure.captive}
    battles = {
        battle.key: battle
        for battle in (Battle.objects.filter(key__in=keys).select_related("campaign") if keys else ())
    }
    planned = _planned([w.pk for w in known if w.roster.captives])
    return [chore for warband in known for chore in chores_of(warband, battles, planned)]


def _planned(warbands: Collection[int]) -> set[int]:
    """Return which of these warbands have a rescue game ahead of them."""
    if not warbands:
        return set()
    ahead = BattleSide.objects.filter(warband__in=warbands, battle__state__in=OPEN_STATES)
    return {warband for warband, modules in ahead.values_list("warband", "battle__modules") if is_rescue(modules)}


def chores_of(warband: Warband, battles: Mapping[str, Battle], planned: Collection[int] = ()) -> Iterator[Chore]:
    """Yield what waits for one warband.

    ``battles``, by key and with their campaigns: those whose aftermaths may wait, and in which somebody was captured.
    ``planned``: the warbands whose rescue game is scheduled already.
    """
    roster = warband.roster
    page = warband.get_absolute_url()
    if not roster.mustered:
        builder = reverse("rosters:builder", args=[warband.pk])
        yield Chore("muster", _("The muster is not closed yet."), builder, warband, Urgency.HOLDS_UP)
        return
    if roster.engagement is not None:
        battle = battles.get(roster.engagement.battle)
        address = reverse("campaigns:aftermath", args=[battle.campaign.slug, battle.pk, warband.pk]) if battle else page
        sentence = _("The aftermath of “%(title)s” is still to be rolled.") % {"title": roster.engagement.title}
        since = battle.confirmed_at if battle else None
        yield Chore("aftermath", sentence, address, warband, Urgency.HOLDS_UP, since)
    learners = [f for f in roster.figures if f.choices and (f.active or f.standing in HIREABLE)]
    if learners:
        choices = sum(f.choices for f in learners)
        sentence = ngettext("A skill waits to be chosen.", "%(count)s skills wait to be chosen.", choices)
        alone = reverse("rosters:figure", args=[warband.pk, learners[0].id]) + "#choice"
        yield Chore("skills", sentence % {"count": choices}, alone if len(learners) == 1 else page, warband)
    unpaid = [f.name for f in roster.active if f.contract is not None and not f.contract.paid_ahead]
    if unpaid and roster.engagement is None:
        sentence = ngettext(
            "Not paid for the next battle: %(names)s.", "Not paid for the next battle: %(names)s.", len(unpaid)
        )
        yield Chore("fees", sentence % {"names": ", ".join(unpaid)}, page, warband)
    if warband.pk not in planned:
        yield from _rescue(warband, roster, battles, page)
    yield from _faults(warband, roster, page)
    if may_make_good(roster):
        sentence = _("Its ranks have thinned, and its treasury of %(points)s can pay for somebody new.")
        address = reverse("rosters:hire", args=[warband.pk])
        yield Chore("recruit", sentence % {"points": roster.treasury}, address, warband, Urgency.PLANNED)


def may_make_good(roster: Roster) -> bool:
    """Tell whether a warband lost somebody of its own and could hire a henchman now in the place of that one."""
    if roster.engagement is not None or not any(not figure.hired for figure in roster.gone):
        return False
    if roster.treasury < muster.hire_cost(roster, Rank.HENCHMAN, roster.race):
        return False
    return not purchase.trial(roster, [purchase.recruit(roster, Rank.HENCHMAN, roster.race, "")]).refusals


def rescues(warbands: Iterable[Warband], civilians: Sequence[AbductedCivilian] = ()) -> list[Chore]:
    """Return the rescue games that these warbands of a campaign may play next. Four queries at most.

    ``civilians`` are those whom the aliens keep in it: every offer names them, and a warband that fought where one was
    carried off is offered the game for their sake alone.
    """
    known = [warband for warband in warbands if warband.roster.mustered]
    if not civilians:
        return [chore for chore in chores(known) if chore.code == "rescue"]
    campaign = civilians[0].campaign
    kept = kept_names(civilians, rules_of(campaign).catalogue)
    lost = {row.battle_id for row in civilians}
    fought = set(BattleSide.objects.filter(battle__in=lost, warband__in=known).values_list("warband", flat=True))
    planned = _planned([warband.pk for warband in known])
    return [
        Chore(
            "rescue",
            _rescue_sentence([*(figure.name for figure in warband.roster.captives), *kept]),
            rescue_address(campaign.slug, warband.pk),
            warband,
        )
        for warband in known
        if warband.pk not in planned and (warband.roster.captives or warband.pk in fought)
    ]


def _rescue_sentence(kept: Iterable[str]) -> str:
    return _("The aliens are holding %(names)s: plan the rescue game.") % {"names": ", ".join(kept)}


def _rescue(warband: Warband, roster: Roster, battles: Mapping[str, Battle], page: str) -> Iterator[Chore]:
    """Offer the game that may free those whom the aliens keep, as the warband's next battle (ruling M330)."""
    kept = roster.captives
    if not kept:
        return
    battle = next((battles[f.captive.battle] for f in kept if f.captive and f.captive.battle in battles), None)
    address = rescue_address(battle.campaign.slug, warband.pk) if battle else page
    yield Chore("rescue", _rescue_sentence(figure.name for figure in kept), address, warband)


def rescue_address(slug: str, warband: int | None = None) -> str:
    """Return where a rescue game, a warband's if one is named, is scheduled: the form, filled in (ruling M330)."""
    chosen = [("warbands", warband)] if warband is not None else []
    values = [*chosen, ("title", _("Rescue game")), *(("modules", code) for code in RESCUE)]
    return f"{reverse('campaigns:schedule', args=[slug])}?{urlencode(values)}"


def _faults(warband: Warband, roster: Roster, page: str) -> Iterator[Chore]:
    for problem in muster.problems(roster):
        code = "leader" if problem.code in LEADERLESS else "illegal"
        yield Chore(code, problem_sentence(problem, roster.catalogue, roster), page, warband)
