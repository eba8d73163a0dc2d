"""Messages that wake workers. Celery is loaded when the first is sent: most web processes of a quiet club never do."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any, Final

TASKS: Final = "campaigns.tasks"
"""Where the tasks of all rooms are."""


def send(task: str, *arguments: int, **how: Any) -> None:
    """Send a message for a task, by its function's name; ``how`` goes to Celery's ``apply_async``.

    Raises whatever the broker does: one that does not answer is not waited for a second time.
    """
    getattr(load(), task).apply_async(arguments, retry=False, **how)


def load() -> ModuleType:
    """Load Celery and return the tasks; a process from which others are forked does so before, and they share it."""
    return import_module(TASKS)
