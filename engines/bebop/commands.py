"""``python -m engines bebop play``, ``simulate``, ``counts`` and ``cards``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engines.bebop.actions import Action, Kind
from engines.bebop.bots import BOTS
from engines.bebop.cards import Character, read_cards, training
from engines.bebop.game import Game
from engines.bebop.language import play_problems, read_texts, standing_of
from engines.bebop.options import PLAYERS, Options, Setup
from engines.bebop.simulation import check_games, simulate
from engines.core.card_command import Shell, card_file_argument, cards_argument, cards_of, rates_told
from engines.core.command import Answer, Command, at_least, read_text
from engines.core.decoding import file_data
from engines.core.documents import first_told
from engines.core.effects.english import SENTENCES, in_words
from engines.core.playout import Tally
from engines.core.problems import Problem

TURNS: Final = 200
"""After so many turns bots break a game off: those who play at random hardly ever capture Vicious."""


def check_cards(options: Namespace) -> Answer:
    """Answer what a card set lacks to keep score with it, and to play with it. Status 1 unless it can be played."""
    text = read_text(options.file)
    cards = read_cards(file_data(options.file, text))
    score = list(cards.problems())
    rest = list(play_problems(cards))[len(score) :]
    odd = read_texts(cards).warnings

    def sentences(problems: Iterable[Problem]) -> Iterator[str]:
        return first_told(_sentence(problem, text) for problem in problems)

    lines = ["It is enough to keep score." if not score else "To keep score it lacks:", *sentences(score)]
    lines += ["It can be played." if not score and not rest else "To play without the box it lacks:", *sentences(rest)]
    lines += ["Odd:", *sentences(odd)] if odd else []
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


def _options(options: Namespace) -> Options:
    solo = options.players == 1
    return Options(characters=options.characters or (), turn_limit=options.turn_limit, house_solo=solo)


def _setup(options: Namespace) -> Setup:
    cards = cards_of(options, read_cards, training)
    return Setup(players=options.players, options=_options(options), cards=cards)


def _summary(tally: Tally, players: int) -> Iterator[str]:
    games = max(1, tally.games)
    rounds = tally.marks.get("turns", 0) / games / players
    renown = tally.marks.get("renown", 0) / games / players
    yield f"{tally.games} games, {rounds:.1f} rounds, {tally.decisions / games:.1f} decisions on average"
    yield f"{renown:.1f} renown a player, {tally.marks.get('winner', 0) / games:.1f} the winner"
    yield from rates_told(tally.rates)
    yield ", ".join(f"{ending}: {count}" for ending, count in sorted(tally.endings.items()))


def _characters(text: str) -> tuple[Character, ...]:
    try:
        return tuple(Character(code) for code in text.split(","))
    except ValueError as error:
        raise ArgumentTypeError(f"{error}; there are {', '.join(Character)}") from error


def _arguments(parser: ArgumentParser) -> None:
    cards_argument(parser)
    parser.add_argument(
        "--characters", type=_characters, metavar="A,B", help="characters by seat instead of chosen ones"
    )
    parser.add_argument("--turn-limit", type=at_least(1), default=TURNS, metavar="N", help=f"default: {TURNS}")


def _chooses(action: Action) -> bool:
    return action.kind is Kind.CHARACTER


SHELL: Final = Shell(
    bots=BOTS,
    seats=range(1, PLAYERS[1] + 1),
    arguments=_arguments,
    game=Game,
    setup=_setup,
    simulate_games=simulate,
    audit=check_games,
    summary=_summary,
    heroes=("character",),
    chooses=_chooses,
    games=1000,
)
"""One player plays a house variant."""

COMMANDS: Final[Mapping[str, Command]] = {
    **SHELL.commands(),
    "cards": Command("say what a card set lacks to keep score and to play", check_cards, card_file_argument),
}
