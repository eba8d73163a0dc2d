"""Card sets of Space Serenade: counts, values, play with them, and the invented training set."""

from __future__ import annotations

from typing import Any

import pytest

from engines.bebop import cards
from engines.bebop.score import GAME, BebopSetup
from engines.bebop.score.state import Piles, Target
from engines.core.problems import Malformed
from tests.engines.score.bebop_table import end, gauge, refusals, sound, take

PLANETS = ("earth", "mars", "ganymede")
VICIOUS = [{"players": players, "resistance": 2 * players, "clues": 2} for players in (2, 3, 4)]


def criminals() -> list[dict[str, Any]]:
    """Seven of each planet, ``mars_1`` to ``mars_7``: 1 and 2 are starters (star 0), the others' stars are 1 to 5.

    All have 2 resistance and 3 clue tokens.
    """
    return [
        {
            "code": f"{planet}_{number}",
            "name": {"fr": f"{planet} {number}", "en": f"{planet} {number}"},
            "planet": planet,
            "resistance": 2,
            "clues": 3,
            "star": max(0, number - 2),
        }
        for planet in PLANETS
        for number in range(1, 8)
    ]


def card_set(**changes: Any) -> cards.CardSet:
    name = {"fr": "Boîte d’essai", "en": "Trial box"}
    return cards.read_cards({"name": name, "criminals": criminals(), "vicious": VICIOUS, **changes})


def problems(**changes: Any) -> list[tuple[str, dict[str, Any]]]:
    return [(problem.code, problem.params) for problem in card_set(**changes).problems()]


def changed(number: int, **fields: Any) -> list[dict[str, Any]]:
    pile = criminals()
    pile[number] |= fields
    return pile


class TestCounts:
    """21 criminals (Contenu), 7 of each planet of whom 2 are there from the start (ruling C3)."""

    def test_the_trial_box_is_whole(self) -> None:
        assert problems() == []

    def test_twenty_one(self) -> None:
        assert problems(criminals=criminals()[:-1]) == [
            ("card_count", {"item": "criminals", "count": 20, "needs": 21}),
            ("card_count", {"item": "ganymede", "count": 6, "needs": 7}),
        ]

    def test_seven_of_each_planet(self) -> None:
        found = problems(criminals=changed(6, planet="mars"))
        assert found == [
            ("card_count", {"item": "earth", "count": 6, "needs": 7}),
            ("card_count", {"item": "mars", "count": 8, "needs": 7}),
        ]

    def test_two_starters_of_each(self) -> None:
        found = problems(criminals=changed(1, star=1))
        assert found == [("card_count", {"item": "starters_earth", "count": 1, "needs": 2})]

    def test_vicious_for_every_number_of_players(self) -> None:  # ruling C5
        assert problems(vicious=VICIOUS[:2]) == [("card_count", {"item": "vicious_4", "count": 0, "needs": 1})]
        twice = problems(vicious=[*VICIOUS, VICIOUS[0]])
        assert twice == [("card_count", {"item": "vicious_2", "count": 2, "needs": 1})]


class TestValues:
    @pytest.mark.parametrize(
        ("field", "value", "least", "most"),
        [("resistance", 0, 1, 30), ("clues", 31, 1, 30), ("star", 10, 0, 9)],
    )
    def test_numbers_have_limits(self, field: str, value: int, least: int, most: int) -> None:
        params = {"item": "earth_5", "field": field, "value": value, "least": least, "most": most}
        assert problems(criminals=changed(4, **{field: value})) == [("card_number", params)]

    def test_vicious_has_the_tokens_of_the_box(self) -> None:
        vicious = [*VICIOUS[:2], {"players": 4, "resistance": 11, "clues": 10}]
        assert problems(vicious=vicious) == [("vicious_tokens", {"value": 21, "most": 20})]

    def test_a_code_stands_for_one_card(self) -> None:
        assert problems(criminals=changed(6, code="earth_6")) == [("card_code_twice", {"item": "earth_6"})]
        assert problems(criminals=changed(6, code="")) == [("card_code_empty", {"number": 7})]

    def test_what_cannot_be_read_says_where(self) -> None:
        with pytest.raises(Malformed) as refusal:
            card_set(criminals=changed(2, planet="venus"))
        assert refusal.value.where == "$.criminals[2].planet"

    def test_a_set_that_is_wrong_refuses_the_match(self) -> None:
        setup = BebopSetup(seats=2, cards=card_set(vicious=VICIOUS[:2]))
        assert [problem.code for problem in GAME.setup_problems(setup)] == ["card_count"]


