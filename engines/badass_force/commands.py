"""``python -m engines badass_force play``, ``simulate`` and ``counts``."""

from __future__ import annotations

import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from engines.badass_force.account import account
from engines.badass_force.actions import Action
from engines.badass_force.bots import BOTS
from engines.badass_force.cards import CardSet, read, training
from engines.badass_force.game import BadassForce
from engines.badass_force.options import PLAYERS, Options, Setup, check
from engines.badass_force.proof import agreed, prove
from engines.badass_force.score.setup import LIMIT_LEAST
from engines.badass_force.simulation import check_games, simulate as simulate_games
from engines.core.card_command import Part, bots_argument, checked, json_told, rates_told, seated, tallied
from engines.core.command import SEED_BYTES, Answer, Command, at_least, seed_number, workers_argument
from engines.core.decoding import json_data
from engines.core.dice import FastDice, SeededDice
from engines.core.effects.english import in_words
from engines.core.playout import Bot, Tally, divide, finish
from engines.core.proof import promise
from engines.core.verify import file_argument


def play(options: Namespace) -> Answer:
    """Play one game with receipts and answer its account, or with ``--json`` the proof that anybody can check."""
    setup = _setup(options)
    seed = options.seed.to_bytes(SEED_BYTES, "big")
    game = BadassForce.begin(setup, dice=SeededDice(seed))
    finish(game, _bots(options) or [BOTS["thumb"]] * setup.players, FastDice(options.seed))
    if options.json:
        return json_told(prove(game, seed))
    return Answer("\n".join([*account(game), f"hash of seed and setup {promise(seed, agreed(setup))}"]))


def simulate(options: Namespace) -> Answer:
    """Play many games and answer how often each seat and bot wins; or check random games of all sizes."""
    if options.check:
        return checked(_checked, games=options.games, seed=options.seed, workers=options.workers)
    work = partial(_part, _setup(options), _bots(options), options.seed)
    tally = tallied(work, options.games, options.workers)
    return json_told(tally) if options.json else Answer("\n".join(_told(tally, options.players)))


def counts(options: Namespace) -> Answer:
    """Answer how many sequences of actions a game has from its start, in all and after each first action."""
    game = BadassForce.begin(_setup(options), dice=FastDice(options.seed), record=False)
    if not options.depth:
        return Answer("1")
    found = divide(game, options.depth)
    return Answer("\n".join([*(f"{code}: {count}" for code, count in found.items()), str(sum(found.values()))]))


def cards(options: Namespace) -> Answer:
    """Answer what is wrong with a card set (status 1), how whole it is (0), or why it cannot be read (2)."""
    text = Path(options.file).read_text(encoding="utf-8")
    try:
        found = read(_data(options.file, text))
    except ValueError as error:
        return Answer(f"cannot be read: {error}", 2)
    wrong = [in_words(problem, text) for problem in found.problems()]
    if wrong:
        return Answer("\n".join(wrong), 1)
    stands = found.standing()
    told = f"{stands.whole} of {stands.total} whole, {stands.asks} ask the table, {stands.text} have their text only"
    odd = (in_words(problem, text) for problem in found.warnings())
    return Answer("\n".join([f"{told}, {stands.missing} missing", *odd]))


def _part(setup: Setup, bots: list[Bot[Action]], seed: int, part: Part) -> Tally:
    return simulate_games(setup.players, setup.options, games=part[1], bots=bots, seed=seed, first=part[0])


def _checked(seed: int, part: Part) -> dict[str, int]:
    return check_games(part[1], seed=seed, first=part[0])


def _told(tally: Tally, players: int) -> Iterator[str]:
    games = max(1, tally.games)
    turns = sum(turns * count for turns, count in tally.lengths.items())
    yield f"{tally.games} games, {turns / games:.1f} turns and {tally.decisions / games:.1f} decisions on average"
    vengeance = tally.marks.get("vengeance", 0) / games / players
    undecided = tally.marks.get("undecided", 0) / games
    yield f"{vengeance:.1%} of the seats came to Vengeance, {undecided:.1%} of the games were left to another"
    yield from rates_told(tally.rates, in_order=("seat", "order"))


def _setup(options: Namespace) -> Setup:
    """Return what is to be played. Raises ``ValueError`` with all that is wrong with it."""
    chosen = Options(cards=_cards(options.cards), limit=options.limit, characters=options.characters)
    setup = Setup(players=options.players, options=chosen)
    check(setup)
    return setup


def _cards(path: str | None) -> CardSet:
    return training() if path is None else read(_data(path, Path(path).read_text(encoding="utf-8")))


def _data(path: str, text: str) -> object:
    return tomllib.loads(text) if path.endswith(".toml") else json_data(text)


def _bots(options: Namespace) -> list[Bot[Action]]:
    return list(seated(BOTS, options.bots, options.players))


def _codes(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _common(parser: ArgumentParser, *, players: int) -> None:
    least, most = PLAYERS
    parser.add_argument(
        "--players", type=int, choices=range(least, most + 1), default=players, help=f"default: {players}"
    )
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    parser.add_argument("--cards", metavar="FILE", help="a card set as JSON or TOML instead of the training set")
    parser.add_argument("--limit", type=at_least(LIMIT_LEAST), default=16, metavar="N", help="points, default: 16")
    parser.add_argument("--characters", type=_codes, default=(), metavar="A,B", help="the seven; default: drawn")


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
    "cards": Command("check a card set: what is wrong, with its place, or how whole it is", cards, file_argument),
}
