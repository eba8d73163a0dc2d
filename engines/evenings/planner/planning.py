"""The plan of an evening: battles of campaigns first, then groups, and each with its table and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from engines.core.dice import Dice
from engines.core.problems import Illegal
from engines.evenings.planner.battles import battles_at
from engines.evenings.planner.explaining import reasons_left_over, reasons_of
from engines.evenings.planner.groups import Groups
from engines.evenings.planner.reasons import Reason
from engines.evenings.planner.seating import around
from engines.evenings.planner.setup import Fixed, PlannerSetup
from engines.evenings.planner.state import Night, Sitting
from engines.evenings.planner.tables import fresh, give_tables
from engines.evenings.setup import Minute


class Proposal(Struct, frozen=True, omit_defaults=True):
    """A game that is proposed. ``people`` in the order in which they sit around the table, which is ``spot``.

    ``key`` names the battle of a campaign, ``joins`` the planned game at which ``people`` take free seats.
    """

    game: str
    people: tuple[str, ...]
    begins: Minute
    ends: Minute
    spot: int = 0
    key: str = ""
    joins: str = ""
    warbands: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


class LeftOver(Struct, frozen=True):
    """Somebody for whom there is no seat, and why."""

    person: str
    reason: Reason


class Proposals(Struct, frozen=True):
    """The plan: games in the order in which they begin, battles of campaigns first, and who is left over."""

    games: tuple[Proposal, ...]
    left_over: tuple[LeftOver, ...] = ()


def plan(setup: PlannerSetup, *, dice: Dice) -> Proposals:
    """Plan an evening; where nothing else decides, the dice do. Raises ``Illegal`` with all that is wrong."""
    wrong = tuple(setup.problems())
    if wrong:
        raise Illegal(wrong)
    people, spots = list(setup.people), list(setup.spots)
    dice.shuffle(people, "people")
    dice.shuffle(spots, "tables")
    night = Night(setup, people, spots)
    games: list[Proposal] = []
    starts = sorted(setup.starts) or [setup.begins]
    for begins in starts:
        games += _planned_at(night, begins, list(_joinable(setup, begins, starts)))
    seated = {person for game in games for person in game.people} | {p for one in setup.fixed for p in one.people}
    left = [comer.person for comer in setup.people if comer.person not in seated]
    return Proposals(tuple(games), tuple(LeftOver(person, reasons_left_over(night, person, starts)) for person in left))


def _joinable(setup: PlannerSetup, begins: Minute, starts: Sequence[Minute]) -> Iterator[Fixed]:
    """Yield the planned games with room that are looked at together with what begins then."""
    for fixed in setup.fixed:
        if fixed.room and begins == max((start for start in starts if start <= fixed.begins), default=starts[0]):
            yield fixed


def _planned_at(night: Night, begins: Minute, joinable: list[Fixed]) -> list[Proposal]:
    setup = night.setup
    ends = [begins + kind.minutes for kind in setup.kinds] + [owed.times(begins)[1] for owed in setup.owed]
    free = night.free_spots(begins, max(ends, default=begins))
    battles = battles_at(night, begins, free)
    for battle in battles:
        night.call(battle)
    taken = {battle.spot for battle in battles}
    groups = Groups(night, begins, [spot for spot in free if spot.number not in taken])
    groups.make(joinable)
    if night.spots:
        # All have a table: now that it is known who sits where, the ones that are new to them.
        give_tables([*battles, *(group for group in groups.seated if group.joins is None)], free, fresh(night))
        groups.fill_up()
    for group in groups.seated:
        night.call(group)
    sittings = [*battles, *sorted(groups.seated, key=lambda group: group.joins is not None)]
    made = [_proposal(sitting, around(night, sitting), reasons_of(night, sitting)) for sitting in sittings]
    for sitting in sittings:
        night.settle(sitting)
    return made


def _proposal(sitting: Sitting, people: Iterable[str], reasons: Iterable[Reason]) -> Proposal:
    return Proposal(
        sitting.game,
        tuple(people),
        sitting.begins,
        sitting.ends,
        sitting.spot,
        sitting.key,
        sitting.joins.key if sitting.joins is not None else "",
        sitting.warbands,
        tuple(reasons),
    )
