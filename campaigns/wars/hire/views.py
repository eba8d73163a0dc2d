"""The pool of characters for hire."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from msgspec import UNSET, Struct

from campaigns.league.access import is_referee, role_in
from campaigns.league.views.pages import campaign_page, tell
from campaigns.wars.access import get_war_for_member, get_war_for_reader
from campaigns.wars.hire import operations
from campaigns.wars.models.hireable import Hireable
from campaigns.wars.settings.operations import rules_of
from club.access import forbidden, signed_in, visitors_log_in
from club.numbers import whole_number
from club.once import done_once, once
from club.operations import Refused
from engines.musg.entries import Character, HireCharacter
from engines.musg.entries.people import could_be_known
from engines.musg.part import Side
from engines.musg.rules import Rules
from engines.musg.warband import Setup, Warband as Roster
from rosters.figure_card import FigureCard, figure_card
from rosters.models import Warband


class HireOffer(Struct, frozen=True):
    """A character of the pool, its card, whom it serves now and which of the reader's warbands may hire it.

    ``absent`` are those of others, for whom a referee may. ``pulp``: a legend of pulp (ruling M314).
    """

    row: Hireable
    card: FigureCard
    serving: tuple[Warband, ...]
    takers: tuple[Warband, ...]
    absent: tuple[Warband, ...]
    pulp: bool

    @property
    def why_id(self) -> str:
        """What tells the field that asks why apart from those of other offers."""
        return f"why-{self.row.pk}"


def _heroic(warband: Warband) -> bool:
    part = warband.roster.part
    return part is not UNSET and part.side is Side.HEROES


def _card(character: Character, rules: Rules, row: Hireable) -> FigureCard:
    """Return the character's card as it would stand in a roster of the campaign.

    Who left a warband that did not follow the campaign's packs may be of what nobody plays any more: then it stands
    as in the roster that it left.
    """
    known = could_be_known(character, rules.catalogue)
    bare = Roster.new(
        Setup(race=character.race, name=character.name, rules=rules if known else row.origin.roster.rules)
    )
    figure = HireCharacter(character=character).apply(bare).warband.figures[0]
    return figure_card(figure, bare)


@require_safe
def hireables(request: HttpRequest, slug: str) -> HttpResponse:
    """Living legends and others who left their warband: their sheets, what they cost, who may hire them."""
    shown = get_war_for_reader(request.user, slug)
    enlistments = shown.enlistments.filter(withdrawn=False).select_related("warband")
    warbands = [enlistment.warband for enlistment in enlistments]
    ready = [w for w in warbands if w.mustered and not shown.closed]
    mine = [w for w in ready if w.owner_id == request.user.pk] if role_in(request.user, shown) else []
    others = [w for w in ready if w not in mine] if is_referee(request.user, shown) else []
    rules, offers = rules_of(shown), []
    for row in shown.hireables.select_related("origin").defer("origin__state", "origin__setup"):
        character = operations.character_of(row)
        serving = tuple(w for w in warbands if operations.serves(w.roster, character))
        able = [w for w in ready if w not in serving and (_heroic(w) or not character.legend)]
        takers, absent = (tuple(w for w in some if w in able) for some in (mine, others))
        offers.append(HireOffer(row, _card(character, rules, row), serving, takers, absent, bool(character.legend)))
    return campaign_page(request, "campaigns/wars/hireables.html", shown, "hireables", offers=offers, mine=mine)


@require_POST
@visitors_log_in
@once
def hire(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let one's warband (``warband``) hire a character; a referee does so for an absent player too, and says why."""
    shown = get_war_for_member(request.user, slug)
    row = get_object_or_404(shown.hireables.select_related("campaign"), pk=pk)
    chosen = whole_number(request.POST.get("warband", "")) or 0
    warbands = Warband.objects.filter(enlistment__campaign=shown)
    warband = get_object_or_404(warbands, pk=chosen)
    member = signed_in(request)
    if warband.owner_id != member.pk and not is_referee(member, shown):
        forbidden()
    try:
        done_once(
            request,
            lambda: operations.hire(
                hireable=row,
                warband=warband,
                author=member,
                reason=request.POST.get("because", ""),
                consent="consent" in request.POST,
            ),
        )
    except Refused as refused:
        tell(request, refused)
        return redirect("campaigns:hireables", shown.slug)
    messages.success(request, _("%(name)s serves %(warband)s now.") % {"name": row.name, "warband": warband.name})
    return redirect(warband)
