"""Where a replay opens: the first shot or blow; and the fall that decided the battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from campaigns.wars.replay.falls import Fall
from engines.musg.battle.events import Event, Kind

_VIOLENCE: Final = (Kind.SHOT, Kind.STRUCK, Kind.BLAST, Kind.RAMMED, Kind.RAN_OVER)
"""What a battle is watched for."""


def opening_of(events: Sequence[Event]) -> int:
    """Return the number of the first shot or blow; of the first turn's first event where nobody strikes; else 0."""
    found = next((event for event in events if event.kind in _VIOLENCE), None)
    found = found or next((event for event in events if event.turn), None)
    return found.index if found else 0


def decisive(events: Sequence[Event], falls: Sequence[Fall]) -> Fall | None:
    """Return the fall that decided: the last that gave one side the lead in victory points, else the last of all."""
    points: dict[int, int] = {}
    leader, turned = None, None
    for event in events:
        if event.kind is Kind.POINTS and event.side is not None:
            points[event.side] = int(event.data.get("total") or 0)  # type: ignore[arg-type]
            best = max(points.values())
            ahead = [side for side, total in points.items() if total == best]
            now = ahead[0] if len(ahead) == 1 else None
            if now is not None and now != leader:
                turned = event.index
            leader = now if now is not None else leader
    before = [fall for fall in falls if turned is None or fall.event < turned]
    felled = [fall for fall in before if fall.by is not None] or before
    return felled[-1] if felled else None
