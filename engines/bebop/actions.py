"""Actions as small frozen values, with the codes that the log holds. Those about cards are made for each card set."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from engines.bebop.ground import CHARACTERS, CLUES, PILES, PLACES, RESISTANCE, TARGETS

SEATS: Final = 4


class Kind(StrEnum):
    """What an action does; the first word of its code, but for an answer to a card's text."""

    CHARACTER = "character"
    PLAY = "play"
    BUY = "buy"
    RENEW = "renew"
    TRAVEL = "travel"
    TAKE = "take"
    SKILL = "skill"
    TEAM = "team"
    END = "end"
    ANSWER = "answer"
    RESIGN = "resign"


class Action(Struct, frozen=True):
    """One action.

    ``number`` and ``second`` are what it is about: a card by its number in the book, a place, a character, a seat, a
    target and its pile; -1 for nothing.
    """

    code: str
    kind: Kind
    number: int = -1
    second: int = -1


END: Final = Action("end", Kind.END)
RENEW: Final = Action("renew", Kind.RENEW)
CHARACTER: Final = tuple(Action(f"character {code}", Kind.CHARACTER, n) for n, code in enumerate(CHARACTERS))
TRAVEL: Final = tuple(Action(f"travel {code}", Kind.TRAVEL, n) for n, code in enumerate(PLACES))
TAKE: Final = tuple(
    tuple(Action(f"take {code} {PILES[pile]}", Kind.TAKE, n, pile) for pile in (RESISTANCE, CLUES))
    for n, code in enumerate(TARGETS)
)
"""``TAKE[target][pile]``."""
RESIGN: Final = tuple(Action(f"resign {n}", Kind.RESIGN, n) for n in range(SEATS))


def skill(name: str, about: str = "", number: int = -1, second: int = -1) -> Action:
    """Use a skill, with the card or pile it is used on."""
    return Action(f"skill {name} {about}".rstrip(), Kind.SKILL, number, second)


SKILL_TOKEN: Final = {
    name: tuple(skill(name, code, n, pile) for n, code in enumerate(TARGETS))
    for name, pile in (("ed_a", CLUES), ("jet_b", RESISTANCE))
}
"""Skills that take a token at once, by the target."""
SKILL_PLAIN: Final = {name: skill(name) for name in ("jet_a", "spike_a", "faye_a")}
SKILL_CARDS: Final = ("ed_b", "spike_b", "faye_b")
"""Skills that are used on a card."""

PLAIN: Final = (
    END,
    RENEW,
    *CHARACTER,
    *TRAVEL,
    *(action for pair in TAKE for action in pair),
    *RESIGN,
    *(action for row in SKILL_TOKEN.values() for action in row),
    *SKILL_PLAIN.values(),
)
"""All actions that name no card."""


def answer(code: str) -> Action:
    """Answer to what a card's text asks."""
    return _ANSWERS.get(code) or _ANSWERS.setdefault(code, Action(code, Kind.ANSWER))


_ANSWERS: Final[dict[str, Action]] = {}
