"""When the captain that a battle waits for counts as away, and the mark by which a page knows it is up to date."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from campaigns.seating import absence as seating
from campaigns.wars.models.play import Captain, PlayedBattle, PlayState


def is_absent(played: PlayedBattle, captain: Captain) -> bool:
    """Tell whether a captain has kept a battle waiting longer than was agreed, or has no time left on the clock."""
    if played.state != PlayState.RUNNING or played.moved is None or captain.number != played.actor or captain.bot:
        return False
    waited = seating.is_absent(played.moved, timedelta(minutes=played.patience))
    return waited or left_of(played, captain, timezone.now()) == 0


def left_of(played: PlayedBattle, captain: Captain, now: datetime) -> int | None:
    """Return how many milliseconds a captain's clock shows; ``None`` without one."""
    if captain.left is None or played.moved is None:
        return None
    runs = captain.number == played.actor and played.turn > 0 and not captain.bot
    return max(0, captain.left - (int((now - played.moved).total_seconds() * 1000) if runs else 0))


def due_of(played: PlayedBattle) -> datetime | None:
    """Return when the captain that a battle waits for counts as away; ``None`` where it waits for nobody."""
    if played.state != PlayState.RUNNING or played.moved is None or _asked(played) is None:
        return None
    return played.moved + _most(played.patience, _left(played))


def mark_of(played: PlayedBattle) -> str:
    """Return the mark of a battle's page."""
    return mark(played.version, played.state, played.moved, patience=played.patience, left=_left(played))


def _asked(played: PlayedBattle) -> Captain | None:
    """Return the captain whose decision it is, if no bot's."""
    return next((one for one in played.captains.all() if one.number == played.actor and not one.bot), None)


def _left(played: PlayedBattle) -> int | None:
    asked = _asked(played)
    return asked.left if asked is not None and played.turn else None


def mark(version: int, state: str, moved: datetime | None, *, patience: int, left: int | None) -> str:
    """Return what changes whenever the battle's page does: with every change, and when somebody counts as away.

    ``patience``: minutes; ``left``: milliseconds on the clock that runs, as it was when it began to.
    """
    return seating.mark(version, late=state == PlayState.RUNNING and seating.is_absent(moved, _most(patience, left)))


def _most(patience: int, left: int | None) -> timedelta:
    most = timedelta(minutes=patience)
    return most if left is None else min(most, timedelta(milliseconds=left))
