"""Builds the view of a seat: everything in it is put there because the seat may know it."""

from __future__ import annotations

from collections.abc import Iterable

from engines.baf.actions import Action, Kind
from engines.baf.cards import LEVELS
from engines.baf.score.state import level_of
from engines.baf.state import LEFT, RIGHT, Card, Seat, Table
from engines.baf.view import GainView, HeroView, MonsterView, Phase, SeatView, View

CLOCK = (Kind.SHOW, Kind.TIME)
"""What nobody does but the clock."""


def view(table: Table, viewer: int | None, actors: tuple[int, ...], mine: tuple[Action, ...]) -> View:
    """Return what a seat may see; ``None`` is a spectator. ``mine`` are its legal actions."""
    return View(
        viewer=viewer,
        phase=table.phase,
        round=table.round,
        level=level_of(table.round) if table.round else 0,
        first=table.first,
        actor=table.actor,
        actors=actors,
        master=table.master.code if table.master else "",
        dragon=table.dragon.code if table.dragon else "",
        heroes=tuple(hero.code for hero in table.heroes),
        monsters=tuple(
            MonsterView(
                place=place, code=table.kinds[card].code, owner=table.owners[place] if _taken(table, place) else None
            )
            for place, card in enumerate(table.cards)
        ),
        gains=tuple(GainView(seat=seat, place=place, code=table.monster(place).code) for seat, place in table.gains),
        piles=tuple(_left(table, level) for level in range(1, LEVELS + 1)),
        discarded=len(table.discarded),
        seats=tuple(_seat(table, seat, viewer) for seat in table.seats),
        timer=table.options.timer,
        actions=tuple(action.code for action in mine),
        clock=tuple(action.code for action in table.legal if action.kind in CLOCK),
        outcome=table.outcome,
        events=tuple(event.seen_from(viewer) for event in table.events or ()),
    )


def _taken(table: Table, place: int) -> bool:
    return table.owners[place] >= 0


def _left(table: Table, level: int) -> int:
    """Return how many cards of a level lie face down."""
    if not table.piles:
        return sum(kind.copies for kind in table.kinds if kind.level == level)
    return len(table.piles[level - 1]) - table.laid_out(level)


def _seat(table: Table, seat: Seat, viewer: int | None) -> SeatView:
    mine = viewer == seat.index
    return SeatView(
        seat=seat.index,
        picks=tuple(hero.code for hero in seat.picks),
        heroes=_heroes(table, seat),
        aside=_codes(table, seat.aside),
        lost=len(seat.lost),
        coins=seat.coins,
        hands=seat.hands,
        asked=(bool(seat.asked & LEFT), bool(seat.asked & RIGHT)) if table.phase is Phase.LAY else (False, False),
        laid=seat.laid is not None,
        secret=seat.laid if mine else None,
        done=seat.done,
        attempted=seat.attempted,
        boss=seat.boss if mine or table.outcome is not None else None,
        resigned=seat.gone,
        place=table.outcome.places[seat.index] if table.outcome is not None else None,
    )


def _heroes(table: Table, seat: Seat) -> tuple[HeroView, ...]:
    if not seat.heroes:
        return ()
    on_left, on_right = seat.heroes
    return (
        HeroView(code=on_left.code, skills=seat.left, under=_codes(table, seat.under_left)),
        HeroView(code=on_right.code, skills=seat.right, under=_codes(table, seat.under_right)),
    )


def _codes(table: Table, cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(table.kinds[card].code for card in cards)
