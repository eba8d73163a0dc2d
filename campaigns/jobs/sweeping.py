"""What is done whether or not anybody asks: jobs and tables woken, answers no longer waited for.

Some worker carries out a ``sweep`` every half minute: a ``lookout`` sends the message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from campaigns.jobs import queue, signs

Duty = Callable[[], object]
_DUTIES: Final[list[Duty]] = []


def register(duty: Duty) -> None:
    """Let a room do something at every sweep. Registering twice changes nothing."""
    if duty not in _DUTIES:
        _DUTIES.append(duty)


def sweep() -> None:
    """Show that a worker is there, wake the jobs that were forgotten, then do what the rooms have registered."""
    signs.leave()
    queue.sweep()
    for duty in _DUTIES:
        duty()
