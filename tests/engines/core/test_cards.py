"""The deck of 54."""

from collections import Counter

import pytest

from engines.core.cards import CODE, COLOUR, DECK, JOKERS, RANK, SUIT, Card, card, code
from engines.core.problems import Malformed


def test_a_deck_has_four_suits_of_thirteen_and_two_jokers() -> None:
    assert len(DECK) == len(set(CODE)) == 54
    assert Counter(SUIT) == {"S": 13, "H": 13, "D": 13, "C": 13, "X": 2}
    assert Counter(RANK) == {0: 2, **dict.fromkeys(range(1, 14), 4)}
    assert Counter(COLOUR) == {"black": 26, "red": 26, "joker": 2}
    assert [CODE[joker] for joker in JOKERS] == ["X1", "X2"]


@pytest.mark.parametrize(
    ("text", "rank", "suit", "colour"),
    [
        ("AS", 1, "S", "black"),
        ("10H", 10, "H", "red"),
        ("JD", 11, "D", "red"),
        ("QC", 12, "C", "black"),
        ("KS", 13, "S", "black"),
        ("X2", 0, "X", "joker"),
    ],
)
def test_a_code_is_rank_and_suit(text: str, rank: int, suit: str, colour: str) -> None:
    found = card(text)
    assert (RANK[found], SUIT[found], COLOUR[found]) == (rank, suit, colour)


def test_cards_are_numbered_by_suit_then_rank() -> None:
    assert [code(Card(number)) for number in (0, 12, 13, 26, 39, 51, 52, 53)] == [
        *("AS", "KS", "AH", "AD", "AC", "KC", "X1", "X2")
    ]
    assert [card(code(one)) for one in DECK] == list(DECK)


@pytest.mark.parametrize("text", ["", "1S", "11H", "7s", "S7", "X3", "X", "7S ", "TS"])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(Malformed, match="not a card") as error:
        card(text, "$.draw[3]")
    assert error.value.where == "$.draw[3]"
