"""A card set as cards to print and cut out: its own names and words, its numbers, the sentences made from its steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _, pgettext

from campaigns.league.games import game_of
from campaigns.matches.cards.forms import PRICES
from campaigns.matches.cards.kinds import ITEMS, KINDS, TEXT, CardData, Kind, has_vicious
from campaigns.matches.cards.page import CardLine
from campaigns.matches.scores.bebop import PILES
from club.paper import press
from club.paper.choices import PaperChoices
from club.words import words
from engines.bebop.cards import PLAYERS
from engines.core.text import Text

TEMPLATE: Final = Path(__file__).parent / "cards.typ"
COLOURS: Final = {"spike": "#2f7d4f", "jet": "#2d63a8", "faye": "#8a3f9b", "ed": "#a84d18"}
"""The band of a character's cards, dark enough for white letters; the card's kind or a line of it names the colour."""
COLOUR: Final = "colour"
DECKS: Final = {"base-neutral": max(PLAYERS)}
"""Kinds that a set names once and every player has in a deck of their own."""


def pdf(game: str, name: str, data: CardData, choices: PaperChoices) -> bytes:
    """Return the cards of a set as a PDF in the language that is active; text is set smaller until it fits."""
    return press.pdf(TEMPLATE, sheet_data(game, name, data, choices))


def sheet_data(game: str, name: str, data: CardData, choices: PaperChoices) -> dict[str, Any]:
    """Return what the template reads: each card as often as the set has it."""
    cards = [card for kind in KINDS[game] for card in _of_kind(game, kind, data)]
    return {
        "look": choices.look,
        "words": {"colon": pgettext("after a name", ":"), "nothing": _("The set has no cards yet.")},
        "title": _("%(game)s: %(set)s") % {"game": game_of(game).name, "set": name},
        "cards": [*cards, *(_vicious(data) if has_vicious(game) else ())],
    }


def _of_kind(game: str, kind: Kind, data: CardData) -> Iterator[dict[str, Any]]:
    for row in kind.rows(data):
        line = CardLine.of(game, kind, row)
        card = {
            "name": line.name,
            "kind": str(kind.title),
            "colour": COLOURS.get(str(row.get(COLOUR) or ""), ""),
            "lines": [[str(title), str(said)] for title, said in line.lines],
            "words": _typed(kind, row),
            "stands": str(line.stands),
        }
        yield from [card] * line.copies * DECKS.get(kind.code, 1)


def _vicious(data: CardData) -> Iterator[dict[str, Any]]:
    """The card that is no criminal of a planet: what it takes for each number of players."""
    lines = [
        [str(ITEMS[f"vicious_{row['players']}"]), ", ".join(f"{label} {row[pile]}" for pile, label in PILES.items())]
        for row in data["vicious"]
    ]
    prices = [[str(one.label), str(data.get(f"vicious_{one.path}", one.usual))] for one in PRICES]
    if lines:
        card = {"name": str(ITEMS["vicious"]), "kind": "", "colour": "", "lines": [*lines, *prices]}
        yield card | {"words": "", "stands": ""}


def _typed(kind: Kind, row: CardData) -> str:
    """The words on the card, in the reader's language where they were typed in both."""
    found = row.get(TEXT)
    if isinstance(found, Mapping):
        return words(Text(fr=str(found.get("fr", "")), en=str(found.get("en", ""))))
    return kind.words(row)
