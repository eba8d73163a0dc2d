"""What ``python -m engines`` can run: a name, a summary, its arguments and what it answers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command prints, and the status it leaves the shell: 0 for success."""

    text: str
    status: int = 0


def no_arguments(parser: ArgumentParser) -> None:
    """Take none."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    ``arguments`` declares what it takes on its parser; ``run`` answers, or raises ``ValueError`` with the reason.
    """

    summary: str
    run: Callable[[Namespace], Answer]
    arguments: Callable[[ArgumentParser], None] = no_arguments
