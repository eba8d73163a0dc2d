"""``python -m engines baf play``, ``simulate`` and ``counts``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from engines.baf.account import account
from engines.baf.actions import Action
from engines.baf.bots import BOTS
from engines.baf.cards import CardSet, read, training
from engines.baf.game import Baf
from engines.baf.options import PLAYERS, Options, Setup, check
from engines.baf.proof import agreed, prove
from engines.baf.simulation import check_games, simulate as simulate_games
from engines.core.card_command import Part, bots_argument, checked, json_told, rates_told, seated, tallied
from engines.core.command import SEED_BYTES, Answer, Command, at_least, seed_number, workers_argument
from engines.core.decoding import json_data
from engines.core.dice import FastDice, SeededDice
from engines.core.playout import Bot, Tally, divide, finish
from engines.core.proof import promise


def play(options: Namespace) -> Answer:
    """Play one game with receipts and answer its account, or with ``--json`` the proof that anybody can check."""
    setup = _setup(options)
    seed = options.seed.to_bytes(SEED_BYTES, "big")
    game = Baf.new(setup.players, setup.options, dice=SeededDice(seed))
    finish(game, _bots(options) or [BOTS["thumb"]] * setup.players, FastDice(options.seed))
    if options.json:
        return json_told(prove(game, seed))
    return Answer("\n".join([*account(game), f"hash of seed and setup {promise(seed, agreed(setup))}"]))


def simulate(options: Namespace) -> Answer:
    """Play many games and answer how often each hero, seat and bot wins; or check random games of all variants."""
    if options.check:
        return checked(_checked, games=options.games, seed=options.seed, workers=options.workers)
    work = partial(_part, _setup(options), _bots(options), options.seed)
    tally = tallied(work, options.games, options.workers)
    return json_told(tally) if options.json else Answer("\n".join(_told(tally, options.players)))


def counts(options: Namespace) -> Answer:
    """Answer how many sequences of actions a game has from its start, in all and after each first action."""
    setup = _setup(options)
    game = Baf.new(setup.players, setup.options, dice=FastDice(options.seed), record=False)
    if not options.depth:
        return Answer("1")
    found = divide(game, options.depth)
    return Answer("\n".join([*(f"{code}: {count}" for code, count in found.items()), str(sum(found.values()))]))


def _part(setup: Setup, bots: list[Bot[Action]], seed: int, part: Part) -> Tally:
    return simulate_games(setup.players, setup.options, games=part[1], bots=bots, seed=seed, first=part[0])


def _checked(seed: int, part: Part) -> dict[str, int]:
    return check_games(part[1], seed=seed, first=part[0])


def _told(tally: Tally, players: int) -> Iterator[str]:
    games = max(1, tally.games)
    coins = tally.marks.get("coins", 0) / games / players
    yield f"{tally.games} games, {tally.decisions / games:.1f} actions and {coins:.1f} coins a player on average"
    yield f"the victory was shared in {tally.marks.get('shared', 0) / games:.1%} of them"
    yield from rates_told(tally.rates, in_order=("seat", "draft"))


def _setup(options: Namespace) -> Setup:
    """Return what is to be played. Raises ``ValueError`` with all that is wrong with it."""
    cards = _cards(options.cards)
    chosen = Options(cards=cards, quick_hands=options.quick_hands, timer=options.timer)
    setup = Setup(players=options.players, options=chosen)
    check(setup)
    return setup


def _cards(path: str | None) -> CardSet:
    return training() if path is None else read(json_data(Path(path).read_bytes()))


def _bots(options: Namespace) -> list[Bot[Action]]:
    return list(seated(BOTS, options.bots, options.players))


def _common(parser: ArgumentParser, *, players: int) -> None:
    least, most = PLAYERS
    parser.add_argument(
        "--players", type=int, choices=range(least, most + 1), default=players, help=f"default: {players}"
    )
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    parser.add_argument("--cards", metavar="FILE", help="a card set as JSON instead of the training set")
    parser.add_argument("--quick-hands", action="store_true", help="the first hand on a monster attacks it")
    parser.add_argument(
        "--timer", type=at_least(0), default=0, metavar="S", help="seconds of a round in quick hands, default: no limit"
    )


def _play_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=4)
    bots_argument(parser, BOTS, "thumb")


def _simulate_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=4)
    bots_argument(parser, BOTS, "random")
    parser.add_argument("--games", type=at_least(1), default=10_000, metavar="N", help="default: 10000")
    parser.add_argument(
        "--check", action="store_true", help="random games of all sizes, looking at every table instead"
    )
    workers_argument(parser)


def _counts_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=2)
    parser.add_argument("--depth", type=at_least(0), default=3, metavar="D", help="default: 3")


COMMANDS: Final[Mapping[str, Command]] = {
    "play": Command("play one game between bots and print its account, or its proof", play, _play_arguments),
    "simulate": Command("play many games and print who wins how often", simulate, _simulate_arguments),
    "counts": Command("count the sequences of actions of a game", counts, _counts_arguments),
}
