"""``python -m engines badass_force play``, ``simulate``, ``counts`` and ``cards``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from typing import Final

from engines.badass_force.bots import BOTS
from engines.badass_force.cards import read_cards, training
from engines.badass_force.game import Game
from engines.badass_force.language import problems, standing_of, warnings
from engines.badass_force.options import PLAYERS, Options, Setup
from engines.badass_force.score.setup import LIMIT_LEAST
from engines.badass_force.simulation import check_games, simulate
from engines.core.card_command import Shell, card_file_argument, cards_argument, cards_of, rates_told
from engines.core.command import Answer, Command, at_least, read_text
from engines.core.decoding import file_data
from engines.core.documents import first_told
from engines.core.effects.english import in_words
from engines.core.playout import Tally


def cards(options: Namespace) -> Answer:
    """Answer what is wrong with a card set (status 1), how whole it is (0), or why it cannot be read (2)."""
    try:
        text = read_text(options.file)
        found = read_cards(file_data(options.file, text))
    except ValueError as error:
        return Answer(f"cannot be read: {error}", 2)
    wrong = list(first_told(in_words(problem, text) for problem in problems(found)))
    if wrong:
        return Answer("\n".join(wrong), 1)
    stands = standing_of(found)
    told = f"{stands.whole} of {stands.total} whole, {stands.asks} ask the table, {stands.text} have their text only"
    odd = first_told(in_words(problem, text) for problem in warnings(found))
    return Answer("\n".join([f"{told}, {stands.missing} missing", *odd]))


def _options(options: Namespace) -> Options:
    return Options(cards=cards_of(options, read_cards, training), limit=options.limit, characters=options.characters)


def _setup(options: Namespace) -> Setup:
    return Setup(players=options.players, options=_options(options))


def _summary(tally: Tally, players: int) -> Iterator[str]:
    games = max(1, tally.games)
    turns = sum(turns * count for turns, count in tally.lengths.items())
    yield f"{tally.games} games, {turns / games:.1f} turns and {tally.decisions / games:.1f} decisions on average"
    vengeance = tally.marks.get("vengeance", 0) / games / players
    undecided = tally.marks.get("undecided", 0) / games
    yield f"{vengeance:.1%} of the seats came to Vengeance, {undecided:.1%} of the games were left to another"
    yield from rates_told(tally.rates, in_order=("seat", "order"))


def _codes(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _arguments(parser: ArgumentParser) -> None:
    cards_argument(parser)
    parser.add_argument("--limit", type=at_least(LIMIT_LEAST), default=16, metavar="N", help="points, default: 16")
    parser.add_argument("--characters", type=_codes, default=(), metavar="A,B", help="the seven; default: drawn")


SHELL: Final = Shell(
    bots=BOTS,
    seats=range(PLAYERS[0], PLAYERS[1] + 1),
    arguments=_arguments,
    game=Game,
    setup=_setup,
    simulate_games=simulate,
    audit=check_games,
    summary=_summary,
    heroes=("announced", "executed"),
)

COMMANDS: Final[Mapping[str, Command]] = {
    **SHELL.commands(),
    "cards": Command("check a card set: what is wrong, with its place, or how whole it is", cards, card_file_argument),
}
