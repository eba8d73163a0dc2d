"""How an action is written: the codes that the log holds are read with the cards of the game."""

from __future__ import annotations

from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.book import Book
from engines.core.problems import Malformed

MOST_CHARACTERS: Final = 2000
"""No code is as long as this."""
DIGITS_MOST: Final = 3


def action(code: str, book: Book) -> Action:
    """Read a code. Raises ``Malformed`` when no action is written so.

    Whether it is legal is the game's to say. What answers a card's text may be any words.
    """
    found = book.actions.get(code)
    if found is not None:
        return found
    if not code or len(code) > MOST_CHARACTERS or not code.isprintable():
        raise Malformed(f"{code[:80]!r} is not an action of Space Serenade")
    word, _, rest = code.partition(" ")
    if (
        word == Kind.RESIGN
        and rest.isascii()
        and rest.isdecimal()
        and len(rest) <= DIGITS_MOST
        and str(int(rest)) == rest
    ):
        return Action(code, Kind.RESIGN, int(rest))
    return Action(code, Kind.ANSWER)
