"""A game of BAF! told to the score pad: its bosses and heroes, every fight with its gain, the final attempts."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from campaigns.tables.contract import ScoredGame
from engines import baf
from engines.baf.cards import CardSet
from engines.baf.retelling import retold
from engines.baf.score.fighting import Loss, Win
from engines.baf.score.preparing import Bosses
from engines.core.score import Entry, encode


def score(game: baf.Game) -> ScoredGame | None:
    """Tell a game that was recorded to the scoring engine.

    A set to which cards are missing is none that a pad takes: then coins are told as if somebody had typed them.
    ``None`` while the game is not over.
    """
    if game.outcome is None:
        return None
    cards = game.setup.options.cards
    _setup, entries = retold(game)
    if any(True for _problem in cards.problems()):
        return {}, [_typed(entry, cards) for entry in entries]
    return {"cards": encode(cards)}, entries


def _typed(entry: Entry[Any], cards: CardSet) -> Entry[Any]:
    """Return an entry as somebody writes it who has no cards to check it with: names, coins and skills."""
    match entry:
        case Bosses():
            master, dragon = cards.boss(entry.master), cards.boss(entry.dragon)
            if master is not None and dragon is not None:
                return replace(entry, master=master.name.fr, dragon=dragon.name.fr)
        case Win():
            card = cards.monster(entry.monster)
            if card is not None:
                gain = {skill.value: amount for skill, amount in card.gain if entry.put is not None}
                return replace(entry, monster=card.name.fr, coins=card.coins, **gain)
        case Loss():
            card = cards.monster(entry.monster)
            if card is not None:
                return replace(entry, monster=card.name.fr)
    return entry
