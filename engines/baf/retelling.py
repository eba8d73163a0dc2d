"""A finished game as its score pad takes it: what somebody at the table would have noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engines.baf.cards import CardSet, Skill, Skills
from engines.baf.events import (
    AnyEvent,
    Attempted,
    BossesShown,
    Declined,
    FirstPlayer,
    Fought,
    HeroDrafted,
    HeroesPlaced,
    Improved,
    RoundBegan,
)
from engines.baf.game import Baf
from engines.baf.outcome import Ending
from engines.baf.score.ending import BossLoss, BossPass, BossWin
from engines.baf.score.fighting import CloseRound, Loss, Rune, Win
from engines.baf.score.game import GAME
from engines.baf.score.preparing import Bosses, Draft
from engines.baf.score.setup import BafSetup
from engines.baf.score.state import ROUNDS, BafState, Hands, Side
from engines.core.score import Entry

type Entries = list[Entry[BafState]]

HANDS: Final = {
    (Side.LEFT,): Hands.LEFT,
    (Side.RIGHT,): Hands.RIGHT,
    (Side.LEFT, Side.RIGHT): Hands.BOTH,
}


def retold(game: Baf) -> tuple[BafSetup, Entries] | None:
    """Return the setup and the entries of the pad for a game that was recorded and played to its end.

    ``None`` where a seat left the game: the pad knows no such player. Raises ``ValueError`` for a game without record.
    """
    if game.events is None:
        raise ValueError("the game kept no events")
    if game.outcome is None or game.outcome.ending is not Ending.ROUNDS_PLAYED or any(s.gone for s in game.seats):
        return None
    cards = game.options.cards
    start = next(event.seat for event in game.events if isinstance(event, FirstPlayer))
    setup = BafSetup(seats=game.players, start=start, cards=cards, rules_version=GAME.versions[-1])
    return setup, [*_prepared(game.events), *_rounds(game.events, cards), *_attempts(game.events)]


def _prepared(events: Iterable[AnyEvent]) -> Iterator[Entry[BafState]]:
    """Yield the bosses and the draft, each hero on the side where it was placed in the end."""
    sides: dict[str, Side] = {}
    for event in events:
        if isinstance(event, HeroesPlaced):
            sides |= {event.left: Side.LEFT, event.right: Side.RIGHT}
    for event in events:
        if isinstance(event, BossesShown):
            yield Bosses(master=event.master, dragon=event.dragon)
        elif isinstance(event, HeroDrafted):
            yield Draft(seat=event.seat, hero=event.hero, side=sides[event.hero])


def _rounds(events: Iterable[AnyEvent], cards: CardSet) -> Iterator[Entry[BafState]]:
    fights: list[Fought] = []
    gains: list[Improved | Declined] = []
    number = 0
    for event in events:
        if isinstance(event, RoundBegan):
            yield from _round(number, fights, gains, cards)
            number, fights, gains = event.number, [], []
        elif isinstance(event, Fought):
            fights.append(event)
        elif isinstance(event, Improved | Declined):
            gains.append(event)
    yield from _round(ROUNDS, fights, gains, cards)


def _round(
    number: int, fights: Iterable[Fought], gains: list[Improved | Declined], cards: CardSet
) -> Iterator[Entry[BafState]]:
    """Yield the fights of a round, each with where its gain went; two copies of a monster stand in the same order."""
    for one in fights:
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
    if number:
        yield CloseRound(round=number)


def _runes(gain: Skills, printed: Skills) -> Iterator[Skill]:
    """Yield the categories chosen for runes: what a gain has beyond the icons printed."""
    for skill, amount in gain:
        yield from [skill] * (amount - printed.of(skill))


def _attempts(events: Iterable[AnyEvent]) -> Iterator[Entry[BafState]]:
    for event in events:
        if isinstance(event, Attempted):
            if event.boss is None:
                yield BossPass(seat=event.seat)
            elif event.won:
                yield BossWin(seat=event.seat, boss=event.boss)
            else:
                yield BossLoss(seat=event.seat, boss=event.boss)
