"""What the pages of a card set show: its kinds of cards with how many there are, and the cards of one kind."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy
from msgspec import Struct

from campaigns.league.games import Game, game_of
from campaigns.matches.cards.kinds import (
    FACES,
    ITEMS,
    KINDS,
    VICIOUS,
    CardData,
    Kind,
    Slot,
    Text,
    has_faces,
    has_vicious,
)
from campaigns.matches.cards.operations import print_of
from campaigns.matches.cards.play import PROBLEMS, UNFINISHED, Tally, read_slots, readiness_problems, tally, whole
from campaigns.matches.cards.problems import describe_problem
from campaigns.matches.cards.sentences import sentence
from campaigns.matches.cards.sets import CARDS, name_on
from campaigns.matches.models.card_set import ScoreCards
from engines.badass_force.cards import FACES as ARMOURY_FACES
from engines.bebop.cards import PLAYERS
from engines.core.effects.wholeness import Wholeness
from engines.core.problems import Problem

STANDS: dict[Wholeness, Promise] = {
    Wholeness.ASKS: pgettext_lazy("card", "asks the table"),
    Wholeness.TEXT: pgettext_lazy("card", "not playable yet"),
}
"""What a list says of a card that is not whole."""


class Part(Struct, frozen=True):
    """A kind of cards: its page, how many there are and how many the box has, their names, how they stand for playing.

    ``scored``: the pads need them.
    """

    code: str
    title: Text
    count: int
    needs: int
    names: str
    tally: Tally | None = None
    scored: bool = True

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
    data, game = cards.data, cards.game
    found = [
        Part(
            kind.code,
            kind.title,
            kind.count(data),
            kind.needs,
            ", ".join(name_on(row) for row in kind.rows(data)),
            Tally.of(game, [kind], data),
            kind.scored,
        )
        for kind in KINDS[game]
    ]
    if has_vicious(game):
        planets = sum(kind.scored for kind in KINDS[game])
        found.insert(planets, Part(VICIOUS, ITEMS[VICIOUS], len(data["vicious"]), len(PLAYERS), ""))
    if has_faces(game):
        found.append(Part(FACES, ITEMS[FACES], len(data["faces"]), ARMOURY_FACES, "", scored=False))
    return found


class CardSetPage(Struct, frozen=True):
    """A card set as a whole.

    ``scored``: pads of the game check cards. ``scoring`` and ``playing`` say what is missing for either, beside what
    the parts count; ``playable``: nothing is.
    """

    cards: ScoreCards
    game: Game
    parts: list[Part]
    tally: Tally
    scored: bool
    scoring: list[str]
    playing: list[str]
    playable: bool

    @property
    def marked(self) -> bool:
        """Whether the parts that keeping score needs are to be marked: all the same, they need no mark."""
        return self.scored and not all(part.scored for part in self.parts)

    @classmethod
    def of(cls, cards: ScoreCards) -> CardSetPage:
        """Read a stored set."""
        kept = CARDS[cards.game].read(cards.data)
        scored = CARDS[cards.game].scored
        play = list(PROBLEMS[cards.game](kept))
        score = list(readiness_problems(cards.game, kept))
        play = [one for one in play if one not in score]
        names = {row["code"]: name_on(row) for kind in KINDS[cards.game] for row in kind.rows(cards.data)}
        parts = parts_of(cards)
        counted = {part.code.replace("-", "_") for part in parts} | {"criminals", "cards"}
        counted |= {f"vicious_{n}" for n in PLAYERS}

        def describe_all(problems: list[Problem]) -> list[str]:
            # What parts count, and what is true of many cards, stands in the parts and the tally.
            apart = [one for one in problems if one.params.get("item") not in counted]
            counts = [one for one in apart if one.code not in UNFINISHED or str(one.params.get("item")) not in names]
            single = [one for one in counts if one.code != "price_missing" or one.params["item"] == VICIOUS]
            return [describe_problem(one, names.get(str(one.params.get("item", "")), "")) for one in single]

        return cls(
            cards,
            game_of(cards.game),
            parts,
            tally(cards.game, cards.data),
            scored,
            describe_all(score) if scored else [],
            describe_all(play if scored else score),
            not play and not score,
        )


class CardLine(Struct, frozen=True):
    """A card in a list: what stands on it, its number of copies, how whole it is, what a form needs to change it."""

    name: str
    code: str
    was: str
    copies: int
    lines: list[tuple[Text, str]]
    stands: Text

    @classmethod
    def of(cls, game: str, kind: Kind, row: CardData) -> CardLine:
        """Read a stored card."""
        said_too = slot_lines(game, kind, row)
        stands = STANDS.get(whole(game, kind, row), "")
        return cls(name_on(row), row["code"], print_of(row), kind.times(row), [*kind.describe(row), *said_too], stands)


def slot_lines(game: str, kind: Kind, row: CardData) -> list[tuple[Text, str]]:
    """Return what the texts of a card say: the title of each slot that says anything, and its sentence."""
    return [(slot.title, said) for slot, said in slots_said(game, kind, row)]


def slots_said(game: str, kind: Kind, row: CardData) -> list[tuple[Slot, str]]:
    """Return the slots of a card that say anything, each with its sentence."""
    if not kind.slots:
        return []
    slots, _reader = read_slots(game, kind, row)
    return [(slot, sentence(game, slots[slot.code])) for slot in kind.slots if slots[slot.code]]


class KindPage(Struct, frozen=True):
    """The cards of one kind; without a ``kind`` it is the page ``apart``, such as Vicious's.

    ``changing`` is the card in the form, if any.
    """

    cards: ScoreCards
    game: Game
    part: Part
    kind: Kind | None
    lines: list[CardLine]
    changing: str
    next: Part | None

    @classmethod
    def of(cls, cards: ScoreCards, kind: Kind | None, old: CardData | None = None, apart: str = "") -> KindPage:
        """Read a stored set."""
        parts = parts_of(cards)
        here = kind.code if kind is not None else apart
        rows: Sequence[CardData] = kind.rows(cards.data) if kind is not None else ()
        lines = [CardLine.of(cards.game, kind, row) for row in rows if kind is not None]
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
