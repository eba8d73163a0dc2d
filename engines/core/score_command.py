"""``python -m engines GAME score FILE``: the board of a match kept on a score pad.

The file holds its setup, the entries in force, and the names if the keeper gives them.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from engines.core.command import Answer, Command, read_text
from engines.core.decoding import json_data
from engines.core.documents import shortened
from engines.core.problems import Illegal, Malformed, Problem
from engines.core.score import Entry, Outcome, Replay, ScoreGame, Setup, State, encode
from engines.core.verify import file_argument

FORMAT: Final = "arriere-ban/score"
VERSION: Final = 1


class Match[S: Setup, T: State](Struct, frozen=True):
    """What a file holds. ``names`` are by seat, or empty."""

    setup: S
    entries: tuple[Entry[T], ...]
    names: tuple[str, ...] = ()

    def name(self, seat: int) -> str:
        """What to call a seat."""
        return self.names[seat] if self.names else f"seat {seat}"


def write_match[S: Setup, T: State](setup: S, entries: Sequence[Entry[T]], names: Sequence[str] = ()) -> dict[str, Any]:
    """Return a match as the JSON data of a file."""
    data = {"format": FORMAT, "version": VERSION, "setup": encode(setup), "entries": [encode(e) for e in entries]}
    return data | ({"names": list(names)} if names else {})


def read_match[S: Setup, T: State](game: ScoreGame[S, T], text: str | bytes) -> Match[S, T]:
    """Read a file of this game; raise ``Malformed`` saying where it cannot be read."""
    data = json_data(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Malformed(f"not a kept score: {FORMAT!r} is expected", "$.format")
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        raise Malformed(
            f"version {shortened(repr(data.get('version')))} is not known; this program reads {VERSION}", "$.version"
        )
    unknown = sorted(set(data) - {"format", "version", "setup", "entries", "names"})
    if unknown:
        raise Malformed(f"unknown field {shortened(unknown[0])!r}")
    setup = _within("$.setup", game.decode_setup, data.get("setup"))
    written = data.get("entries", [])
    if not isinstance(written, list):
        raise Malformed("a list is expected", "$.entries")
    entries = tuple(_within(f"$.entries[{i}]", game.decode_entry, one) for i, one in enumerate(written))
    names = data.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Malformed("a list of names is expected", "$.names")
    if names and len(names) != setup.seats:
        raise Malformed(f"{len(names)} names for {setup.seats} seats", "$.names")
    return Match(setup, entries, tuple(names))


def _within(where: str, decode: Any, data: object) -> Any:
    try:
        return decode(data)
    except Malformed as error:
        raise error.within(where) from error


def score_command(game: ScoreGame[Any, Any]) -> Command:
    """Return the command that prints boards of this game.

    It answers the board (status 0), the board and every entry that does not hold (1), or why there is none (2).
    """

    def score(options: Namespace) -> Answer:
        try:
            match = read_match(game, read_text(options.file))
            replay = game.replay(match.setup, match.entries)
        except (Malformed, OSError) as unreadable:
            return Answer(f"cannot be read: {unreadable}", 2)
        except Illegal as wrong:
            return Answer("\n".join(f"setup: {_problem(problem)}" for problem in wrong.problems), 2)
        return Answer("\n".join(_board(game, match, replay)), 1 if replay.faults else 0)

    return Command("print the board of a kept score, and the entries that do not hold", score, file_argument)


def _board(game: ScoreGame[Any, Any], match: Match[Any, Any], replay: Replay[Any]) -> Iterator[str]:
    width = max(len(match.name(seat)) for seat in replay.state.seats)
    for line in sorted(game.board(replay.state), key=lambda line: (line.place, line.seat)):
        sources = ", ".join(f"{source} {amount}" for source, amount in line.sources.items())
        text = f"{line.place}. {match.name(line.seat):{width}}  {line.total}"
        yield f"{text}  ({sources})" if sources else text
    outcome = game.outcome(replay.state)
    yield _ending(match, outcome) if outcome else "not over"
    for need in game.needs(replay.state):
        yield f"{match.name(need.seat)}: {need.code} {need.points}"
    for step in replay.faults:
        yield from (f"entry {step.id}: {_problem(problem)}" for problem in step.problems)


def _ending(match: Match[Any, Any], outcome: Outcome) -> str:
    text = f"over ({outcome.reason}): {', '.join(match.name(seat) for seat in outcome.winners)}"
    if outcome.tie_breaks:
        text += f", by {', '.join(outcome.tie_breaks)}"
    if outcome.missing:
        text += f"; missing: {', '.join(outcome.missing)}"
    return f"{text}; another game decides" if outcome.another_game else text


def _problem(problem: Problem) -> str:
    details = ", ".join(f"{name} {value}" for name, value in problem.params.items())
    rule = f" [{problem.rule}]" if problem.rule else ""
    return f"{problem.code}{f' ({details})' if details else ''}{rule}"
