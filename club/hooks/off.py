"""A hook is switched off by what its receiver says, or does not say; whoever looks after it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from club.models.hook import Hook, OffWhy

type Listener = Callable[[Hook], None]
_LISTENERS: Final[list[Listener]] = []


def on_switched_off(listener: Listener) -> None:
    """Let somebody hear of it, inside the transaction. Registering twice changes nothing."""
    if listener not in _LISTENERS:
        _LISTENERS.append(listener)


def switch_off(hook: Hook, why: OffWhy) -> None:
    """Switch a locked hook off."""
    hook.active, hook.off_why = False, why
    hook.version += 1
    hook.save(update_fields=["active", "off_why", "version"])
    for listener in _LISTENERS:
        listener(hook)
