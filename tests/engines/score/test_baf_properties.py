"""What holds in every match of BAF! beside what holds on every pad (``test_properties``)."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

from hypothesis import given

from engines.baf.score import GAME, BafSetup
from engines.baf.score.preparing import FinalCoins, Stop
from engines.core.score import Replay
from tests.engines.score.random_matches import baf_matches


def replayed(setup: BafSetup, entries: list[dict[str, Any]]) -> Replay[Any]:
    return GAME.replay(setup, [GAME.decode_entry(entry) for entry in entries])


@given(baf_matches())
def test_totals_are_coins_less_penalties(match: tuple[BafSetup, list[dict[str, Any]]]) -> None:
    setup, entries = match
    state = replayed(setup, entries).state
    counted = next((entry["counts"] for entry in entries if entry["kind"] == "count"), None)
    if not state.noted and not state.stopped:
        for seat in state.seats:
            fights = list(state.fights_of(seat))
            won = sum(fight.coins for fight in fights if fight.won)
            final = sum(attempt.coins for attempt in state.attempts if attempt.seat == seat and attempt.won)
            lost = sum(not fight.won for fight in fights)
            if counted is not None:  # it has everything that was noted before in it
                won, lost = sum(counted[seat][stack] for stack in ("left", "right", "aside")), counted[seat]["lost"]
            assert state.total(seat) == won + final - setup.penalty * lost


@given(baf_matches())
def test_every_fight_went_as_the_cards_say(match: tuple[BafSetup, list[dict[str, Any]]]) -> None:
    """Counted from what was entered: the heroes' cards and the gains of the rounds before, category by category.

    A win reaches the defence in all of them, a loss does not (Résultat des combats; rulings A5, A11, A12).
    """
    setup, entries = match
    cards = setup.cards
    if cards is None:
        return
    state = replayed(setup, entries).state
    fights = [entry for entry in entries if entry["kind"] in ("win", "loss")]
    for fight in fights:
        skills: Counter[str] = Counter()
        for side in ("left", "right") if fight["hands"] == "both" else (fight["hands"],):
            hero = cards.hero(state.heroes[fight["seat"]][side == "right"].name)
            skills.update({skill.value: amount for skill, amount in hero.skills})
            for won in fights:
                if (won["seat"], won.get("put")) == (fight["seat"], side) and won["round"] < fight["round"]:
                    skills.update({skill.value: amount for skill, amount in cards.monster(won["monster"]).gain})
                    skills.update(rune["skill"] for rune in won.get("runes", ()))
        defence = cards.monster(fight["monster"]).defence
        reached = all(skills[skill.value] >= amount for skill, amount in defence)
        assert reached == (fight["kind"] == "win"), fight


@given(baf_matches())
def test_hands_monsters_and_heroes_are_counted(match: tuple[BafSetup, list[dict[str, Any]]]) -> None:
    setup, entries = match
    state = replayed(setup, entries).state
    for seat in state.seats:
        for number in range(1, 10):
            used = [side for fight in state.fights_of(seat, number) for side in fight.hands.sides]
            assert len(used) == len(set(used)) <= 2
    if setup.cards is not None:
        met = [fight.monster for fight in state.fights]
        assert all(met.count(card.code) <= card.copies for card in setup.cards.monsters)
        names = [hero.name for pair in state.heroes for hero in pair if hero is not None]
        assert len(names) == len(set(names))


@given(baf_matches())
def test_fights_of_different_seats_may_be_entered_in_either_order(
    match: tuple[BafSetup, list[dict[str, Any]]],
) -> None:
    """Two phones, one round: what one seat enters does not depend on what another has entered just before."""
    setup, entries = match
    shuffled: list[dict[str, Any]] = []
    for fights, together in groupby(entries, lambda entry: entry["kind"] in ("win", "loss")):
        block = list(together)
        shuffled += sorted(block, key=lambda entry: -entry["seat"]) if fights else block
    one, other = replayed(setup, entries), replayed(setup, shuffled)
    assert other.faults == ()
    assert one.state.totals == other.state.totals
    assert GAME.outcome(one.state) == GAME.outcome(other.state)


@given(baf_matches())
def test_the_match_ends_exactly_when_everybody_has_ended(match: tuple[BafSetup, list[dict[str, Any]]]) -> None:
    """Who has left is waited for no more and wins over nobody who stayed; one who stays alone has nobody to beat."""
    setup, entries = match
    state = replayed(setup, entries).state
    outcome = GAME.outcome(state)
    noted = any(isinstance(GAME.decode_entry(entry), FinalCoins | Stop) for entry in entries)
    staying = [seat for seat in state.seats if seat not in state.left]
    tried = {attempt.seat for attempt in state.attempts}
    assert (outcome is not None) == (noted or len(staying) <= 1 or tried.issuperset(staying))
    if outcome is not None:
        among = staying or list(state.seats)
        best = max(state.total(seat) for seat in among)
        assert outcome.winners == tuple(seat for seat in among if state.total(seat) == best)
