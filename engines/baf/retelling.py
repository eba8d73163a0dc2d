"""A finished game as its score pad takes it: what somebody at the table would have noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engines.baf.cards import CardSet, Skill, Skills
from engines.baf.events import (
    AttemptChosen,
    Attempted,
    BossesShown,
    Declined,
    FirstPlayer,
    Fought,
    GameOver,
    HeroesPlaced,
    Improved,
    Resigned,
    RoundBegan,
)
from engines.baf.game import Game
from engines.baf.score.ending import BossLoss, BossPass, BossWin
from engines.baf.score.fighting import CloseRound, Loss, Rune, Win
from engines.baf.score.game import GAME
from engines.baf.score.preparing import Bosses, Heroes, Leave
from engines.baf.score.setup import BafSetup
from engines.baf.score.state import BafState, Hands
from engines.core.event import Event
from engines.core.score import Entry

type Entries = list[Entry[BafState]]

HANDS: Final = {hands.sides: hands for hands in Hands}


def retold(game: Game) -> tuple[BafSetup, Entries]:
    """Return the setup and the entries of the pad for a finished game.

    Raises ``ValueError`` for a game that is not over or kept no events.
    """
    if game.events is None or game.outcome is None:
        raise ValueError("only a game that is over and kept its events can be retold")
    cards = game.options.cards
    start = next(event.seat for event in game.events if isinstance(event, FirstPlayer))
    setup = BafSetup(seats=game.players, start=start, cards=cards, rules_version=GAME.versions[-1])
    before, *rounds = _cut(game.events)
    entries = list(_prepared(before))
    for number, events in enumerate(rounds, 1):
        entries += _round(number, events, cards)
    return setup, entries


def _cut(events: Iterable[Event]) -> list[list[Event]]:
    """Return what happened before the first round, and in each round; the last fights belong to the ninth."""
    parts: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, RoundBegan):
            parts.append([])
        parts[-1].append(event)
    return parts


def _prepared(events: list[Event]) -> Iterator[Entry[BafState]]:
    """Yield the bosses, and everybody's heroes where they were placed: in which order they were drafted is no score."""
    for event in events:
        if isinstance(event, BossesShown):
            yield Bosses(master=event.master, dragon=event.dragon)
        elif isinstance(event, HeroesPlaced):
            yield Heroes(seat=event.seat, left=event.left, right=event.right)
        elif isinstance(event, Resigned):
            yield Leave(seat=event.seat)


def _round(number: int, events: list[Event], cards: CardSet) -> Iterator[Entry[BafState]]:
    """Yield the fights of a round, then who left in it, its end, and what followed the ninth.

    A seat that left after it had chosen a boss still fights it, and leaves afterwards.
    """
    yield from _fights(number, events, cards)
    left = [event.seat for event in events if isinstance(event, Resigned)]
    last = [event for event in events if isinstance(event, Attempted)]
    chose = [event.seat for event in events if isinstance(event, AttemptChosen)]
    yield from (Leave(seat=seat) for seat in left if seat not in chose or not last)
    if last or not any(isinstance(event, GameOver) for event in events):
        yield CloseRound(round=number)
    for event in sorted(last, key=lambda event: event.seat not in left):
        if event.seat in chose:
            yield _attempt(event)
            if event.seat in left:
                yield Leave(seat=event.seat)


def _fights(number: int, events: list[Event], cards: CardSet) -> Iterator[Entry[BafState]]:
    """Yield each fight with where its gain went; two copies of a monster stand in the same order."""
    gains = [event for event in events if isinstance(event, Improved | Declined)]
    for one in [event for event in events if isinstance(event, Fought)]:
        hands = HANDS[one.sides]
        if not one.won:
            yield Loss(seat=one.seat, round=number, hands=hands, monster=one.monster)
            continue
        gain = next((gain for gain in gains if (gain.seat, gain.monster) == (one.seat, one.monster)), None)
        if gain is not None:
            gains.remove(gain)
        if not isinstance(gain, Improved):
            yield Win(seat=one.seat, round=number, hands=hands, monster=one.monster)
            continue
        card = cards.monster(one.monster)
        printed = card.gain if card else Skills()
        runes = tuple(Rune(skill) for skill in _runes(gain.gain, printed))
        yield Win(seat=one.seat, round=number, hands=hands, monster=one.monster, put=gain.side, runes=runes)


def _runes(gain: Skills, printed: Skills) -> Iterator[Skill]:
    """Yield the categories chosen for runes: what a gain has beyond the icons printed."""
    for skill, amount in gain:
        yield from [skill] * (amount - printed.of(skill))


def _attempt(event: Attempted) -> Entry[BafState]:
    if event.boss is None:
        return BossPass(seat=event.seat)
    if event.won:
        return BossWin(seat=event.seat, boss=event.boss, coins=event.coins)
    return BossLoss(seat=event.seat, boss=event.boss)
