"""``python -m engines bagarre play``, ``simulate`` and ``counts``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from engines.bagarre.account import account
from engines.bagarre.actions import Action
from engines.bagarre.bots import BOTS, bot
from engines.bagarre.duel import duel
from engines.bagarre.game import Bagarre
from engines.bagarre.heroes import CODES
from engines.bagarre.options import PLAYERS, Options, Setup, problems
from engines.bagarre.proof import prove
from engines.bagarre.simulation import Fault, check_games, simulate as simulate_games
from engines.core.command import SEED_BYTES, Answer, Command, at_least, mapped, seed_number, workers_argument
from engines.core.dice import FastDice, SeededDice, commitment
from engines.core.playout import Bot, Rate, Tally, divide, finish
from engines.core.problems import Problem
from engines.core.shares import Share

CHUNKS: Final = 8
"""The work is cut into so many parts for each process."""

CHECKED_AT_ONCE: Final = 1000

VARIANTS: Final[Mapping[str, Callable[[int], dict[str, Any]]]] = {
    "heroes": lambda players: {},
    "plain": lambda players: {"heroes": False},
    "trolls": lambda players: {"trolls": True},
    "teams": lambda players: {"teams": _teams(players, 2)},
    "same-hero": lambda players: {"teams": _teams(players, 2), "same_hero_per_team": True},
    "three-teams": lambda players: {"teams": _teams(players, 3)},
}
"""The variants by name: what each changes in the options."""


def _teams(players: int, count: int) -> tuple[int, ...]:
    return tuple(seat % count for seat in range(players))


def play(options: Namespace) -> Answer:
    """Play one game with receipts and answer its account, or with ``--json`` the proof that anybody can check."""
    setup = _setup(options)
    seed = options.seed.to_bytes(SEED_BYTES, "big")
    game = Bagarre.new(setup.players, setup.options, dice=SeededDice(seed))
    finish(game, _bots(options) or [BOTS["thumb"]] * setup.players, FastDice(options.seed))
    if options.json:
        return Answer(msgspec.json.format(msgspec.json.encode(prove(game, seed))).decode())
    return Answer("\n".join([*account(game), f"seed hash {commitment(seed)}"]))


def simulate(options: Namespace) -> Answer:
    """Play many games and answer how often each hero, seat and bot wins; or check random games of all variants."""
    if options.check:
        return _check(options)
    if options.mirrored:
        return _mirrored(options)
    setup = _setup(options)
    tally = Tally()
    work = partial(_part, setup, _bots(options), options.seed)
    for part in mapped(work, _parts(options.games, options.workers), options.workers):
        tally.merge(part)
    if options.json:
        return Answer(msgspec.json.format(msgspec.json.encode(tally)).decode())
    return Answer("\n".join(_told(tally)))


def counts(options: Namespace) -> Answer:
    """Answer how many sequences of legal actions a dealt game has, in all and after each first action."""
    setup = _setup(options)
    game = Bagarre.new(setup.players, setup.options, dice=FastDice(options.seed), record=False)
    if not options.depth:
        return Answer("1")
    found = divide(game, options.depth)
    return Answer("\n".join([*(f"{code}: {count}" for code, count in found.items()), str(sum(found.values()))]))


def _part(setup: Setup, bots: list[Bot[Action]], seed: int, part: tuple[int, int]) -> Tally:
    return simulate_games(setup.players, setup.options, games=part[1], bots=bots, seed=seed, first=part[0])


def _check(options: Namespace) -> Answer:
    """Play random games of all sizes and variants while every table is audited. Status 1 at the first fault."""
    counted: dict[str, int] = {}
    parts = [(n, min(CHECKED_AT_ONCE, options.games - n)) for n in range(0, options.games, CHECKED_AT_ONCE)]
    try:
        for part in mapped(partial(_checked, options.seed), parts, options.workers):
            for variant, games in part.items():
                counted[variant] = counted.get(variant, 0) + games
    except Fault as fault:
        return Answer(str(fault), 1)
    lines = [f"{variant}: {games}" for variant, games in sorted(counted.items())]
    return Answer("\n".join([*lines, f"{sum(counted.values())} random games, no fault"]))


def _checked(seed: int, part: tuple[int, int]) -> dict[str, int]:
    return check_games(part[1], seed=seed, first=part[0])


def _mirrored(options: Namespace) -> Answer:
    """Let two bots play every deal twice with seats exchanged."""
    setup = _setup(options)
    names = options.bots or []
    if setup.players != 2 or len(names) != 2:
        raise ValueError("--mirrored is for two players and two bots: --players 2 --bots strong,thumb")
    rate = Rate()
    work = partial(_duel, setup.options, _bots(options), options.seed)
    for part in mapped(work, _parts(options.games, options.workers), options.workers):
        rate.merge(part)
    if options.json:
        return Answer(msgspec.json.format(msgspec.json.encode(rate)).decode())
    return Answer(f"{names[0]} against {names[1]}: {_rate(rate)}")


def _duel(options: Options, bots: list[Bot[Action]], seed: int, part: tuple[int, int]) -> Rate:
    return duel(bots[0], bots[1], games=part[1], options=options, seed=seed, first=part[0])


def _parts(games: int, workers: int) -> list[tuple[int, int]]:
    each = max(1, -(-games // (workers * CHUNKS)))
    return [(first, min(each, games - first)) for first in range(0, games, each)]


def _told(tally: Tally) -> Iterator[str]:
    games = max(1, tally.games)
    turns = sum(turns * count for turns, count in tally.lengths.items())
    yield f"{tally.games} games, {turns / games:.1f} turns and {tally.decisions / games:.1f} decisions on average"
    yield f"the dragon awoke in {tally.marks.get('dragon', 0) / games:.1%} of them"
    for group, rates in tally.rates.items():
        width = max(len(key) for key in rates)
        ranked = rates.items() if group == "seat" else sorted(rates.items(), key=lambda item: -item[1].share.value)
        for key, rate in ranked:
            yield f"{group} {key:{width}}  {_rate(rate)}"
    yield ", ".join(f"{ending}: {count}" for ending, count in sorted(tally.endings.items()))


def _rate(rate: Rate) -> str:
    return f"won {_share(rate.share)} of {rate.played}, drawn {rate.drawn}"


def _share(share: Share) -> str:
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def _setup(options: Namespace) -> Setup:
    """Return what is to be played. Raises ``ValueError`` with a sentence for all that is wrong with it."""
    figures = VARIANTS[options.variant](options.players)
    if options.heroes:
        figures["fixed_heroes"] = options.heroes
    setup = Setup(players=options.players, options=Options(**figures))
    wrong = problems(setup, CODES)
    if wrong:
        raise ValueError("; ".join(dict.fromkeys(map(_sentence, wrong))))
    return setup


def _sentence(problem: Problem) -> str:
    """Say what is wrong with the arguments."""
    return _WRONG.get(problem.code, problem.code).format(
        **problem.params, figure=problem.figure, heroes=", ".join(CODES)
    )


_WRONG: Final[Mapping[str, str]] = {
    "teams_shape": "{players} players make no such teams: teams and same-hero are for 4 or 6, three-teams for 6",
    "no_such_hero": "{item!r} is not a hero; there are {heroes}",
    "fixed_heroes_seats": "--heroes names {count} seats, but there are {most} players: separate them by commas",
    "heroes_per_seat": "--heroes: seat {figure} takes {most}, all different, but has {count} (a troll's joined by +)",
    "fixed_heroes_without_heroes": "--heroes cannot be used with --variant plain",
}
"""All that arguments can get wrong, by the code of the problem."""


def _bots(options: Namespace) -> list[Bot[Action]]:
    """Return the bots of the seats, those that were named again and again until all have one."""
    names = options.bots or []
    return [bot(names[seat % len(names)]) for seat in range(options.players)] if names else []


def _names(text: str) -> list[str]:
    names = text.split(",")
    for one in names:
        if one not in BOTS:
            raise ArgumentTypeError(f"{one!r} is not one of {', '.join(BOTS)}")
    return names


def _heroes(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part.split("+")) for part in text.split(","))


def _common(parser: ArgumentParser, *, players: int) -> None:
    least, most = PLAYERS
    every = range(least, most + 1)
    parser.add_argument("--players", type=int, choices=every, default=players, help=f"default: {players}")
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--heroes", type=_heroes, metavar="A,B+C", help="heroes by seat instead of dealt ones, trolls' with +"
    )
    parser.add_argument("--variant", choices=VARIANTS, default="heroes", help="default: heroes")


def _bots_argument(parser: ArgumentParser, default: str) -> None:
    text = f"{', '.join(BOTS)}, by seat; default: {default}"
    parser.add_argument("--bots", type=_names, metavar="A,B", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")


def _play_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=4)
    _bots_argument(parser, "thumb")


def _simulate_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=4)
    _bots_argument(parser, "random")
    parser.add_argument("--games", type=at_least(1), default=10_000, metavar="N", help="default: 10000")
    parser.add_argument("--mirrored", action="store_true", help="two bots: every deal twice with seats exchanged")
    parser.add_argument(
        "--check", action="store_true", help="random games of all sizes and variants, looking at every table instead"
    )
    workers_argument(parser)


def _counts_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=2)
    parser.add_argument("--depth", type=at_least(0), default=3, metavar="D", help="default: 3")


COMMANDS: Final[Mapping[str, Command]] = {
    "play": Command("play one game between bots and print its account, or its proof", play, _play_arguments),
    "simulate": Command("play many games and print who wins how often", simulate, _simulate_arguments),
    "counts": Command("count the sequences of legal actions of a dealt game", counts, _counts_arguments),
}
