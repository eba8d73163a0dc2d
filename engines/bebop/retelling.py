"""A finished game as its score pad takes it: what somebody at the table would have noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.bebop.cards import Character, Planet
from engines.bebop.events import (
    Captured,
    CharacterTaken,
    CriminalRevealed,
    FirstPlayer,
    GaugeMoved,
    Resigned,
    TokenTaken,
    TurnBegan,
    TurnEnded,
    ViciousAppeared,
    ViciousMoved,
)
from engines.bebop.game import Game
from engines.bebop.outcome import Ending
from engines.bebop.score.game import GAME
from engines.bebop.score.hunting import EndTurn, Gauge, Take
from engines.bebop.score.noting import Choose, Leave, Stop
from engines.bebop.score.pursuit import Arrival, Move
from engines.bebop.score.revealing import Reveal, StartingCriminal
from engines.bebop.score.setup import BebopSetup
from engines.bebop.score.state import BebopState, Pile, Target
from engines.core.event import Event
from engines.core.score import Entry

type Entries = list[Entry[BebopState]]

BY_CARD = "ruling C17"
"""The rule of a gauge that a card moved; all others the pad moves by itself."""


def retold(game: Game) -> tuple[BebopSetup, Entries] | None:
    """Return the setup and the entries of the pad for a game that was recorded and played to its end.

    ``None`` for who played alone: the pad knows no such thing. Raises ``ValueError`` for a game without record.
    """
    if game.events is None:
        raise ValueError("the game kept no events")
    if game.outcome is None or game.options.house_solo:
        return None
    start = next(event.seat for event in game.events if isinstance(event, FirstPlayer))
    setup = BebopSetup(
        seats=game.players,
        start=start,
        cards=game.setup.cards,
        token_renown=game.options.token_renown,
        rules_version=GAME.versions[-1],
    )
    entries = list(_told(game.events))
    if game.outcome.ending is Ending.BROKEN_OFF:
        entries.append(Stop())
    return setup, entries


def _told(events: Iterable[Event]) -> Iterator[Entry[BebopState]]:
    """Yield an entry for whatever a table notes. The token that captures is noted when its damage is settled."""
    last: Entry[BebopState] | None = None
    turn, seat = 0, 0
    for event in events:
        match event:
            case TurnBegan():
                turn, seat = event.number, event.seat
            case CharacterTaken():
                yield Choose(seat=event.seat, character=Character(event.character))
            case CriminalRevealed():
                yield Reveal(criminal=event.criminal) if turn else StartingCriminal(criminal=event.criminal)
            case TokenTaken():
                took = Take(seat=event.seat, target=Target(event.target), pile=Pile(event.pile))
                if event.left:
                    yield took
                else:
                    last = took
            case Captured() if last is not None:
                yield last
                last = None
            case GaugeMoved() if event.rule == BY_CARD:
                yield Gauge(seat=seat, planet=Planet(event.planet), change=event.value - event.before)
            case ViciousAppeared():
                yield Arrival(planet=Planet(event.planet))
            case Resigned():
                yield Leave(seat=event.seat)
            case TurnEnded():
                yield EndTurn(seat=event.seat)
            case ViciousMoved():
                yield Move(planet=Planet(event.planet))
            case _:
                pass
