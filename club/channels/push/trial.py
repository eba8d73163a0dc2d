"""Trying a device out: the room that has jobs says how (``on_trial``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from club.models import PushDevice

_ASKED: Final[list[Callable[[PushDevice], None]]] = []


def on_trial(listener: Callable[[PushDevice], None]) -> None:
    """Let this see to it that a device is sent a trial. Registering twice changes nothing."""
    if listener not in _ASKED:
        _ASKED.append(listener)


def ask(device: PushDevice) -> None:
    """Have a device sent a message that says it works."""
    for listener in _ASKED:
        listener(device)
