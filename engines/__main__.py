"""The rules from a shell: ``python -m engines GAME COMMAND``."""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Mapping, Sequence

from engines.core.command import Command
from engines.registry import COMMANDS, GAMES


def parser() -> ArgumentParser:
    """Return the parser of all games and commands."""
    top = ArgumentParser(prog="python -m engines", description="Rules engines: tables, checks and games from a shell.")
    first = top.add_subparsers(dest="game", metavar="GAME", required=True)
    _add(first, COMMANDS)
    for game, commands in GAMES.items():
        below = first.add_parser(game, help=", ".join(commands))
        _add(below.add_subparsers(dest="command", metavar="COMMAND", required=True), commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, print its answer, and return the status: 0, the command's own, or 2 for what it cannot do."""
    options = parser().parse_args(arguments)
    command: Command = options.chosen
    try:
        answer = command.run(options)
    except (ValueError, OSError) as refusal:
        print(f"python -m engines: {refusal}", file=sys.stderr)
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        print(answer.text, flush=True)
    except BrokenPipeError:
        # Whoever reads has read enough (``| head``); at its end Python would try again, and complain.
        sys.stdout = io.StringIO()
    return answer.status


def _add(subparsers: _SubParsersAction[ArgumentParser], commands: Mapping[str, Command]) -> None:
    for name, command in commands.items():
        below = subparsers.add_parser(name, help=command.summary, description=command.summary)
        below.set_defaults(chosen=command)
        command.arguments(below)


if __name__ == "__main__":
    sys.exit(main())
