"""``python -m engines bebop play``, ``simulate``, ``counts`` and ``cards``."""

from __future__ import annotations

import tomllib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from engines.bebop.account import account
from engines.bebop.actions import Action
from engines.bebop.bots import BOTS
from engines.bebop.cards import CardSet, Character, read, training
from engines.bebop.game import Bebop
from engines.bebop.language import play_problems, read_texts, standing_of
from engines.bebop.options import PLAYERS, Options
from engines.bebop.proof import agreed, prove
from engines.bebop.simulation import check_games, simulate as simulate_games
from engines.core.card_command import Part, bots_argument, checked, json_told, rates_told, seated, tallied
from engines.core.command import SEED_BYTES, Answer, Command, at_least, seed_number, workers_argument
from engines.core.decoding import json_data
from engines.core.dice import FastDice, SeededDice
from engines.core.effects.english import SENTENCES, in_words
from engines.core.playout import Bot, Tally, divide, finish
from engines.core.problems import Problem
from engines.core.proof import promise

TURNS: Final = 200
"""After so many turns bots break a game off: those who play at random hardly ever capture Vicious."""


def play(options: Namespace) -> Answer:
    """Play one game with receipts and answer its account, or with ``--json`` the proof that anybody can check."""
    seed = options.seed.to_bytes(SEED_BYTES, "big")
    game = Bebop.new(options.players, _options(options), dice=SeededDice(seed), cards=_cards(options.cards))
    finish(game, _bots(options) or [BOTS["thumb"]] * options.players, FastDice(options.seed))
    if options.json:
        return json_told(prove(game, seed))
    return Answer("\n".join([*account(game), f"hash of seed and setup {promise(seed, agreed(game.setup))}"]))


def simulate(options: Namespace) -> Answer:
    """Play many games and answer how often each character, seat, bot and card wins; or check random games."""
    if options.check:
        return checked(_checked, games=options.games, seed=options.seed, workers=options.workers)
    cards, chosen = _cards(options.cards), _options(options)
    Bebop.new(options.players, chosen, dice=FastDice(0), cards=cards, record=False)
    work = partial(_part, options.players, chosen, cards, _bots(options), options.seed)
    tally = tallied(work, options.games, options.workers)
    return json_told(tally) if options.json else Answer("\n".join(_told(tally, options.players)))


def counts(options: Namespace) -> Answer:
    """Answer how many sequences of actions a game has from its start, in all and after each first action."""
    dice = FastDice(options.seed)
    game = Bebop.new(options.players, _options(options), dice=dice, cards=_cards(options.cards), record=False)
    if not options.depth:
        return Answer("1")
    found = divide(game, options.depth)
    return Answer("\n".join([*(f"{code}: {count}" for code, count in found.items()), str(sum(found.values()))]))


def check_cards(options: Namespace) -> Answer:
    """Answer what a card set lacks to keep score with it, and to play with it. Status 1 unless it can be played."""
    path = Path(options.file)
    text = path.read_text(encoding="utf-8")
    cards = read(tomllib.loads(text) if path.suffix == ".toml" else json_data(text))
    score = [_sentence(problem, text) for problem in cards.problems()]
    rest = [_sentence(problem, text) for problem in play_problems(cards)][len(score) :]
    odd = [_sentence(problem, text) for problem in read_texts(cards).warnings]
    lines = ["It is enough to keep score." if not score else "To keep score it lacks:", *score]
    lines += ["It can be played." if not score and not rest else "To play without the box it lacks:", *rest]
    lines += ["Odd:", *odd] if odd else []
    count = standing_of(cards)
    lines.append(
        f"Of {count.total} cards {count.whole} are whole, {count.asks} ask the table, "
        f"{count.text} have their text only, {count.missing} are missing."
    )
    return Answer("\n".join(lines), 1 if score or rest else 0)


def _sentence(problem: Problem, text: str) -> str:
    if problem.code in SENTENCES or problem.code in WRONG:
        return in_words(problem, text, WRONG)
    told = ", ".join(f"{name} {value}" for name, value in problem.params.items())
    return f"{problem.code}: {told}"


