"""A card set as cards to print and cut out: its own names and words, its numbers as signs, its steps as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _, pgettext

from campaigns.league.games import game_of
from campaigns.matches.cards.kinds import ITEMS, KINDS, TEXT, CardData, Kind, has_vicious
from campaigns.matches.cards.page import CardLine
from campaigns.matches.paper.faces import FACES, bebop
from club.paper import press
from club.paper.choices import PaperChoices
from club.paper.drawings import drawing
from club.words import words
from engines.bebop.cards import PLAYERS
from engines.core.text import Text

TEMPLATE: Final = Path(__file__).parent / "cards.typ"
DECKS: Final = {"base-neutral": max(PLAYERS)}
"""Kinds that a set names once and every player has in a deck of their own."""
SUIT: Final = "suit-"
"""What the drawings of ``img/cards.svg`` are called here, where other sprites have drawings, too."""


def pdf(game: str, name: str, data: CardData, choices: PaperChoices) -> bytes:
    """Return the cards of a set as a PDF in the language that is active; text is set smaller until it fits."""
    return press.pdf(TEMPLATE, sheet_data(game, name, data, choices))


def sheet_data(game: str, name: str, data: CardData, choices: PaperChoices) -> dict[str, Any]:
    """Return what the template reads: each card as often as the set has it, and every drawing once."""
    cards = [card for kind in KINDS[game] for card in _of_kind(game, kind, data)]
    if has_vicious(game) and data["vicious"]:
        cards.append(
            {"name": str(ITEMS["vicious"]), "kind": "", "words": "", "stands": "", **bebop.vicious(data).as_data()}
        )
    return {
        "look": choices.look,
        "words": {"colon": pgettext("after a name", ":"), "nothing": _("The set has no cards yet.")},
        "title": _("%(game)s: %(set)s") % {"game": game_of(game).name, "set": name},
        "cards": cards,
        "icons": {icon: _drawn(icon) for icon in sorted(_icons(cards))},
    }


def _of_kind(game: str, kind: Kind, data: CardData) -> Iterator[dict[str, Any]]:
    for row in kind.rows(data):
        line = CardLine.of(game, kind, row)
        card = {
            "name": line.name,
            "kind": str(kind.title),
            "words": _typed(kind, row),
            "stands": str(line.stands),
            **FACES[game](kind, row).as_data(),
        }
        yield from [card] * line.copies * DECKS.get(kind.code, 1)


def _icons(cards: Iterable[Mapping[str, Any]]) -> set[str]:
    """Name every drawing that a card shows."""
    found = set()
    for card in cards:
        legend = card["bar"]["legend"] if card["bar"] else []
        signs = [*(sign for group in card["signs"] for sign in group["signs"]), *legend, card["corner"] or {}]
        found |= {card["mark"], card["picture"], *(line[3] for line in card["lines"])}
        found |= {sign.get("icon", "") for sign in signs}
    return found - {""}


def _drawn(icon: str) -> str:
    if icon.startswith(SUIT):
        return drawing("img/cards.svg", icon.removeprefix(SUIT))
    return drawing("icons/sprite.svg", icon) or drawing("img/heroes.svg", icon)


def _typed(kind: Kind, row: CardData) -> str:
    """The words on the card, in the reader's language where they were typed in both."""
    found = row.get(TEXT)
    if isinstance(found, Mapping):
        return words(Text(fr=str(found.get("fr", "")), en=str(found.get("en", ""))))
    return kind.words(row)
