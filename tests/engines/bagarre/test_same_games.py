"""What equal dice and equal choices gave once they give for ever: recorded games must go on as they went.

The digests were taken from the engine before it was made faster. They stand for no rule: where a ruling changes what
happens, the game gets a new version of its rules (``options.RULES``) and these new digests.
"""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from engines.bagarre.game import Game
from engines.bagarre.options import Setup
from engines.bagarre.simulation import simulate, variant
from engines.core.dice import FastDice, SeededDice

DIGESTS = [
    "512dc522ca11",
    "746d726bbc72",
    "fa197af265a7",
    "c91cb895222e",
    "df651f6162ab",
    "efb746b5dbbf",
    "077560d15060",
    "6a7cb278adcd",
    "484e5418e758",
    "70696897510c",
    "f090605a2de6",
    "9338d8f8fd08",
    "b4ed57025037",
    "e1cb6b7936eb",
    "5a68956df8f4",
    "51efdc97aee4",
    "b76b097ec730",
    "22110af7696d",
    "c2e68f7ac942",
    "16c87f5df799",
    "ad14c140e6d6",
    "71ede54cfce5",
    "e115184d4024",
    "a89a9202b0ae",
]


def digest(number: int) -> str:
    """A game of chance of any size and variant as a few letters: what was legal, done, drawn, and how it ended."""
    players, options = variant(number)
    game = Game.new(
        Setup(players=players, options=options, rules=1 + number % 2), dice=SeededDice(number.to_bytes(32, "big"))
    )
    chance = FastDice(number)
    legal: list[list[str]] = []
    while game.outcome is None:
        actions = game.actions()
        legal.append([action.code for action in actions])
        game.play(actions[chance.one_of(len(actions), "any")])
    told = msgspec.json.encode([legal, game.log, game.events, game.dice.draws, game.outcome])
    return hashlib.sha256(told).hexdigest()[:12]


@pytest.mark.parametrize(("number", "expected"), list(enumerate(DIGESTS)))
def test_a_recorded_game_goes_as_it_went(number: int, expected: str) -> None:
    assert digest(number) == expected


def test_simulations_count_as_they_counted() -> None:
    """Without a record, with quick dice: 300 games of four."""
    tally = simulate(Setup(players=4), games=300, seed=1)
    assert hashlib.sha256(msgspec.json.encode(tally)).hexdigest()[:12] == "1fdba001e303"
