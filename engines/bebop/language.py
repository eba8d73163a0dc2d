"""What may be written on the cards of Space Serenade, and a set's texts read and made ready for play."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import msgspec

from engines.bebop.book import Book, Texts, bind
from engines.bebop.cards import ActionCard, CardSet, Character, DamageCard
from engines.bebop.verbs import VERBS
from engines.bebop.verbs.conditions import CONDITIONS
from engines.bebop.verbs.resources import POOLS
from engines.core.effects.language import Language
from engines.core.effects.reading import Reader
from engines.core.effects.steps import Steps
from engines.core.effects.texts import text_warnings
from engines.core.effects.wholeness import Standing, standing, wholeness
from engines.core.problems import Illegal, Problem
from engines.core.text import Text

VERSION: Final = 1
"""The version of the language that a set names."""

HELD: Final = 92 + 40 + 30
"""The cards of the box that go through decks: common, base and damage (Space Serenade, Contenu)."""

SLOTS: Final = ("play", "team", "red", "grey")
COUNTED: Final = ("hand", "discard", "damage", "tokens", "captured", "played", "companions")

LANGUAGE: Final = Language(
    verbs=VERBS,
    conditions=CONDITIONS,
    who=dict.fromkeys(("me", "chosen", "others", "all", "left", "right"), ()),
    counts=(*POOLS, *COUNTED),
    slots=SLOTS,
    payable=POOLS,
)


class Read(msgspec.Struct, frozen=True):
    """The texts of a set: steps by card, what is wrong with them, and what is odd."""

    texts: dict[str, Texts]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def read_texts(cards: CardSet) -> Read:
    """Read all texts of a set, card by card and step by step; everything wrong is found, each with its place."""
    texts: dict[str, Texts] = {}
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for card in (*cards.cards, *cards.base):
        reader = Reader(LANGUAGE, card.code)
        play = reader.slot("play", list(card.play))
        team = reader.slot("team", list(card.team.steps)) if card.team else ()
        texts[card.code] = Texts(play=play, team=team)
        problems += reader.problems
        warnings += [*reader.warnings, *_odd(card.code, card.text, (*play, *team))]
    for one in cards.damage:
        reader = Reader(LANGUAGE, one.code)
        red, grey = reader.slot("red", list(one.red.steps)), reader.slot("grey", list(one.grey))
        texts[one.code] = Texts(play=grey, red=red)
        problems += reader.problems
        warnings += [*reader.warnings, *_odd(one.code, one.text, (*red, *grey))]
    return Read(texts, tuple(problems), tuple(warnings))


def _odd(card: str, text: Text | None, steps: Steps) -> Iterable[Problem]:
    """Yield what the words on a card say and its steps do not, in either language."""
    if text is not None:
        yield from text_warnings(card, "text", text.fr, steps)
        yield from text_warnings(card, "text", text.en, steps)


def standing_of(cards: CardSet) -> Standing:
    """Return how many of the cards of decks are whole, ask the table, have their text only, or are missing."""
    texts = read_texts(cards).texts
    held: list[ActionCard | DamageCard] = [*cards.cards, *cards.base, *cards.damage]
    own = {card.code for card in cards.base}
    found = []
    for card in held:
        read = texts[card.code]
        text = card.text.fr if card.text is not None else ""
        everybodys = isinstance(card, ActionCard) and card.code in own and card.colour is None
        count = card.copies * (len(Character) if everybodys else 1)
        found.append((wholeness((read.play, read.team, read.red), text=text), count))
    return standing(found, HELD)


def play_problems(cards: CardSet) -> Iterable[Problem]:
    """Yield everything that keeps a set from being played without the box; keeping score needs less (``problems``)."""
    yield from cards.problems()
    yield from cards.missing()
    if cards.language != VERSION:
        params: dict[str, int | str] = {"value": cards.language, "least": VERSION, "most": VERSION}
        yield Problem("language_version", None, params)
    yield from read_texts(cards).problems


KEPT: Final = 8
"""How many sets are kept ready: a club plays with one or two."""

_READY: Final[OrderedDict[bytes, Book]] = OrderedDict()
_LAST: Final[list[tuple[CardSet, Book]]] = []


def book_of(cards: CardSet) -> Book:
    """Return a set ready for play. Raises ``Illegal`` with all that is wrong with it."""
    if _LAST and _LAST[0][0] is cards:
        return _LAST[0][1]
    key = msgspec.json.encode(cards)
    book = _READY.get(key)
    if book is None:
        wrong = list(play_problems(cards))
        if wrong:
            raise Illegal(wrong)
        book = bind(cards, read_texts(cards).texts)
        _READY[key] = book
        if len(_READY) > KEPT:
            _READY.popitem(last=False)
    _LAST[:] = [(cards, book)]
    return book
