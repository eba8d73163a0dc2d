"""What the events of all card games have in common: a rule, and who saw them whole."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """One event. ``rule`` is the heading of the rulebook or the ruling it applied; ``seen_by`` ``None`` means all."""

    secrets: ClassVar[tuple[str, ...]] = ()
    """The fields that only ``seen_by`` know."""

    seen_by: tuple[int, ...] | None = None
    rule: str = ""

    def seen_from(self, seat: int | None) -> Self:
        """Return the event as a seat saw it; ``None`` is a spectator."""
        if self.seen_by is None:
            return self
        if seat is not None and seat in self.seen_by:
            return replace(self, seen_by=None)
        return replace(self, seen_by=None, **dict.fromkeys(self.secrets))