WRONG: Final[Mapping[str, str]] = {
    "effect_reserve": "only fuel is another player's: the reserve belongs to whose turn it is",
    "effect_of_oneself": "nobody takes from himself",
    "card_count": "{count} cards, the box has {needs}",
    "price_missing": "“{field}” is missing: what a token costs",
    "card_number": "{field} {value} is out of range: {least} to {most}",
    "team_own_colour": "a team zone names another character than the card's own",
}
"""What the cards of this game can get wrong besides what the language says."""


def _part(players: int, options: Options, cards: CardSet, bots: list[Bot[Action]], seed: int, part: Part) -> Tally:
    first, games = part
    return simulate_games(players, options, games=games, cards=cards, bots=bots, seed=seed, first=first)


def _checked(seed: int, part: Part) -> dict[str, int]:
    return check_games(part[1], seed=seed, first=part[0])


def _told(tally: Tally, players: int) -> Iterator[str]:
    games = max(1, tally.games)
    rounds = tally.marks.get("turns", 0) / games / players
    renown = tally.marks.get("renown", 0) / games / players
    yield f"{tally.games} games, {rounds:.1f} rounds, {tally.decisions / games:.1f} decisions on average"
    yield f"{renown:.1f} renown a player, {tally.marks.get('winner', 0) / games:.1f} the winner"
    yield from rates_told(tally.rates)
    yield ", ".join(f"{ending}: {count}" for ending, count in sorted(tally.endings.items()))


def _options(options: Namespace) -> Options:
    solo = options.players == 1
    return Options(characters=options.characters or (), turn_limit=options.turn_limit, house_solo=solo)


def _cards(path: str | None) -> CardSet:
    if path is None:
        return training()
    text = Path(path).read_text(encoding="utf-8")
    return read(tomllib.loads(text) if path.endswith(".toml") else json_data(text))


def _bots(options: Namespace) -> list[Bot[Action]]:
    return list(seated(BOTS, options.bots, options.players))


def _characters(text: str) -> tuple[Character, ...]:
    try:
        return tuple(Character(code) for code in text.split(","))
    except ValueError as error:
        raise ArgumentTypeError(f"{error}; there are {', '.join(Character)}") from error


def _common(parser: ArgumentParser, *, players: int) -> None:
    told = f"default: {players}; 1 is a house variant"
    parser.add_argument("--players", type=int, choices=range(1, PLAYERS[1] + 1), default=players, help=told)
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    parser.add_argument("--cards", metavar="FILE", help="a card set as JSON or TOML instead of the training set")
    parser.add_argument(
        "--characters", type=_characters, metavar="A,B", help="characters by seat instead of chosen ones"
    )
    parser.add_argument("--turn-limit", type=at_least(1), default=TURNS, metavar="N", help=f"default: {TURNS}")


def _play_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=4)
    bots_argument(parser, BOTS, "thumb")


def _simulate_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=4)
    bots_argument(parser, BOTS, "random")
    parser.add_argument("--games", type=at_least(1), default=1000, metavar="N", help="default: 1000")
    parser.add_argument(
        "--check", action="store_true", help="random games of all sizes, looking at every table instead"
    )
    workers_argument(parser)


def _counts_arguments(parser: ArgumentParser) -> None:
    _common(parser, players=2)
    parser.add_argument("--depth", type=at_least(0), default=3, metavar="D", help="default: 3")


def _cards_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a card set as JSON or TOML")


COMMANDS: Final[Mapping[str, Command]] = {
    "play": Command("play one game between bots and print its account, or its proof", play, _play_arguments),
    "simulate": Command("play many games and print who wins how often", simulate, _simulate_arguments),
    "counts": Command("count the sequences of actions of a game", counts, _counts_arguments),
    "cards": Command("say what a card set lacks to keep score and to play", check_cards, _cards_arguments),
}
