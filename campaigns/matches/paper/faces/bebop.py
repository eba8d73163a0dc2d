"""Cards of Space Serenade: price and yield as signs, the character by colour and suit, sentences for effects alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from campaigns.matches.cards.forms import PRICES
from campaigns.matches.cards.kinds import ITEMS, CardData, Figure, Kind, Slot, at
from campaigns.matches.cards.kinds.bebop import (
    CLUES_EACH,
    COST,
    FORCE_EACH,
    GAINS,
    GOES,
    RENEWS,
    STAR,
    TEAM,
    TO_PAY,
)
from campaigns.matches.cards.page import slots_said
from campaigns.matches.paper.faces.face import Face, Line, Sign, Signs, Style
from campaigns.matches.scores.bebop import CHARACTERS, PILE_ICONS, PILES

COLOURS: Final[Mapping[str, str]] = {"spike": "#2f7d4f", "jet": "#2d63a8", "faye": "#8a3f9b", "ed": "#a84d18"}
"""The band of a character's cards, dark enough for white letters; a suit and the name say the same."""
SUITS: Final[Mapping[str, str]] = {"spike": "suit-S", "jet": "suit-C", "faye": "suit-D", "ed": "suit-H"}
ICONS: Final[Mapping[str, str]] = {"woolongs": "coins", "fuel": "torch", "force": "fist", "clues": "search"}
PLANETS: Final[Mapping[str, str]] = {"earth": "#24577f", "mars": "#8f3a1d", "ganymede": "#4b4d80"}
DAMAGE: Final = "#8c1d2f"
GREY: Final = "#666666"
BASE: Final = Sign("", "B")
"""What stands in the corner of cards that cannot be bought."""
PRICE_ICONS: Final[Mapping[str, str]] = {"star": "star", "force": "fist", "clues": "search"}


def face(kind: Kind, row: CardData) -> Face:
    """Draw a criminal, a card of a deck or a damage card."""
    match kind.place:
        case "criminals":
            return _criminal(row)
        case "damage":
            return _damage(kind, row)
    colour = str(row.get("colour") or "")
    return Face(
        colour=COLOURS.get(colour, ""),
        mark=SUITS.get(colour, ""),
        belongs=CHARACTERS.get(colour, ""),
        corner=BASE if kind.place == "base" else Sign("coins", str(row.get("cost", 0)), COST),
        signs=(_gains(row),),
        lines=[_effect(kind, row, slot, said) for slot, said in slots_said("bebop", kind, row)],
    )


def vicious(data: CardData) -> Face:
    """Draw the criminal of no planet: how many tokens there are for each number of players, and their price."""
    piles = [
        Signs(ITEMS[f"vicious_{row['players']}"], Style.ROW, [_pile(pile, row[pile]) for pile in PILES])
        for row in data["vicious"]
    ]
    prices = {one.path: data.get(f"vicious_{one.path}", one.usual) for one in PRICES}
    labels = {one.path: one.label for one in PRICES}
    paid = [Sign(ICONS[one], str(prices[one]), labels[one]) for one in ("force", "clues")]
    star = Sign("star", str(prices["star"]), labels["star"])
    return Face(corner=star, signs=(*piles, Signs(TO_PAY, Style.ROW, paid)))


def _criminal(row: CardData) -> Face:
    paid = {"force": (row.get("force_each"), FORCE_EACH), "clues": (row.get("clues_each"), CLUES_EACH)}
    prices = [Sign(ICONS[what], str(price), said) for what, (price, said) in paid.items() if price]
    return Face(
        colour=PLANETS[str(row["planet"])],
        corner=Sign("star", str(row.get("star", 0)), STAR),
        signs=(
            Signs("", Style.SQUARE, [_pile(pile, row.get(pile, 0)) for pile in PILES]),
            Signs(TO_PAY, Style.ROW, prices),
        ),
        lines=[Line(RENEWS.label, mark="refresh")] if row.get(RENEWS.path) else [],
    )


def _damage(kind: Kind, row: CardData) -> Face:
    goes = Line(GOES.label, GOES.describe(row))
    said = {
        slot.code: Line(slot.title, text, DAMAGE if slot.code == "red" else GREY)
        for slot, text in slots_said("bebop", kind, row)
    }
    lines = [said.get("red"), goes if goes.said else None, said.get("grey")]
    return Face(colour=DAMAGE, mark="bandage", lines=[line for line in lines if line is not None])


def _effect(kind: Kind, row: CardData, slot: Slot, said: str) -> Line:
    """A sentence; one of the team zone in the colour and with the suit of the character whom it needs."""
    needed = str(at(row, TEAM.path) or "") if slot.with_ == TEAM.path else ""
    if not needed:
        return Line(slot.title, said)
    return Line(f"{slot.title} · {TEAM.describe(row)}", said, COLOURS[needed], SUITS[needed])


def _gains(row: CardData) -> Signs:
    brought = [_gain(figure, row) for figure in GAINS.figures if figure.of(row)]
    return Signs(GAINS.title, Style.SQUARE if len(brought) < _MANY else Style.ROW, brought)


_MANY: Final = 3
"""So many kinds of resources are drawn smaller."""


def _gain(figure: Figure, row: CardData) -> Sign:
    return Sign(ICONS[figure.path], f"+{figure.of(row)}", figure.label)


def _pile(pile: str, count: Any) -> Sign:
    return Sign(PILE_ICONS[pile], str(count), PILES[pile])
