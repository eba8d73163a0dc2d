"""The Badassometer as data: where every marker stands, for whoever draws it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from engines.badass_force.score.state import BadassState, Mode

CASES: Final = 16
"""The last space of the printed track; beyond it markers go round on their other face (ruling F33)."""


class Marker(Struct, frozen=True):
    """One seat's marker: points, the space it stands on (``case``, 0..16), how often it went round, the seat's mode."""

    seat: int
    total: int
    case: int
    rounds: int
    mode: Mode
    active: bool
    reached: bool


class Track(Struct, frozen=True):
    """The track: its last space (``cases``), the limit of this game, and the markers, the foremost first."""

    cases: int
    limit: int
    markers: tuple[Marker, ...]
    last_turn: bool


def track(state: BadassState) -> Track:
    """Return the Badassometer as it stands."""
    markers = [
        Marker(
            seat=seat,
            total=total,
            case=(total - 1) % CASES + 1 if total else 0,
            rounds=(total - 1) // CASES if total else 0,
            mode=state.mode(seat),
            active=seat == state.active and not state.ended,
            reached=total >= state.setup.limit,
        )
        for seat, total in enumerate(state.totals)
    ]
    markers.sort(key=lambda marker: (-marker.total, marker.seat))
    return Track(CASES, state.setup.limit, tuple(markers), state.limit_reached and not state.ended)