def place(code: str) -> dict[str, Any]:
    return {"kind": "place", "criminal": code}


def reveal(code: str, **more: Any) -> dict[str, Any]:
    return {"kind": "reveal", "criminal": code, **more}


START = [place("earth_1"), place("mars_2"), place("ganymede_1")]


class TestPlay:
    match = BebopSetup(seats=2, cards=card_set())

    def test_planet_and_numbers_are_the_cards(self) -> None:
        state = sound(self.match, *START, take(0, "earth", "resistance", 2), reveal("earth_7"))
        assert state.piles(Target.EARTH) == Piles(2, 3)
        assert state.board_of(cards.Planet.EARTH).criminal.star == 5

    def test_other_numbers_are_refused(self) -> None:
        captured = (*START, take(0, "earth", "resistance", 2))
        found = refusals(self.match, *captured, reveal("earth_7", star=4, planet="mars"))
        assert found == {
            "planet_on_card": {"item": "earth_7", "planet": "earth"},
            "numbers_on_card": {"item": "earth_7", "field": "star", "value": 4, "needs": 5},
        }
        assert refusals(self.match, *captured, reveal("earth_7", star=5, planet="earth")) == {}

    def test_only_a_starter_is_there_at_the_start(self) -> None:  # ruling C3
        assert refusals(self.match, place("earth_3")) == {"no_starter": {"item": "earth_3", "value": 1, "most": 0}}

    def test_the_other_starter_may_be_in_the_deck(self) -> None:  # ruling C3
        assert refusals(self.match, *START, take(0, "earth", "resistance", 2), reveal("earth_2")) == {}

    def test_nobody_appears_twice(self) -> None:
        captured = (*START, take(0, "earth", "resistance", 2))
        assert refusals(self.match, *captured, reveal("earth_1")) == {"criminal_seen": {"item": "earth_1"}}
        assert refusals(self.match, *captured, reveal("mars_2")) == {"criminal_seen": {"item": "mars_2"}}

    def test_a_code_must_be_known(self) -> None:
        assert refusals(self.match, place("earth_8")) == {"card_unknown": {"item": "criminal", "value": "earth_8"}}

    def test_vicious_has_the_sets_tokens(self) -> None:
        def caught(number: int, *revealed: str) -> list[dict[str, Any]]:
            return [take(0, "earth", "resistance", 2), *map(reveal, revealed)]

        entries = [
            *START, *caught(1, "earth_2", "mars_3"), *caught(2, "earth_3", "mars_4"),
            *caught(3, "earth_4", "ganymede_2"), take(0, "earth", "resistance", 2),
            {"kind": "arrival", "planet": "ganymede"},
        ]  # fmt: skip
        state = sound(self.match, *entries)
        assert state.vicious.placed == Piles(4, 2)
        # Four criminals of Earth: two tokens each, stars 0, 0, 1 and 2.
        assert state.totals == (11, 0)
        wrong = {**entries[-1], "resistance": 5}
        found = refusals(self.match, *entries[:-1], wrong)
        assert found == {"numbers_on_card": {"item": "vicious", "field": "resistance", "value": 5, "needs": 4}}

    def test_only_what_is_left_is_offered(self) -> None:
        state = sound(self.match, *START, gauge(0, "mars", 1), *end(0), take(1, "earth", "resistance", 2))
        (offer,) = [choice for choice in GAME.choices(state) if choice.kind == "reveal"]
        assert [len([code for code in offer.fields[0].values if code.startswith(planet)]) for planet in PLANETS] == [
            6,
            6,
            6,
        ]
