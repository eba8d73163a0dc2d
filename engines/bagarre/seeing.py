"""Builds the view of a seat: everything in it is put there because the seat may know it."""

from __future__ import annotations

from engines.bagarre.heroes.base import potion_names
from engines.bagarre.piles import codes
from engines.bagarre.state import BIT, EVERYBODY, Play, Seat, Table
from engines.bagarre.view import PendingView, Phase, SeatView, View
from engines.core.cards import CODE, NO_CARD, Card


def view(table: Table, viewer: int | None) -> View:
    """Return what a seat may see; ``None`` is a spectator."""
    knows_top = bool(table.draw) and _knows(table.top_seen, viewer)
    return View(
        viewer=viewer,
        phase=table.phase,
        turn=table.turn if table.turn >= 0 else None,
        turns=table.turns,
        actor=table.actor,
        seats=tuple(_seat(table, seat, viewer) for seat in table.seats),
        draw=len(table.draw),
        discard=codes(table.discard + table.fresh),
        top=CODE[table.draw[-1]] if knows_top else None,
        dragon=table.dragon,
        pending=_pending(table, viewer),
        victim=table.about[1] if table.phase is Phase.THEFT else None,
        actions=tuple(action.code for action in table.legal) if viewer is not None and viewer == table.actor else (),
        outcome=table.outcome,
        events=tuple(event.seen_from(viewer) for event in table.events or ()),
    )


def _knows(seen: int, viewer: int | None) -> bool:
    """Tell whether a viewer knows a card that these seats have seen: a spectator only what all have."""
    return seen == EVERYBODY or (viewer is not None and bool(seen & BIT[viewer]))


def _known(card: Card, seen: int, viewer: int | None) -> str | None:
    return CODE[card] if _knows(seen, viewer) else None


def _seat(table: Table, seat: Seat, viewer: int | None) -> SeatView:
    mine = viewer == seat.index
    hides = seat.powers.hides_shield
    shield = None if seat.shield == NO_CARD else _known(seat.shield, seat.shield_seen, viewer)
    bonus = sum([hook(seat) for hook in seat.powers.shield_bonus])
    choosing = bool(table.choices)
    return SeatView(
        seat=seat.index,
        alive=seat.alive,
        team=seat.team,
        heroes=table.heroes[seat.index] if mine or not choosing else (),
        choices=table.choices[seat.index] if mine and choosing else (),
        hp=codes(seat.hp),
        values=tuple(seat.worth),
        hit_points=sum(seat.worth),
        shield=shield,
        shield_hidden=hides and seat.alive and not table.dealt[seat.index],
        guard=seat.guard + bonus if shield is not None else None,
        charges=tuple(_known(card, seen, viewer) for card, seen in zip(seat.charges, seat.charge_seen, strict=True)),
        dealt=tuple(CODE[card] if mine or not hides else None for card in table.dealt[seat.index]),
        wounds=seat.wounds,
        potions=potion_names(seat.potions),
        resigned=bool(table.resigning & BIT[seat.index]),
        place=table.outcome.places[seat.index] if table.outcome is not None else None,
    )


def _pending(table: Table, viewer: int | None) -> PendingView | None:
    play = table.play_under_way
    if play is None:
        return None
    victim, amount = _victim(table)
    knows = bool(play.cards) and _knows(play.seen, viewer)
    return PendingView(
        seat=play.seat if play.seat >= 0 else None,
        action=play.kind.value if play.kind is not None else "dragon",
        targets=tuple(seat for seat in (play.target, play.second) if seat >= 0),
        counter=play.counter,
        card=CODE[play.cards[0]] if knows else None,
        value=play.values[0] if knows else None,
        charges=codes(play.cards[1:]),
        choosing=codes(play.looked) if viewer == play.seat else (),
        transforming=_transforming(table, play),
        victim=victim,
        amount=amount,
    )


def _victim(table: Table) -> tuple[int | None, int | None]:
    """Tell who is losing how many hit points."""
    if table.phase in (Phase.LOSE, Phase.TAKE):
        return table.about[0], table.about[-1]
    return None, None


def _transforming(table: Table, play: Play) -> str | None:
    return CODE[play.cards[table.about[1]]] if table.phase is Phase.TRANSFORM else None
