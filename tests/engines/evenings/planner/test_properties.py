"""Of any evening: nobody, no warband and no table twice, what is settled stays, and nobody is left over for nothing."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest

from engines.core.dice import Dice
from engines.evenings.planner import Comer, Fixed, Kind, PlannerSetup, Proposal, Proposals, Spot, plan
from tests.engines.evenings.planner.chance import evening
from tests.thorough import often


@pytest.mark.parametrize("part", range(4))
def test_a_plan_keeps_what_an_evening_must(part: int) -> None:
    for seed in range(part, often(2000, 1200, 300), 4):
        check(evening(seed), seed)


@pytest.mark.marathon
@pytest.mark.parametrize("part", range(often(8, 1)))
def test_ten_thousand_evenings(part: int) -> None:
    for seed in range(10_000 + part, 20_000, 8):
        check(evening(seed), seed)


def check(setup: PlannerSetup, seed: int) -> None:
    found = plan(setup, dice=Dice.of(seed))
    _nobody_and_no_table_twice(setup, found)
    _everybody_is_there_and_wishes_it(setup, found)
    _games_are_whole(setup, found)
    seated = {person for game in found.games for person in game.people} | {p for f in setup.fixed for p in f.people}
    assert {one.person for one in found.left_over} == {comer.person for comer in setup.people} - seated
    _nobody_is_left_beside_a_free_seat(setup, found)


def _nobody_and_no_table_twice(setup: PlannerSetup, found: Proposals) -> None:
    times: dict[object, list[tuple[int, int]]] = defaultdict(list)
    for game in (*setup.fixed, *found.games):
        for person in game.people:
            times[person].append((game.begins, game.ends))
        if game.spot and not (isinstance(game, Proposal) and game.joins):
            times[game.spot].append((game.begins, game.ends))
    for taken in times.values():
        ordered = sorted(taken)
        assert all(before[1] <= after[0] for before, after in pairwise(ordered))
    warbands = [warband for game in (*setup.fixed, *found.games) for warband in game.warbands]
    assert len(set(warbands)) == len(warbands)


def _everybody_is_there_and_wishes_it(setup: PlannerSetup, found: Proposals) -> None:
    comers = {comer.person: comer for comer in setup.people}
    for game in found.games:
        for comer in (comers[person] for person in game.people):
            assert comer.wish(game.game) is not None
            assert (comer.arrives or 0) <= game.begins
            assert game.ends <= (comer.leaves or 240)


def _games_are_whole(setup: PlannerSetup, found: Proposals) -> None:
    owed = {one.key: one for one in setup.owed}
    kinds = {kind.code: kind for kind in setup.kinds}
    settled = {one.key: one for one in setup.fixed}
    spots = {spot.number: spot for spot in setup.spots}
    joined: dict[str, int] = defaultdict(int)
    for game in found.games:
        assert game.reasons
        if game.joins:
            fixed = settled[game.joins]
            assert (game.game, game.spot, game.begins, game.ends) == (fixed.game, fixed.spot, fixed.begins, fixed.ends)
            joined[game.joins] += len(game.people)
            assert joined[game.joins] <= fixed.room
            continue
        need = owed[game.key] if game.key else kinds[game.game]
        assert game.ends - game.begins == need.minutes
        assert (game.spot > 0) == bool(setup.spots)
        if game.spot:
            assert spots[game.spot].fits(game.game, len(game.people), need.width, need.depth)
        if game.key:
            assert game.people == owed[game.key].people
        else:
            assert kinds[game.game].least <= len(game.people) <= kinds[game.game].most
    assert len({game.key for game in found.games if game.key}) == sum(bool(game.key) for game in found.games)


def _nobody_is_left_beside_a_free_seat(setup: PlannerSetup, found: Proposals) -> None:
    """With one start, nobody left over could sit down at a group that was opened."""
    if len(setup.starts) > 1:
        return
    comers = {comer.person: comer for comer in setup.people}
    kinds = {kind.code: kind for kind in setup.kinds}
    spots = {spot.number: spot for spot in setup.spots}
    for game in found.games:
        if game.key or game.joins:
            continue
        most = min(kinds[game.game].most, spots[game.spot].seats if game.spot else 99)
        for left in (comers[one.person] for one in found.left_over):
            there = (left.arrives or 0) <= game.begins and game.ends <= (left.leaves or 240)
            assert not (len(game.people) < most and there and left.wish(game.game) is not None)


@pytest.mark.parametrize("count", range(41))
@pytest.mark.parametrize("tables", [0, 1, 4, 7])
@pytest.mark.parametrize("least", [2, 3])
def test_as_many_are_seated_as_tables_have_seats(count: int, tables: int, least: int) -> None:
    """When all play anything: without tables nobody is left but one or two too few; else who finds no chair."""
    kind = Kind("bagarre", least, 6, 60)
    spots = tuple(Spot(number + 1, 6) for number in range(tables))
    people = tuple(Comer(f"p{number}") for number in range(count))
    found = plan(PlannerSetup(0, 240, people, (kind,), spots=spots), dice=Dice.of(count))
    due = count if count < least else max(0, count - 6 * tables) if tables else 0
    assert len(found.left_over) == due


def test_the_same_seed_makes_the_same_plan_and_another_one_another() -> None:
    setup = PlannerSetup(0, 240, tuple(Comer(f"p{n}") for n in range(12)), (Kind("baf", 3, 4, 60),))
    plans = [plan(setup, dice=Dice.of(seed)) for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]


def test_sixty_people_are_planned_in_few_steps() -> None:
    """As many groups as tables, whole ones, nobody left over."""
    setup = PlannerSetup(
        0,
        240,
        tuple(Comer(f"p{n}", wants=(("baf",), ("bebop",), ())[n % 3]) for n in range(60)),
        (Kind("baf", 3, 6, 60), Kind("bebop", 3, 4, 90)),
        spots=tuple(Spot(n + 1, 4 + n % 3) for n in range(20)),
        fixed=(Fixed("talk", "talk", (), 0, 60, 20),),
    )
    found = plan(setup, dice=Dice.of(60))
    assert found.left_over == ()
    assert len(found.games) <= 19
