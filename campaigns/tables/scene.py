"""A game as one reader sees it: what its page draws, what there is to decide, what happened, and what moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from campaigns.tables.cards import Face
from campaigns.tables.proposing import Proposing


class ActionButton(Struct, frozen=True):
    """One legal action as a button.

    ``label`` is on it, ``spoken`` is read aloud where the label alone says too little. With a ``seat`` it stands at
    that seat; ``rare`` ones are folded away there. ``cards``, ``note`` and the picture of a ``hero`` are shown on it.
    What is done to one seat or another in the same ``way`` stands in one row, where the seat's name is label enough.
    """

    code: str
    label: str
    seat: int | None = None
    spoken: str = ""
    cards: tuple[Face, ...] = ()
    note: str = ""
    icon: str = ""
    primary: bool = False
    rare: bool = False
    way: str = ""
    hero: str = ""


class StoryLine(Struct, frozen=True):
    """A sentence or two of the account. ``kind`` is "turn" for a heading, "loud" for what nobody should miss."""

    text: str
    kind: str = ""


type Lines = tuple[StoryLine, ...]


class Motion(Struct, frozen=True):
    """Something to be seen moving: of this ``kind``, at this seat, aimed at another, with this card or figure.

    Only what the reader may know stands in it. A kind that the page cannot draw is not drawn.
    """

    kind: str
    seat: int | None = None
    target: int | None = None
    figure: str = ""

    @property
    def encoded(self) -> str:
        """The four as one word for the page's script, a hyphen for what is missing."""
        values = (self.kind, self.seat, self.target, self.figure)
        return ",".join("-" if value in (None, "") else str(value) for value in values)


class Scene(Struct, frozen=True):
    """A game as one reader sees it: what the templates draw from ``board``, and what there is to decide.

    ``template`` is the table with everybody else and the piles, ``actions`` what the reader may do, ``hand`` what
    the reader holds. ``question`` is put to the reader, empty when it is another's to answer; ``doing`` says what
    whoever must decide is deciding, in words that follow the name. ``lines`` tell what happened after each action:
    ``lines[0]`` what came before the first; ``motions`` are all that was to be seen moving since the cards were
    dealt. ``together`` says that several are asked the same at once, ``racing`` that the first one counts;
    ``waiting`` is what whoever is not asked, or has answered already, reads meanwhile. ``proposing`` is what the
    reader may propose where the table decides, of which the page makes a form.
    """

    template: str
    actions: str
    hand: str
    board: Any
    question: str = ""
    doing: str = ""
    lines: tuple[Lines, ...] = ()
    together: bool = False
    racing: bool = False
    waiting: str = ""
    ending: str = ""
    out: frozenset[int] = frozenset()
    motions: tuple[Motion, ...] = ()
    proposing: Proposing | None = None


def around[Seat](seats: Sequence[Seat], viewer: int | None) -> tuple[Seat | None, tuple[Seat, ...]]:
    """Return the viewer's seat and those of the others, in the order after it; all of them for who only looks on."""
    if viewer is None:
        return None, tuple(seats)
    return seats[viewer], (*seats[viewer + 1 :], *seats[:viewer])
