"""What ``python -m engines`` can run: a name, a summary, its arguments and what it answers."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from engines.core.dice import SEED_BYTES
from engines.core.documents import refuse_length
from engines.core.problems import Malformed


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


def at_least(low: int) -> Callable[[str], int]:
    """Return what reads an argument as a whole number of ``low`` or more."""

    def whole(text: str) -> int:
        if not text.isdecimal() or int(text) < low:
            raise ArgumentTypeError(f"{text!r} is not a whole number of {low} or more")
        return int(text)

    return whole


def seed_number(text: str) -> int:
    """Read an argument as the seed of dice: a whole number that 32 bytes can hold."""
    number = at_least(0)(text)
    if number >= 1 << 8 * SEED_BYTES:
        raise ArgumentTypeError(f"a seed is less than 2 to the power of {8 * SEED_BYTES}")
    return number


def read_text(path: str) -> str:
    """Return what a file that anybody may have written holds.

    Raises ``Malformed`` for one that is longer than any document, or is no text, and ``OSError``.
    """
    file = Path(path)
    refuse_length(file.stat().st_size)
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"no text: {error}") from error


def workers_argument(parser: ArgumentParser) -> None:
    """Take the number of processes that share the work."""
    parser.add_argument("--workers", type=at_least(1), default=1, metavar="N", help="processes, default: 1")


def mapped[P, R](work: Callable[[P], R], parts: Iterable[P], workers: int) -> Iterator[R]:
    """Yield what comes of each part of the work, in order, done by so many processes."""
    if workers == 1:
        yield from map(work, parts)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(work, parts, chunksize=1)
