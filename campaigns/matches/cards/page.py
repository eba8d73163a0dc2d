"""What the pages of a card set show: its kinds of cards with how many there are, and the cards of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.league.games import Game, game_of
from campaigns.matches.cards.kinds import COPIES, ITEMS, KINDS, VICIOUS, CardData, Kind, Text, has_vicious
from campaigns.matches.cards.operations import print_of
from campaigns.matches.cards.sets import CARDS, name_on, said
from campaigns.matches.models.card_set import ScoreCards
from engines.bebop.cards import PLAYERS


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of cards: its page, how many there are and how many the box has, and their names."""

    code: str
    title: Text
    count: int
    needs: int
    names: str

    @property
    def full(self) -> bool:
        """Whether none is missing."""
        return self.count >= self.needs

    @property
    def share(self) -> int:
        """How far it is, in percent."""
        return min(100, 100 * self.count // self.needs)


def parts_of(cards: ScoreCards) -> list[Part]:
    """Return the kinds of a set."""
    data = cards.data
    found = [
        Part(kind.code, kind.title, kind.count(data), kind.needs, ", ".join(name_on(row) for row in kind.rows(data)))
        for kind in KINDS[cards.game]
    ]
    if has_vicious(cards.game):
        found.append(Part(VICIOUS, ITEMS[VICIOUS], len(data["vicious"]), len(PLAYERS), ""))
    return found


@dataclass(frozen=True, slots=True)
class CardSetPage:
    """A card set as a whole; ``problems`` say what keeps it from being used."""

    cards: ScoreCards
    game: Game
    parts: list[Part]
    problems: list[str]

    @classmethod
    def of(cls, cards: ScoreCards) -> CardSetPage:
        """Read a stored set."""
        problems = [] if cards.ready else list(CARDS[cards.game].read(cards.data).problems())
        parts = parts_of(cards)
        counted = {part.code.replace("-", "_") for part in parts} | {"criminals", *(f"vicious_{n}" for n in PLAYERS)}
        told = [said(one) for one in problems if one.params.get("item") not in counted]
        return cls(cards, game_of(cards.game), parts, told)


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card in a list: what stands on it, its number of copies, and what a form needs to change it."""

    name: str
    code: str
    was: str
    copies: int
    lines: list[tuple[Text, str]]


@dataclass(frozen=True, slots=True)
class KindPage:
    """The cards of one kind; without a ``kind`` it is Vicious's page. ``changing`` is the card in the form, if any."""

    cards: ScoreCards
    game: Game
    part: Part
    kind: Kind | None
    lines: list[CardLine]
    changing: str
    next: Part | None

    @classmethod
    def of(cls, cards: ScoreCards, kind: Kind | None, old: CardData | None = None) -> KindPage:
        """Read a stored set."""
        parts = parts_of(cards)
        here = kind.code if kind is not None else VICIOUS
        rows: Sequence[CardData] = kind.rows(cards.data) if kind is not None else ()
        lines = [
            CardLine(name_on(row), row["code"], print_of(row), row.get(COPIES, 1), kind.said(row))
            for row in rows
            if kind is not None
        ]
        missing = [part for part in parts if not part.full and part.code != here]
        return cls(
            cards,
            game_of(cards.game),
            next(part for part in parts if part.code == here),
            kind,
            lines,
            name_on(old) if old is not None else "",
            missing[0] if missing else None,
        )
