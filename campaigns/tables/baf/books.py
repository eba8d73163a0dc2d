"""A game of BAF! told to the score pad: its bosses and heroes, every fight with its gain, the final attempts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from campaigns.tables.contract import Told
from engines.baf.actions import Action, Kind
from engines.baf.cards import CardSet
from engines.baf.events import Attempted, BossesShown, Fought, GameOver, HeroesPlaced, RoundBegan
from engines.baf.game import Baf
from engines.baf.notation import action
from engines.baf.outcome import Ending
from engines.baf.score.ending import BossLoss, BossPass, BossWin
from engines.baf.score.fighting import CloseRound, Loss, Rune, Win
from engines.baf.score.game import GAME
from engines.baf.score.preparing import Bosses, Heroes, Stop
from engines.baf.score.state import ROUNDS, Hands, Side
from engines.core.event import Event
from engines.core.score import Entry, encode

HANDS: Final[Mapping[tuple[Side, ...], Hands]] = {hands.sides: hands for hands in Hands}


def told(game: Baf, codes: Iterable[str]) -> Told | None:
    """Play these actions on a fresh game that records its events, and tell it to the scoring engine.

    A set to which cards are missing is none that a pad takes: then coins are told as if somebody had typed them.
    ``None`` where the pad would come to other places than the table: it does not know that somebody left.
    """
    cards = game.setup.options.cards
    typed = any(True for _problem in cards.problems())
    entries = [_typed(entry, cards) if typed else entry for entry in _entries(game, codes)]
    setup: dict[str, Any] = {} if typed else {"cards": encode(cards)}
    outcome = game.outcome
    replayed = GAME.replay(GAME.decode_setup({"game": GAME.code, "seats": game.players, **setup}), entries)
    counted = GAME.outcome(replayed.state)
    if outcome is None or counted is None or any(step.problems for step in replayed.faults):
        return None
    if tuple(counted.place(seat) for seat in range(game.players)) != outcome.places:
        return None
    return setup, entries


def _entries(game: Baf, codes: Iterable[str]) -> Iterator[Entry[Any]]:
    for event in game.events or ():
        if isinstance(event, BossesShown):
            yield Bosses(master=event.master, dragon=event.dragon)
    fights: list[Fought] = []
    gains: dict[tuple[int, int], Action] = {}
    number = 1
    for code in codes:
        chosen, seat = action(code), game.actor
        if chosen.kind is Kind.PUT and seat is not None:
            gains[seat, chosen.place] = chosen
        for event in game.play(chosen):
            if isinstance(event, HeroesPlaced):
                yield Heroes(seat=event.seat, left=event.left, right=event.right)
            elif isinstance(event, Fought):
                fights.append(event)
            elif number <= ROUNDS and _ends(event, number):
                # The gains of a round are placed before the next one begins, or the last fights.
                yield from (_fight(one, number, gains.get((one.seat, one.place))) for one in fights)
                yield CloseRound(round=number)
                number += 1
                fights, gains = [], {}
            if isinstance(event, Attempted):
                yield _attempt(event)
    if game.outcome is not None and game.outcome.ending is Ending.LEFT:
        yield Stop()


def _ends(event: Event, number: int) -> bool:
    """Tell whether a round is over, now that this happens."""
    if isinstance(event, RoundBegan):
        return event.number > number
    return isinstance(event, Attempted | GameOver)


def _fight(event: Fought, number: int, put: Action | None) -> Win | Loss:
    hands = HANDS[event.sides]
    if not event.won:
        return Loss(seat=event.seat, round=number, hands=hands, monster=event.monster)
    side, runes = (put.side, tuple(Rune(skill) for skill in put.runes)) if put is not None else (None, ())
    return Win(seat=event.seat, round=number, hands=hands, monster=event.monster, put=side, runes=runes)


def _attempt(event: Attempted) -> BossWin | BossLoss | BossPass:
    if event.boss is None:
        return BossPass(seat=event.seat)
    if event.won:
        return BossWin(seat=event.seat, boss=event.boss, coins=event.coins)
    return BossLoss(seat=event.seat, boss=event.boss)


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
