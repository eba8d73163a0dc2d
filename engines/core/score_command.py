"""``python -m engines GAME score FILE``: the board of a match kept on a score pad."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from engines.core.command import Answer, Command, read_text
from engines.core.problems import Illegal, Malformed, Problem
from engines.core.score import Outcome, Replay, ScoreGame
from engines.core.score_file import Match, read_match
from engines.core.verify import file_argument


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
