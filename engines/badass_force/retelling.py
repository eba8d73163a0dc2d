"""A finished game as its score pad takes it: what somebody at the table would have noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engines.badass_force.events import CastChosen, GameOver, Lost, Resigned, Rolled, Scored, TurnBegan, VengeanceBegan
from engines.badass_force.game import Game
from engines.badass_force.outcome import Ending
from engines.badass_force.score.ending import missing
from engines.badass_force.score.entries import (
    Armoury,
    ByCard,
    EndTurn,
    Kill,
    Leave,
    Loss,
    Means,
    Stop,
    Tie,
    Vengeance,
)
from engines.badass_force.score.game import GAME
from engines.badass_force.score.setup import BadassSetup, Symbol
from engines.badass_force.score.state import BadassState
from engines.core.event import Event
from engines.core.score import Entry

type Entries = list[Entry[BadassState]]

CARD: Final = "card"


def retold(game: Game) -> tuple[BadassSetup, Entries] | None:
    """Return the setup and the entries of the pad for a game that was recorded and played to its end.

    ``None`` while it is not over. Raises ``ValueError`` for a game without record.
    """
    events = game.events
    if events is None:
        raise ValueError("the game kept no events")
    if game.outcome is None:
        return None
    start = next(event.first for event in events if isinstance(event, CastChosen))
    setup = BadassSetup(
        seats=game.players,
        start=start,
        limit=game.options.limit,
        faces=tuple(Symbol),
        rules_version=GAME.versions[-1],
    )
    entries = [entry for event in events for entry in _noted(event)]
    return setup, [*entries, *_ended(game, setup, entries)]


def _noted(event: Event) -> Iterator[Entry[BadassState]]:
    tell = _TOLD.get(type(event))
    if tell is not None:
        yield from tell(event)


def _turn(event: TurnBegan) -> Iterator[Entry[BadassState]]:
    if event.number > 1:
        yield EndTurn(next=event.seat)


def _left(event: Resigned) -> Iterator[Entry[BadassState]]:
    yield Leave(seat=event.seat)


def _lost(event: Lost) -> Iterator[Entry[BadassState]]:
    if event.by is None:
        yield Loss(seat=event.seat)
    else:
        judged = event.of_leader if event.together else None
        yield Kill(killer=event.by, victim=event.seat, means=Means(event.means), of_leader=judged)


def _scored(event: Scored) -> Iterator[Entry[BadassState]]:
    """Only cards: the pad counts kills, leaders and the Cool bonus itself."""
    if event.source == CARD:
        yield ByCard(seat=event.seat, card=event.card, points=event.points, reason="effect")


def _vengeance(event: VengeanceBegan) -> Iterator[Entry[BadassState]]:
    if not event.again:
        yield Vengeance(seat=event.seat)


def _rolled(event: Rolled) -> Iterator[Entry[BadassState]]:
    """The pad's dice have one symbol on a face: others are not noted."""
    first, second = event.symbols
    if len(first) <= 1 and len(second) <= 1:
        faces = [Symbol(symbols[0]) if symbols else Symbol.BLANK for symbols in (first, second)]
        yield Armoury(first=faces[0], second=faces[1])


_TOLD: Final[Mapping[type, Callable[[Any], Iterator[Entry[BadassState]]]]] = {
    TurnBegan: _turn,
    Lost: _lost,
    Scored: _scored,
    VengeanceBegan: _vengeance,
    Rolled: _rolled,
    Resigned: _left,
}


def _ended(game: Game, setup: BadassSetup, entries: Entries) -> Iterator[Entry[BadassState]]:
    """Yield the end, and what the tie-break asks for; where all but one have left, the pad has ended it already."""
    outcome = game.outcome
    if outcome is not None and outcome.ending is Ending.LEFT:
        return
    events = game.events or []
    over = next(event for event in reversed(events) if isinstance(event, GameOver))
    last: Entry[BadassState] = EndTurn() if outcome and outcome.ending is Ending.LIMIT else Stop()
    yield last
    noted = [*entries, last]
    while True:
        state = GAME.replay(setup, noted).state
        asked = missing(state)
        if not asked:
            return
        tie = Tie(seat=asked[0], cards=over.hands[asked[0]], ammo=over.ammo[asked[0]])
        yield tie
        noted.append(tie)
