"""``python -m engines GAME tournament``: bots against each other, and which heroes are too good or too bad."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from engines.core.card_command import Shell, Simulation, json_told
from engines.core.command import Answer, Command, at_least, seed_number, workers_argument
from engines.core.dice import FastDice
from engines.core.playout import Bot
from engines.core.tournament import ByLot, Table, tournament

GAMES: Final = 200

SUMMARY: Final = "let bots play among themselves and each other, and print how they and their heroes fare"


def tournament_command(shell: Shell[Any]) -> Command:
    """Return the tournament of a game, which takes what is the game's own like its other commands."""

    def playing(options: Namespace, players: int) -> Simulation:
        here = Namespace(**{**vars(options), "players": players})
        shell.begin(here, FastDice(0))  # refuses what cannot be played
        return shell.simulation(here)

    def run(options: Namespace) -> Answer:
        tables = tournament(
            partial(playing, options),
            _bots(shell, options),
            seats=[int(seats) for seats in options.players],
            heroes=shell.heroes,
            games=options.games,
            seed=options.seed,
            workers=options.workers,
        )
        return json_told(list(tables)) if options.json else Answer("\n".join(_told(tables)))

    def arguments(parser: ArgumentParser) -> None:
        bots, seats = list(shell.bots), [str(seats) for seats in shell.seats if seats > 1]
        parser.add_argument("--bots", type=_some_of(bots), default=bots, metavar="A,B", help=_default(bots))
        parser.add_argument("--players", type=_some_of(seats), default=seats, metavar="N,M", help=_default(seats))
        told = f"of each line-up at least, default: {GAMES}"
        parser.add_argument("--games", type=at_least(1), default=GAMES, metavar="N", help=told)
        parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
        parser.add_argument("--json", action="store_true", help="print JSON")
        if shell.chooses is not None:
            parser.add_argument("--by-lot", action="store_true", help="heroes by lot instead of chosen")
        shell.arguments(parser)
        workers_argument(parser)

    return Command(SUMMARY, run, arguments)


def _some_of(known: Sequence[str]) -> Callable[[str], list[str]]:
    """Return what reads an argument as some of the known words, in their order, each once."""

    def chosen_words(text: str) -> list[str]:
        found = text.split(",")
        for one in found:
            if one not in known:
                raise ArgumentTypeError(f"{one!r} is not one of {', '.join(known)}")
        return [one for one in known if one in found]

    return chosen_words


def _default(known: Sequence[str]) -> str:
    return f"default: {','.join(known)}"


def _bots(shell: Shell[Any], options: Namespace) -> list[Bot[Any]]:
    found = [shell.bots[name] for name in options.bots]
    if shell.chooses is None or not options.by_lot:
        return found
    return [ByLot(bot, shell.chooses) for bot in found]


HEAD: Final = ("of", "", "played", "share", "margin", "of fair")


def _told(tables: Iterator[Table]) -> Iterator[str]:
    """Yield a heading for each table, and a line for each bot or hero."""
    for number, table in enumerate(tables):
        if number:
            yield ""
        who = " against ".join(table.bots) if len(table.bots) > 1 else f"{table.bots[0]} alone"
        yield f"{table.seats} seats, {who}: {table.games} games, {table.turns:.1f} turns on average"
        rows = [
            (one.group, one.name, str(one.played), f"{one.share:.1%}", f"± {one.margin:.1%}", f"{one.of_fair:.2f}")
            for one in table.standings
        ]
        groups, names = (max(len(row[place]) for row in (HEAD, *rows)) for place in (0, 1))
        for group, name, played, share, margin, of_fair in (HEAD, *rows):
            yield f"  {group:{groups}}  {name:{names}}  {played:>8}  {share:>6}  {margin:>7}  {of_fair:>7}"
