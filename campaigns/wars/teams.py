"""What Regroup team! asks of a warband, said where it is mustered: both roles, before there is a battle to refuse.

The conditions are the engine's (``battle.regroup.conditions``), which a battle is set up by as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.league.access import may_read
from campaigns.wars.battles.staging import rules_for
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.modules import objection
from engines.musg.battle.modules import MODULES
from engines.musg.battle.regroup import conditions, teams
from engines.musg.battle.regroup.conditions import Condition, Team
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.setup import side_of
from engines.musg.pocket.setup import ref_of
from rosters.models import Warband

SHOWN: Final = 2
"""So many battles ahead are told of."""

AHEAD: Final = (BattleState.GATHERING, BattleState.SCHEDULED)

_MET: Final[Mapping[str, str | Promise]] = {
    "leader": _("One leader."),
    "lieutenants": _("Lieutenants: %(count)s, at most %(most)s (M207)."),
    "strike_points": _("Cost: %(count)s points, at most %(most)s (M339)."),
    "extras": _("Extras: %(count)s (M215)."),
    "terrorist_points": _("Cost: %(count)s points; the other team costs %(most)s (M339)."),
    "terrorist_points_open": _("Cost: %(count)s points. What the other team costs is the ceiling (M339)."),
}
"""What is said where a condition is met, or nobody can tell yet; that nobody is out of place needs no words."""


_FALLS: Final = (
    _("as things stand this warband plays the anti-terrorists; the one with more extras plays the terrorists."),
    _("as things stand this warband plays the terrorists, having more extras or being named last."),
)
_FALLS_OPEN: Final = _("the one with more extras plays the terrorists, the other warband the anti-terrorists.")


class Line(Struct, frozen=True):
    """A condition in words. ``look``: "good" where it is met, "bad" where it is missed, "muted" where it is open."""

    look: str
    text: str


class Part(Struct, frozen=True):
    """A role: what it asks, who has no place in it, whether the warband may play it as it is."""

    title: str
    lines: tuple[Line, ...]
    home: str
    may_play: bool


class Raid(Struct, frozen=True):
    """A battle ahead with both roles, and which of them falls to the warband as things stand, in words."""

    battle: Battle
    parts: tuple[Part, Part]
    falls: str


def counsel(warband: Warband, request: HttpRequest) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give a warband's page what the raids ahead of it ask. One query, and two more where there is one."""
    found = [raid_of(warband, battle) for battle in _ahead(warband) if may_read(request.user, battle.campaign)]
    if found:
        yield "campaigns/wars/teams.html", {"raids": found[:SHOWN]}


def _ahead(warband: Warband) -> Iterable[Battle]:
    """Return the raids not yet played that the warband is in, else all of the campaign that it serves."""
    raids = [pk for pk, modules in _modules_ahead(warband) if is_raid(modules)]
    if not raids:
        return []
    sides = Prefetch("sides", BattleSide.objects.select_related("warband").order_by("seat"))
    known = Battle.objects.filter(pk__in=raids).select_related("campaign").prefetch_related(sides)
    found = list(known.order_by("date", "pk"))
    mine = [battle for battle in found if any(side.warband_id == warband.pk for side in battle.sides.all())]
    return mine or found


def _modules_ahead(warband: Warband) -> QuerySet[Battle, tuple[int, list[str]]]:
    serves = Enlistment.objects.filter(warband=warband, withdrawn=False).values("campaign")
    own = BattleSide.objects.filter(warband=warband).values("battle")
    battles = Battle.objects.filter(Q(pk__in=own) | Q(campaign__in=serves), state__in=AHEAD, campaign__closed=False)
    return battles.values_list("pk", "modules")


def is_raid(modules: Iterable[str]) -> bool:
    """Tell whether a battle with these modules is one of anti-terrorists against terrorists."""
    return any(isinstance(MODULES.get(code), RegroupTeam) for code in modules)


def raid_of(warband: Warband, battle: Battle) -> Raid:
    """Return what a raid asks of a warband, with the other one where it is known already."""
    rules = rules_for(battle)
    sides = [side_of(one.warband.key, one.warband.roster) for one in battle.sides.all()]
    here = side_of(warband.key, warband.roster)
    others = [side for side in sides if side.key != warband.key]
    points, falls = None, _FALLS_OPEN
    if len(sides) == teams.SIDES and len(others) == 1:
        points = teams.total(teams.strike_team(others[0]), rules.catalogue)
        falls = _FALLS[teams.parts(sides).index([side.key for side in sides].index(warband.key))]
    parts = (
        _part(_("As anti-terrorists"), conditions.as_strike_team(here, rules.hero_points, rules.catalogue)),
        _part(_("As terrorists"), conditions.as_terrorists(here, points, rules.catalogue)),
    )
    return Raid(battle, parts, str(falls))


def at_home(warbands: Iterable[Warband]) -> list[str]:
    """Return those for whom the teams have no place, as references, as the engine leaves them at home (M207, M339)."""
    rosters = {warband.key: warband.roster for warband in warbands}
    if not rosters:
        return []
    sides = tuple(side_of(key, roster) for key, roster in rosters.items())
    mustered = teams.muster(sides, next(iter(rosters.values())).catalogue)
    return [ref_of(side.key, number) for side in mustered for number in side.absent]


def _part(title: str | Promise, team: Team) -> Part:
    lines = tuple(line for condition in team.conditions for line in _lines(condition))
    return Part(str(title), lines, ", ".join(figure.name for figure in team.home), team.may_play)


def _lines(condition: Condition) -> Iterator[Line]:
    for problem in condition.missed:
        yield Line("bad", objection(problem) or problem.code)
    if not condition.missed and condition.code in _MET:
        text = str(_MET[condition.code]) % condition.params
        yield Line("muted" if condition.is_open else "good", text)
