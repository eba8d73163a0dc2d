"""``python -m engines bagarre play``, ``simulate`` and ``counts``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from engines.bagarre.actions import Action, Kind
from engines.bagarre.bots import BOTS
from engines.bagarre.game import Game
from engines.bagarre.hero_codes import CODES
from engines.bagarre.options import PLAYERS, Options, Setup
from engines.bagarre.simulation import check_games, simulate as simulate_games
from engines.core.card_command import (
    Part,
    Shell,
    json_told,
    parts,
    rate_told,
    rates_told,
    with_usual_players,
)
from engines.core.command import Answer, Command, mapped
from engines.core.dice import FastDice
from engines.core.playout import Bot, Rate, Tally, finish, seeds
from engines.core.problems import Problem

USUAL: Final = Options()


def duel(
    one: Bot[Game],
    other: Bot[Game],
    *,
    games: int,
    options: Options = USUAL,
    seed: int = 0,
    first: int = 0,
    progress: Callable[[int], bool] | None = None,
) -> Rate:
    """Play games for two, number ``first`` to ``first + games - 1`` of a seed, and return how ``one`` fared.

    Games 0 and 1 have the same heroes and cards dealt to the same seats, and so on; ``one`` sits first in even games.
    ``progress`` is told after each game how many are done; when it returns ``False`` the duel stops there.
    """
    rate = Rate()
    for done, number in enumerate(range(first, first + games), 1):
        (deal,) = seeds(seed, number // 2, 1)
        game = Game.new(Setup(players=2, options=options), dice=FastDice(2 * deal), record=False)
        seat = number % 2
        finish(game, (one, other) if seat == 0 else (other, one), FastDice(2 * deal + 1))
        outcome = game.outcome
        winners = outcome.winners if outcome is not None and not outcome.drawn else ()
        rate.merge(Rate(1, int(seat in winners), int(not winners)))
        if progress is not None and not progress(done):
            break
    return rate


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


def simulate(options: Namespace) -> Answer:
    """Play many games and answer how often each hero, seat and bot wins; or let two bots play a mirrored duel."""
    return _mirrored(options) if options.mirrored and not options.check else SHELL.simulate(options)


def _mirrored(options: Namespace) -> Answer:
    """Let two bots play every deal twice with seats exchanged."""
    with_usual_players(options)
    setup = _setup(options)
    names = options.bots or []
    if setup.players != 2 or len(names) != 2:
        raise ValueError("--mirrored is for two players and two bots: --players 2 --bots strong,thumb")
    rate = Rate()
    work = partial(_duel, setup.options, SHELL.seated(options), options.seed)
    for part in mapped(work, parts(options.games, options.workers), options.workers):
        rate.merge(part)
    if options.json:
        return json_told(rate)
    return Answer(f"{names[0]} against {names[1]}: {rate_told(rate)}")


def _duel(options: Options, bots: list[Bot[Game]], seed: int, part: Part) -> Rate:
    return duel(bots[0], bots[1], games=part[1], options=options, seed=seed, first=part[0])


def _summary(tally: Tally, players: int) -> Iterator[str]:
    games = max(1, tally.games)
    turns = sum(turns * count for turns, count in tally.lengths.items())
    yield f"{tally.games} games, {turns / games:.1f} turns and {tally.decisions / games:.1f} decisions on average"
    yield f"the dragon awoke in {tally.marks.get('dragon', 0) / games:.1%} of them"
    yield from rates_told(tally.rates)
    yield ", ".join(f"{ending}: {count}" for ending, count in sorted(tally.endings.items()))


def _setup(options: Namespace) -> Setup:
    """Return what is to be played. Raises ``ValueError`` with a sentence for all that is wrong with it."""
    figures = VARIANTS[options.variant](options.players)
    if options.heroes:
        figures["fixed_heroes"] = options.heroes
    setup = Setup(players=options.players, options=Options(**figures))
    wrong = list(setup.problems())
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


def _heroes(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part.split("+")) for part in text.split(","))


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--heroes", type=_heroes, metavar="A,B+C", help="heroes by seat instead of dealt ones, trolls' with +"
    )
    parser.add_argument("--variant", choices=VARIANTS, default="heroes", help="default: heroes")


def _simulate_arguments(parser: ArgumentParser) -> None:
    SHELL.simulate_arguments(parser)
    parser.add_argument("--mirrored", action="store_true", help="two bots: every deal twice with seats exchanged")


def _chooses(action: Action) -> bool:
    return action.kind is Kind.HERO


SHELL: Final = Shell(
    bots=BOTS,
    seats=range(PLAYERS[0], PLAYERS[1] + 1),
    arguments=_arguments,
    game=Game,
    setup=_setup,
    simulate_games=simulate_games,
    audit=check_games,
    summary=_summary,
    heroes=("hero",),
    chooses=_chooses,
)

COMMANDS: Final[Mapping[str, Command]] = {
    **SHELL.commands(),
    "simulate": Command("play many games and print who wins how often", simulate, _simulate_arguments),
}
