"""The commands of a card game: ``play``, ``simulate`` and ``counts``; what each game says of itself is a ``Shell``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import msgspec

from engines.core.command import (
    Answer,
    Command,
    at_least,
    mapped,
    no_arguments,
    read_text,
    seed_number,
    workers_argument,
)
from engines.core.decoding import file_data
from engines.core.dice import Dice, FastDice
from engines.core.game import AnyGame
from engines.core.playout import Bot, Fault, Rate, Tally, divide, finish
from engines.core.shares import Share

CHUNKS: Final = 8
"""The work is cut into so many parts for each process."""

CHECKED_AT_ONCE: Final = 1000
USUAL_PLAYERS: Final = 4
"""So many play where games are simulated, unless told otherwise."""

type Part = tuple[int, int]
"""The number of the first game of a part, and how many games it has."""


class Simulation(Protocol):
    """Plays games number ``first`` to ``first + games - 1`` of a seed and counts them."""

    def __call__(self, *, games: int, bots: Sequence[Bot[Any]], seed: int, first: int) -> Tally: ...


class Audit(Protocol):
    """Plays random games, of all sizes or of ``players``, audits every table, and returns how many there were of each
    variant. Raises ``Fault``.
    """

    def __call__(self, games: int, *, seed: int, first: int, players: int | None) -> dict[str, int]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell[G: AnyGame]:
    """The commands of a game.

    ``seats`` are the numbers of players it can be played by, ``arguments`` declares what is its own on a parser.
    ``setup`` returns what the arguments ask for, and raises ``ValueError`` where that cannot be played; ``simulate``
    plays many games of it, ``audit`` plays random games of every variant. ``summary`` yields the lines of a simulation;
    ``heroes`` names the groups of its tallies that a tournament compares among equal bots, ``chooses`` tells which
    actions choose a hero.
    """

    bots: Mapping[str, Bot[Any]]
    seats: range
    game: type[G]
    setup: Callable[[Namespace], Any]
    simulate_games: Callable[..., Tally]
    audit: Audit
    summary: Callable[[Tally, int], Iterable[str]]
    arguments: Callable[[ArgumentParser], None] = no_arguments
    heroes: tuple[str, ...]
    chooses: Callable[[Any], bool] | None = None
    games: int = 10_000
    """How many games are simulated unless told otherwise."""

    def commands(self) -> dict[str, Command]:
        """Return the commands by name."""
        return {
            "play": Command(
                "play one game between bots and print its events, each a line of JSON, or its proof",
                self.play,
                self.play_arguments,
            ),
            "simulate": Command("play many games and print who wins how often", self.simulate, self.simulate_arguments),
            "counts": Command("count the sequences of actions of a game", self.counts, self.counts_arguments),
        }

    def play(self, options: Namespace) -> Answer:
        """Play one game with receipts and answer its proof with ``--json``, else what happened, a line for each event.

        Every line is JSON: the ``kind`` of the event, the seats and cards concerned, all open, and the ``rule``.
        The last one is the hash of seed and setup.
        """
        game = self.begin(options, Dice.of(options.seed), record=True)
        finish(game, self.seated(options) or [self.bots["thumb"]] * game.players, FastDice(options.seed))
        proof = game.prove()
        if options.json:
            return json_told(proof)
        happened = [msgspec.json.encode(event).decode() for event in game.events or ()]
        return Answer("\n".join([*happened, msgspec.json.encode({"commitment": proof.commitment}).decode()]))

    def begin(self, options: Namespace, dice: Dice, *, record: bool = False) -> G:
        """Begin the game that the arguments ask for."""
        return self.game.new(self.setup(options), dice=dice, record=record)

    def simulation(self, options: Namespace) -> Simulation:
        """Return what plays many games of what the arguments ask for."""
        return partial(self.simulate_games, self.setup(options))

    def simulate(self, options: Namespace) -> Answer:
        """Play many games and answer how often each seat and bot wins; or check random games of all variants."""
        if options.check:
            audit = partial(self.audit, players=options.players)
            return checked(audit, games=options.games, seed=options.seed, workers=options.workers)
        with_usual_players(options)
        self.begin(options, FastDice(0))
        work = partial(_counted, self.simulation(options), self.seated(options), options.seed)
        tally = Tally()
        for part in mapped(work, parts(options.games, options.workers), options.workers):
            tally.merge(part)
        return json_told(tally) if options.json else Answer("\n".join(self.summary(tally, options.players)))

    def counts(self, options: Namespace) -> Answer:
        """Answer how many sequences of actions a game has from its start, in all and after each first action."""
        game = self.begin(options, FastDice(options.seed))
        if not options.depth:
            return Answer("1")
        found = divide(game, options.depth)
        return Answer("\n".join([*(f"{code}: {count}" for code, count in found.items()), str(sum(found.values()))]))

    def seated(self, options: Namespace) -> list[Bot[Any]]:
        """Return the bots of the seats, those that were named again and again until all have one; none if none is."""
        named = [self.bots[name] for name in options.bots or ()]
        return [named[seat % len(named)] for seat in range(options.players)] if named else []

    def play_arguments(self, parser: ArgumentParser) -> None:
        """Take what makes a game, and who plays it."""
        self._common(parser, players=4)
        bots_argument(parser, self.bots, "thumb")

    def simulate_arguments(self, parser: ArgumentParser) -> None:
        """Take what makes the games, who plays them, how many, and how they are looked at."""
        self._common(parser, players=None)
        bots_argument(parser, self.bots, "random")
        parser.add_argument("--games", type=at_least(1), default=self.games, metavar="N", help=f"default: {self.games}")
        parser.add_argument(
            "--check",
            action="store_true",
            help="random games of all variants with the training cards, looking at every table instead; "
            "of all sizes unless --players says one",
        )
        workers_argument(parser)

    def counts_arguments(self, parser: ArgumentParser) -> None:
        """Take what makes a game, and how deep to count."""
        self._common(parser, players=2)
        parser.add_argument("--depth", type=at_least(0), default=3, metavar="D", help="default: 3")

    def _common(self, parser: ArgumentParser, *, players: int | None) -> None:
        text = f"default: {players or USUAL_PLAYERS}"
        parser.add_argument("--players", type=int, choices=self.seats, default=players, help=text)
        parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
        self.arguments(parser)


def with_usual_players(options: Namespace) -> None:
    """Let the usual number play where none was said."""
    if options.players is None:
        options.players = USUAL_PLAYERS


def _counted(simulation: Simulation, bots: Sequence[Bot[Any]], seed: int, part: Part) -> Tally:
    return simulation(games=part[1], bots=bots, seed=seed, first=part[0])


def _audited(audit: Callable[..., dict[str, int]], seed: int, part: Part) -> dict[str, int]:
    return audit(part[1], seed=seed, first=part[0])


def parts(games: int, workers: int) -> list[Part]:
    """Return the games of a simulation cut into parts for so many processes."""
    each = max(1, -(-games // (workers * CHUNKS)))
    return [(first, min(each, games - first)) for first in range(0, games, each)]


def checked(audit: Callable[..., dict[str, int]], *, games: int, seed: int, workers: int) -> Answer:
    """Answer how many random games of each variant were played and audited. Status 1 at the first fault."""
    counted: dict[str, int] = {}
    cut = [(first, min(CHECKED_AT_ONCE, games - first)) for first in range(0, games, CHECKED_AT_ONCE)]
    try:
        for part in mapped(partial(_audited, audit, seed), cut, workers):
            for variant, count in part.items():
                counted[variant] = counted.get(variant, 0) + count
    except Fault as fault:
        return Answer(str(fault), 1)
    lines = [f"{variant}: {count}" for variant, count in sorted(counted.items())]
    return Answer("\n".join([*lines, f"{sum(counted.values())} random games, no fault"]))


def rates_told(rates: Mapping[str, Mapping[str, Rate]], *, in_order: Iterable[str] = ("seat",)) -> Iterator[str]:
    """Yield a line for each thing counted, the most successful first but in groups that are ``in_order``."""
    for group, found in rates.items():
        width = max(len(key) for key in found)
        ranked = found.items() if group in in_order else sorted(found.items(), key=lambda item: -item[1].share.value)
        for key, rate in ranked:
            yield f"{group} {key:{width}}  {rate_told(rate)}"


def rate_told(rate: Rate) -> str:
    """Return a rate with its confidence interval in a line."""
    return f"won {_share(rate.share)} of {rate.played}, drawn {rate.drawn}"


def _share(share: Share) -> str:
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def json_told(value: object) -> Answer:
    """Answer a value as JSON that people can read."""
    return Answer(msgspec.json.format(msgspec.json.encode(value)).decode())


def bots_argument(parser: ArgumentParser, known: Iterable[str], default: str) -> None:
    """Take the bots of the seats by name, and whether JSON is wanted."""
    names = list(known)

    def named_bots(text: str) -> list[str]:
        found = text.split(",")
        for one in found:
            if one not in names:
                raise ArgumentTypeError(f"{one!r} is not one of {', '.join(names)}")
        return found

    text = f"{', '.join(names)}, by seat; default: {default}"
    parser.add_argument("--bots", type=named_bots, metavar="A,B", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")


def cards_argument(parser: ArgumentParser) -> None:
    """Take a club's own card set."""
    parser.add_argument("--cards", metavar="FILE", help="a card set as JSON or TOML instead of the training set")


def card_file_argument(parser: ArgumentParser) -> None:
    """Take the path of a card set."""
    parser.add_argument("file", metavar="FILE", help="a card set as JSON or TOML")


def cards_of[C](options: Namespace, read: Callable[[object], C], training: Callable[[], C]) -> C:
    """Return the card set that was asked for, or else the training set. Raises ``ValueError`` and ``OSError``."""
    if options.cards is None:
        return training()
    return read(file_data(options.cards, read_text(options.cards)))
