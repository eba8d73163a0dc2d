"""How a pad goes on in a place without a network: what a phone may offer before the site has heard the last entries.

A phone knows no rules. It is told with each pad how its forms go on after a round or a turn was ended, and what the
entries that wait will probably bring. Once they arrive, the engine says what holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from campaigns.matches.scores.wording import Text
from engines.core.score import State


class Ahead(Struct, frozen=True, kw_only=True):
    """An entry of ``kind`` goes on to the next of ``values`` for every field of the name ``field``: rounds, or seats.

    ``values`` begin with what the field says now; after the last one they begin again where they go ``round``.
    ``fresh`` is a state whose forms fit as soon as one such entry waits, ``last`` one whose forms come after the last
    value; ``label`` is what the values are called and ``names`` what each of them is, ``ending`` what comes after them.
    """

    kind: str
    field: str
    values: tuple[int, ...]
    label: Text
    names: tuple[Text, ...] = ()
    round: bool = False
    fresh: State | None = None
    last: State | None = None
    ending: Text = ""

    def told(self) -> dict[str, Any]:
        """Return what the page's script is told."""
        return {
            "kind": self.kind,
            "field": f"f.{self.field}",
            "values": self.values,
            "label": str(self.label),
            "names": [str(name) for name in self.names],
            "round": self.round,
            "ending": str(self.ending),
        }


class Worth(Struct, frozen=True):
    """What an entry brings whom: the field that names the seat, and the points or the field that says how many."""

    seat: str
    points: int | str


class Told(Struct, frozen=True):
    """All that a phone is told of what comes."""

    steps: Ahead | None = None
    worth: Mapping[str, Worth] = field(default_factory=dict)
    seats: frozenset[str] = frozenset({"seat"})

    def data(self) -> dict[str, Any]:
        """Return it for the page's script."""
        return {
            "steps": self.steps.told() if self.steps is not None else None,
            "worth": {
                kind: [f"f.{one.seat}", one.points if isinstance(one.points, int) else f"f.{one.points}"]
                for kind, one in self.worth.items()
            },
            "seats": sorted(f"f.{name}" for name in self.seats),
        }
