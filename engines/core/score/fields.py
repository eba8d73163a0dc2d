"""What an entry takes, so that a page can ask for it without knowing the game."""

from __future__ import annotations

from msgspec import Struct


class Pick(Struct, frozen=True, tag="pick", tag_field="type"):
    """A field of an entry that takes one of ``values``; ``None`` stands for nobody or nothing.

    With ``many`` it takes a list of different ones, exactly ``count`` of them unless that is ``None``.

    Each value is allowed in at least one combination with the other fields, not in all: ``apply`` has the last word.
    """

    name: str
    values: tuple[int | str | None, ...]
    many: bool = False
    default: int | str | None = None
    count: int | None = None


class Number(Struct, frozen=True, tag="number", tag_field="type"):
    """A field that takes a whole number ``least`` .. ``most`` (``None``: no limit); ``per_seat``: one for each seat.

    ``usual`` are the values a page offers first. With ``seats`` only these are asked, and the others are not known.
    """

    name: str
    least: int = 0
    most: int | None = None
    per_seat: bool = False
    default: int | None = None
    usual: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()


class Words(Struct, frozen=True, tag="words", tag_field="type"):
    """A field that takes a short text of at most ``most`` characters, such as the name of a card."""

    name: str
    most: int = 60


class Rows(Struct, frozen=True, tag="rows", tag_field="type"):
    """A field that takes ``least`` or more small records (``most``: at most so many), each with the same fields.

    ``per_seat``: one record for each seat, in their order.
    """

    name: str
    fields: tuple[Pick | Number | Words, ...]
    least: int = 1
    most: int | None = None
    per_seat: bool = False


type Field = Pick | Number | Words | Rows


class Choice(Struct, frozen=True):
    """A kind of entry that may be made now, and its fields; a page draws its buttons from it."""

    kind: str
    fields: tuple[Field, ...] = ()
