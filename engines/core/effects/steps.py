"""Steps: what a card does, one after the other, as frozen values; and the kinds of fields they have.

A verb is one file: a ``Step`` with its tag, ``apply``, and where it aims at somebody its candidates. Fields declare by
their type how they are read: ``Who`` is a word for seats, ``Amount`` a number, ``Name`` makes a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from msgspec import Struct

if TYPE_CHECKING:
    from engines.core.effects.under_way import UnderWay

STEPS_MOST: Final = 200
"""One resolution takes no more steps, whatever the card says."""
SEATS_MOST: Final = 6
"""The largest table: "each" never goes round further."""


class Reads(StrEnum):
    """How a field is read where its type alone does not say it."""

    WHO = "who"
    AMOUNT = "amount"
    NAME = "name"
    CARD = "card"
    PRICE = "price"
    STEPS = "steps"
    BRANCHES = "branches"
    WHEN = "when"
    WHENS = "whens"


def plain(field: str) -> str:
    """Return a field as it is written: the underscore is for words that Python keeps to itself."""
    return field.rstrip("_")


class Count(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A number counted at the table when the step is done: how many of ``count`` a seat has, at ``most`` so many."""

    count: str
    who: str = "me"
    most: int = 0


class Step(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="do",
    rename=plain,
):
    """One step of a card.

    ``slots`` are those in which the verb can act (empty: in all), ``makes`` the kind of name that its ``as`` makes
    ("seat", "number", "card"), ``gives`` the names that its inner steps find made. ``literal``: people may use it where
    the table decides. ``asks_table``: it is not whole, the table decides.
    """

    slots: ClassVar[tuple[str, ...]] = ()
    makes: ClassVar[str] = "seat"
    gives: ClassVar[Mapping[str, str]] = {}
    literal: ClassVar[bool] = False
    asks_table: ClassVar[bool] = False

    def apply(self, host: Any, way: UnderWay) -> None:
        """Do it at a table. What cannot be done is skipped and said."""
        raise NotImplementedError

    def faults(self) -> Iterable[tuple[str, str]]:
        """Yield what does not go together: the field and the code of the problem."""
        return ()

    @property
    def rounds(self) -> int:
        """How often its inner steps are done at most."""
        return 1


type Steps = tuple[Step, ...]

Who = Annotated[str, Reads.WHO]
"""A word for seats, or a name made by an earlier step."""
Amount = Annotated[int | str | Count, Reads.AMOUNT]
"""A number, the name of one, or what is counted at the table."""
Name = Annotated[str, Reads.NAME]
"""Makes a name for what the step chose; it lives in its slot only."""
Price = Annotated[str, Reads.PRICE]
"""What can be paid with, by the game's word."""
CardName = Annotated[str, Reads.CARD]
"""``this``, or the name of a card made by an earlier step."""
Inner = Annotated[tuple[Step, ...], Reads.STEPS]
Branches = Annotated[tuple[tuple[Step, ...], ...], Reads.BRANCHES]
