"""What holds in every match of Space Serenade beside what holds on every pad (``test_properties``)."""

from __future__ import annotations

from typing import Any

from hypothesis import given, strategies as st

from engines.bebop.cards import Planet
from engines.bebop.score import GAME, BebopSetup
from engines.bebop.score.state import BebopState, Target
from engines.core.score import Replay
from tests.engines.score.bebop_tally import Tally
from tests.engines.score.random_matches import bebop_matches


def replayed(setup: BebopSetup, entries: list[dict[str, Any]]) -> Replay[Any]:
    return GAME.replay(setup, [GAME.decode_entry(entry) for entry in entries])


def tokens_out(state: BebopState) -> None:
    """Whoever is in play: the tokens players hold of him and those left on his card are the tokens placed there."""
    people = {Target(place_of.value): place.criminal for place_of, place in zip(Target, state.places, strict=False)}
    for target, one in {**people, Target.VICIOUS: state.vicious}.items():
        held = sum(state.held(seat, target) for seat in state.seats)
        if one is None or state.ended:
            assert held == 0
        else:
            assert held + one.left.total == one.placed.total
            assert min(one.left.resistance, one.left.clues) > 0


@given(bebop_matches())
def test_the_tally_of_the_rulebook(match: tuple[BebopSetup, list[dict[str, Any]]]) -> None:
    setup, entries = match
    state, sheet = replayed(setup, entries).state, Tally(setup).count(entries)
    assert state.totals == tuple(sheet.renown[seat] for seat in state.seats)
    assert [len(cards) for cards in state.captured] == [sheet.cards[seat] for seat in state.seats]
    assert bool(state.ended) == sheet.over
    for target in Target:
        assert [state.held(seat, target) for seat in state.seats] == [
            sheet.tokens[seat, target.value] for seat in state.seats
        ]
    for planet, place in zip(Planet, state.places, strict=True):
        assert place.gauge == sheet.gauges[planet.value]
        left = place.criminal.left if place.criminal else None
        assert (left and [left.resistance, left.clues]) == sheet.piles.get(planet.value)
    assert (state.vicious.planet.value if state.vicious else "") == sheet.vicious
    if not sheet.over:
        assert state.active == sheet.active


@given(bebop_matches())
def test_entries_that_hold_never_raise_and_tokens_are_conserved(match: tuple[BebopSetup, list[dict[str, Any]]]) -> None:
    replay = replayed(*match)
    assert replay.faults == ()
    for step in replay.steps:
        tokens_out(step.state)
        assert all(1 <= place.gauge <= 3 for place in step.state.places)


@given(bebop_matches())
def test_every_token_taken_is_held_turned_into_renown_or_lost(match: tuple[BebopSetup, list[dict[str, Any]]]) -> None:
    setup, entries = match
    replay = replayed(setup, entries)
    taken = sum(entry["count"] for entry in entries if entry["kind"] == "take")
    held = sum(sum(row) for row in replay.state.tokens)
    turned = sum(point.amount for point in replay.state.points if point.source == "tokens") // setup.token_renown
    events = [event for step in replay.steps for event in step.state.events]
    lost = sum(int(event.params["count"]) for event in events if event.code in ("escaped", "tokens_lost"))
    assert taken == held + turned + lost


@given(bebop_matches())
def test_the_stars_of_captured_criminals_are_renown(match: tuple[BebopSetup, list[dict[str, Any]]]) -> None:
    state = replayed(*match).state
    for line in GAME.board(state):
        if not state.noted:
            assert line.sources.get("star", 0) == sum(card.star for card in state.captured[line.seat])


@given(bebop_matches())
def test_every_criminal_is_somewhere(match: tuple[BebopSetup, list[dict[str, Any]]]) -> None:
    """Three starting criminals and the deck: on planets, captured, or in the decks and discarded (ruling C40)."""
    setup, entries = match
    state = replayed(setup, entries).state
    assert max(state.dealt) <= setup.per_planet
    caught = sum(card.target is not Target.VICIOUS for cards in state.captured for card in cards)
    there = sum(place.criminal is not None for place in state.places)
    if state.prepared:
        assert sum(state.movement_deck()) + caught + there == 3 + setup.deck - 1
        assert min(state.movement_deck()) >= 0
    if state.vicious is not None:
        assert min(state.vicious.deck) >= 0
        assert sum(state.dealt) >= setup.deck - 4


@given(bebop_matches(), st.data())
def test_tokens_are_conserved_when_an_entry_is_struck(
    match: tuple[BebopSetup, list[dict[str, Any]]], data: st.DataObject
) -> None:
    setup, entries = match
    at = data.draw(st.integers(0, len(entries)))
    tokens_out(replayed(setup, [*entries[:at], *entries[at + 1 :]]).state)


@given(bebop_matches())
def test_an_ended_match_has_a_winner(match: tuple[BebopSetup, list[dict[str, Any]]]) -> None:
    setup, entries = match
    state = replayed(setup, entries).state
    outcome = GAME.outcome(state)
    assert (outcome is not None) == bool(state.ended)
    if outcome is not None:
        best = max(state.total(seat) for seat in state.staying)
        assert outcome.winners
        assert not set(outcome.winners) & set(state.left)
        assert all(state.total(seat) == best for seat in outcome.winners)
        assert sorted(one.seat for one in outcome.places) == list(state.seats)
