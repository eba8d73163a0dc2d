"""Whatever is entered: nothing raises but a refusal, the log is the truth, nobody is lost."""

from __future__ import annotations

import json
from itertools import cycle

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from engines.core.problems import Illegal, Malformed
from engines.core.separate import verify_separate
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.pocket.dice import receipt
from engines.musg.pocket.entries import Entry, RollEntry, decode, encode
from engines.musg.pocket.entries.harm import Bitten
from engines.musg.pocket.entries.turn import Finish, RollInitiative
from engines.musg.pocket.guidance import order, step
from engines.musg.pocket.log import begin, play, replay, rolled, without
from engines.musg.pocket.setup import CIVILIAN, Menace, Setup
from engines.musg.pocket.state import State
from engines.musg.pocket.summary import report, summary
from tests.engines.musg.pocket.evenings import ORDER, QUIET, candidates, evening, setup

SEED = bytes(range(32))
choices = st.lists(st.tuples(st.integers(0, 400), st.lists(st.integers(1, 6), min_size=7, max_size=7)), max_size=40)


def random_evening(menace: Menace, picks: list[tuple[int, list[int]]], **options: object) -> tuple[Setup, list[Entry]]:
    """A legal log: of all entries that might be made, one that may."""
    chosen = setup(menace, **options)
    state, log = begin(chosen), list[Entry]()
    for pick, faces in picks:
        legal = [one for one in candidates(state, cycle(faces)) if not list(one.verify(state))]
        if not legal:
            break
        log.append(legal[pick % len(legal)])
        play(state, log[-1])
    return chosen, log


def dump(state: State) -> bytes:
    return msgspec.json.encode(state, order="deterministic")


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(Menace), choices, st.booleans())
def test_random_evenings(menace: Menace, picks: list[tuple[int, list[int]]], fatal: bool) -> None:
    chosen, log = random_evening(menace, picks, fatal_afterwards=fatal)
    state = replay(chosen, log)
    stored = json.dumps([encode(entry) for entry in log])
    again = [decode(one) for one in json.loads(stored)]
    assert again == log
    assert json.dumps([encode(entry) for entry in again]) == stored
    assert dump(replay(chosen, again)) == dump(state)
    _everybody_is_somewhere(state)
    step(state)
    for group in state.groups:
        told = order(state, group)
        assert told.move + told.held_up == group.standing >= len(group.hurt)
    for entry in candidates(state, cycle([1, 6])):
        list(entry.verify(state))
    assert len({one.about for one in state.rolls}) == len(state.rolls)


def _everybody_is_somewhere(state: State) -> None:
    for ref in state.refs():
        off = ref in state.gone or (ref in state.fallen and state.fallen[ref].carried)
        assert [state.stands(ref), state.lies(ref), off, state.has_risen(ref)].count(True) == 1
    codes = [one.code for one in state.civilians]
    for start in range(0, len(codes), len(CATALOGUE.civilians)):
        assert len(set(codes[start : start + len(CATALOGUE.civilians)])) == len(
            codes[start : start + len(CATALOGUE.civilians)]
        )
    risen = [group for group in state.groups if group.place.ref]
    assert len(risen) == sum(state.has_risen(ref) for ref in state.infections)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(Menace), choices, st.booleans())
def test_when_it_is_over_every_infected_figure_has_one_fate_and_every_civilian_one_end(
    menace: Menace, picks: list[tuple[int, list[int]]], fatal: bool
) -> None:
    chosen, log = random_evening(menace, picks, fatal_afterwards=fatal)
    state = replay(chosen, log)
    if list(Finish().verify(state)):
        return
    play(state, Finish())
    told, filled = summary(state), report(state)
    assert all(one.fate is not None for one in state.infections.values())
    assert not set(told.risen) & set(told.fatal)
    saved = [one.ref for one in told.saved]
    standing = [one.ref for one in state.civilians if state.stands(one.ref)]
    assert sorted([*saved, *told.lost, *standing]) == sorted(one.ref for one in state.civilians)
    assert len({down.victim for down in filled.downs}) == len(filled.downs)
    fallen = {f"{down.victim.warband}:{down.victim.figure}" for down in filled.downs}
    of_bands = {ref for ref in (*told.out, *told.risen, *told.fatal) if not ref.startswith(f"{CIVILIAN}:")}
    assert fallen == of_bands
    assert sum(filled.bonus.values()) == sum(one.points for one in told.saved)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(Menace), choices, st.integers(0, 39))
def test_taking_an_entry_back_is_the_replay_without_it(
    menace: Menace, picks: list[tuple[int, list[int]]], place: int
) -> None:
    chosen, log = random_evening(menace, picks)
    if not log:
        return
    assert dump(without(chosen, log, len(log) - 1)) == dump(replay(chosen, log[:-1]))
    place %= len(log)
    rest = [*log[:place], *log[place + 1 :]]
    try:
        after = without(chosen, log, place)
    except Illegal:
        with pytest.raises(Illegal):
            replay(chosen, rest)
    else:
        assert dump(after) == dump(replay(chosen, rest))


def test_there_is_nothing_to_take_back_of_an_empty_log() -> None:
    with pytest.raises(IndexError):
        without(setup(), [], 0)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(Menace), choices)
def test_the_sites_dice_are_proved_by_the_receipt(menace: Menace, picks: list[tuple[int, list[int]]]) -> None:
    state, seen = begin(setup(menace)), 0
    for pick, faces in picks:
        legal = [one for one in candidates(state, cycle(faces)) if not list(one.verify(state))]
        if not legal:
            break
        entry = legal[pick % len(legal)]
        if isinstance(entry, RollEntry) and pick % 3:
            entry = rolled(state, entry, SEED)
            seen += 1
        play(state, entry)
    proof = receipt(SEED, state)
    assert verify_separate(proof) == []
    assert len(proof.rolls) >= (1 if seen and menace is Menace.ZOMBIES else 0)


def test_what_was_taken_back_falls_the_same_again() -> None:
    state = evening(ORDER, *QUIET)
    first = rolled(state, Bitten(figure="axes:2"), SEED)
    assert first == rolled(state, Bitten(figure="axes:2"), SEED)
    assert first.faces != rolled(state, Bitten(figure="axes:3"), SEED).faces
    with pytest.raises(Illegal):
        rolled(state, RollInitiative(), SEED)


@pytest.mark.parametrize("data", [{}, [], {"kind": "x"}, {"kind": "noise"}, {"kind": "noise", "figure": 3}, 7])
def test_what_is_no_entry_is_malformed(data: object) -> None:
    with pytest.raises(Malformed):
        decode(data)
