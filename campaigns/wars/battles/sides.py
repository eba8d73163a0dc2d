"""What a battle's page shows of each side: who may fight, and what both players must remember."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.wars.battles.staging import objections_to_modules, scenario_of
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from engines.musg.catalogue import Catalogue
from engines.musg.ranks import Rank
from engines.musg.report import erratic, lacks, unable
from engines.musg.warband import Figure
from rosters.wording import injury_name, marked_item, rank_name

VEHICLES = "vehicles"
AHEAD = (BattleState.SCHEDULED, BattleState.GATHERING)


class Fighter(Struct, frozen=True):
    """A figure as the other side meets it."""

    name: str
    rank: str
    gear: str
    able: bool


class Side(Struct, frozen=True):
    """One warband of a battle; ``effects`` are sentences. Fighters and effects are empty once the battle is over.

    ``drives``: it brings vehicles to a battle ahead that has a place for them.
    """

    row: BattleSide
    fighters: tuple[Fighter, ...]
    effects: tuple[str, ...]
    drives: bool = False

    @property
    def able(self) -> int:
        """How many may fight."""
        return sum(fighter.able for fighter in self.fighters)


def sides_of(battle: Battle) -> list[Side]:
    """Return the sides of a battle whose sides and warbands are loaded. No query."""
    rows = list(battle.sides.all())
    if battle.state in (BattleState.CONFIRMED, BattleState.CANCELLED):
        return [Side(row, (), ()) for row in rows]
    names = {row.warband.key: row.warband.name for row in rows}
    ahead = _has_place_for_vehicles(battle)
    return [
        Side(row, tuple(_fighters(row)), tuple(_effects(row, names)), ahead and bool(row.warband.roster.rides))
        for row in rows
    ]


def missing_for_modules(battle: Battle, sides: Sequence[Side]) -> Iterator[str]:
    """Yield what its warbands lack, as they stand, for the modules of a battle ahead. No query."""
    if battle.state in AHEAD:
        warbands = [side.row.warband for side in sides]
        for found in objections_to_modules(battle.modules, scenario_of(battle), warbands):
            yield str(found.message)
    if _has_place_for_vehicles(battle) and not any(side.drives for side in sides):
        yield _("Vehicles are played, but none of the warbands brings one.")


def _has_place_for_vehicles(battle: Battle) -> bool:
    return VEHICLES in battle.modules and battle.state in AHEAD


def without(rank: str, warband: str) -> str:
    """Say that a warband without leader or henchman fights only by the referee's leave (ruling M297)."""
    if rank == Rank.LEADER:
        text = _(
            "%(warband)s has no leader: it may only fight if the referee allows it and reports or settles the battle."
        )
    else:
        text = _(
            "%(warband)s has no henchman: it may only fight if the referee allows it and reports or settles the battle."
        )
    return text % {"warband": warband}


def _fighters(row: BattleSide) -> Iterator[Fighter]:
    catalogue = row.warband.roster.catalogue
    for figure in row.warband.roster.active:
        gear = ", ".join(marked_item(code, catalogue) for code in figure.item_codes)
        yield Fighter(figure.name, rank_name(figure.rank.value), gear, unable(figure) is None)


def _effects(row: BattleSide, names: dict[str, str]) -> Iterator[str]:
    roster = row.warband.roster
    if not roster.mustered:
        yield _("The muster is not closed yet; the warband cannot fight before that.")
    if roster.engagement is not None:
        yield _("The aftermath of “%(title)s” must be rolled before this battle is reported.") % {
            "title": roster.engagement.title
        }
    for rank in lacks(roster) if roster.mustered else ():
        yield without(rank, roster.name)
    for figure in roster.active:
        yield from _effects_of(figure, roster.catalogue, names)


def _effects_of(figure: Figure, catalogue: Catalogue, names: dict[str, str]) -> Iterator[str]:
    who = {"name": figure.name}
    reason = unable(figure)
    if reason == "captive":
        yield _("%(name)s is held captive by the aliens and takes no part.") % who
    elif reason == "misses_battle":
        yield _("%(name)s misses this battle: still recovering, or held back by the referee.") % who
    elif reason == "not_paid":
        yield _("%(name)s is not paid for this battle and will not take part.") % who
    if reason:
        return
    if erratic(figure, catalogue):
        yield _("%(name)s is erratic: roll a die before the battle; on a 1 the figure sits it out.") % who
    if figure.ignores_first_wound:
        yield _("The first hit point %(name)s loses does not count.") % who
    if figure.setbacks:
        setbacks = ", ".join(injury_name(code, catalogue) for code in figure.setbacks)
        yield _("%(name)s fights with a setback: %(setbacks)s.") % {**who, "setbacks": setbacks}
    for injury in figure.injuries:
        if injury.foe is not None and injury.foe.key in names:
            yield _(
                "%(name)s hates %(foe)s: leadership tests against them succeed automatically, and a failed rout "
                "test is rolled again once."
            ) % {**who, "foe": names[injury.foe.key]}
