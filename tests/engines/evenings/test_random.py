"""Random evenings: whatever people do, nobody sits twice, nobody is lost, nobody is overtaken."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.core.problems import Illegal
from engines.evenings import (
    Answer,
    Answered,
    AnyEntry,
    Cancelled,
    Details,
    GameAdded,
    GameChanged,
    GameRemoved,
    Joined,
    Left,
    MovedUp,
    Plan,
    Rescheduled,
    Restored,
    Role,
    Seated,
    Setup,
    apply,
    encode,
    read_entry,
    replay,
    start,
)

PEOPLE = [f"m{number}" for number in range(1, 13)]
SETUP = Setup(10_000, 10_360)


def _details(chance: Random, plan: Plan) -> Details:
    begins = chance.choice([None, plan.begins, plan.begins + 120])
    ends = chance.choice([None, plan.ends, plan.begins + 120])
    warbands = tuple(chance.sample(range(1, 7), chance.choice([0, 0, 2])))
    return Details(
        title="x", seats=chance.randint(1, 4), begins=begins, ends=ends, spot=chance.randint(0, 4), warbands=warbands
    )


def _entry(chance: Random, plan: Plan, at: int) -> AnyEntry:
    person, game = chance.choice(PEOPLE), chance.randint(1, max(plan.last_number, 1))
    party = tuple(f"{person}+{n}" for n in range(chance.choice([0, 0, 0, 1, 2])))
    kind = chance.randrange(20)
    if kind < 3:
        return GameAdded(at=at, details=_details(chance, plan))
    if kind < 10:
        role = chance.choice(list(Role))
        flags = {"may_split": chance.random() < 0.5, "instead": chance.random() < 0.5}
        return Joined(at=at, game=game, person=person, role=role, party=party, **flags)
    if kind < 13:
        return Left(at=at, game=game, person=person)
    rare: dict[int, AnyEntry] = {
        13: Answered(at=at, person=person, answer=chance.choice(list(Answer))),
        14: GameChanged(at=at, game=game, details=_details(chance, plan)),
        15: GameRemoved(at=at, game=game),
        16: MovedUp(at=at, game=game, person=person),
        17: Seated(at=at, game=game, person=person),
        18: Cancelled(at=at) if chance.random() < 0.5 else Restored(at=at),
        19: Rescheduled(at=at, begins=plan.begins + chance.choice([-60, 0, 60]), ends=plan.ends + 60),
    }
    return rare[kind]


def check(plan: Plan) -> None:
    """Nobody, no warband and no table twice at a time; no game over-full; nobody both sits and waits at one game."""
    games = list(plan.games.values())
    for place, one in enumerate(games):
        assert len(one.seated) <= one.seats
        named = Counter([seat.person for seat in one.seated] + [p for spot in one.waiting for p in spot.people])
        assert not named or max(named.values()) == 1
        for other in games[place + 1 :]:
            if one.begins < other.ends and other.begins < one.ends:
                assert not {seat.person for seat in one.seated} & {seat.person for seat in other.seated}
                assert not set(one.warbands) & set(other.warbands)
                assert not one.spot or one.spot != other.spot


def walk(seed: int, steps: int = 40) -> None:
    """One random evening. Waiting lists stay in order: nobody sits down while somebody ahead could."""
    chance = Random(seed)
    plan, log, at = start(SETUP), [], 1_000
    for _step in range(steps):
        at += chance.choice([1, 1, 30, 300])
        entry = _entry(chance, plan, at)
        try:
            after, happened = apply(plan, entry)
        except Illegal as refused:
            assert refused.problems
            continue
        check(after)
        for number, game in after.games.items():
            if number not in plan.games:
                continue
            before = [place.person for place in plan.games[number].waiting]
            now = [place.person for place in game.waiting]
            assert [one for one in now if one in before] == [one for one in before if one in now]
            by_itself = {one for at_game, one in happened.moved_up if at_game == number}
            if not isinstance(entry, MovedUp) and by_itself & set(before):
                last = max(before.index(one) for one in by_itself if one in before)
                # Whoever is still waiting waits behind all that moved up, or is a party of which one sits already.
                ahead = [one for one in before[:last] if one in now]
                assert all(any(place.person == one and place.seated for place in game.waiting) for one in ahead)
            if game.waiting and game.free and after.moves_up_at(game, at):
                head = game.waiting[0]
                assert len(head.people) > game.free and not head.may_split
        log.append(entry)
        plan = after
    assert replay(SETUP, log) == plan
    assert replay(SETUP, [read_entry(encode(entry)) for entry in log]) == plan


@pytest.mark.parametrize("part", range(4))
def test_random_evenings(part: int) -> None:
    for seed in range(part * 75, (part + 1) * 75):
        walk(seed)


@pytest.mark.marathon
@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_random_evenings(part: int) -> None:
    for seed in range(part * 2_500, (part + 1) * 2_500):
        walk(10_000 + seed)
