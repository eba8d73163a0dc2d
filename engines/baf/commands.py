"""``python -m engines baf play``, ``simulate`` and ``counts``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from typing import Final

from engines.baf.actions import Action, Kind
from engines.baf.bots import BOTS
from engines.baf.cards import read_cards, training
from engines.baf.game import Game
from engines.baf.options import PLAYERS, Options, Setup
from engines.baf.simulation import check_games, simulate
from engines.core.card_command import Shell, cards_argument, cards_of, rates_told
from engines.core.command import Command, at_least
from engines.core.playout import Tally


def _options(options: Namespace) -> Options:
    cards = cards_of(options, read_cards, training)
    return Options(cards=cards, quick_hands=options.quick_hands, timer=options.timer)


def _setup(options: Namespace) -> Setup:
    return Setup(players=options.players, options=_options(options))


def _summary(tally: Tally, players: int) -> Iterator[str]:
    games = max(1, tally.games)
    coins = tally.marks.get("coins", 0) / games / players
    yield f"{tally.games} games, {tally.decisions / games:.1f} actions and {coins:.1f} coins a player on average"
    yield f"the victory was shared in {tally.marks.get('shared', 0) / games:.1%} of them"
    yield from rates_told(tally.rates, in_order=("seat", "draft"))


def _arguments(parser: ArgumentParser) -> None:
    cards_argument(parser)
    parser.add_argument("--quick-hands", action="store_true", help="the first hand on a monster attacks it")
    parser.add_argument(
        "--timer", type=at_least(0), default=0, metavar="S", help="seconds of a round in quick hands, default: no limit"
    )


def _chooses(action: Action) -> bool:
    return action.kind is Kind.DRAFT


SHELL: Final = Shell(
    bots=BOTS,
    seats=range(PLAYERS[0], PLAYERS[1] + 1),
    arguments=_arguments,
    game=Game,
    setup=_setup,
    simulate_games=simulate,
    audit=check_games,
    summary=_summary,
    heroes=("hero",),
    chooses=_chooses,
)

COMMANDS: Final[Mapping[str, Command]] = SHELL.commands()
