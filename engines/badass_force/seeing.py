"""Builds the view of a seat: everything in it is put there because the seat may know it."""

from __future__ import annotations

from engines.badass_force.state import BIT, EVERYBODY, MEMBERS, NONE, Seat, Table
from engines.badass_force.view import ClaimView, EffectView, LastingView, SeatView, View, WeaponView
from engines.core.effects.combinators import ACCEPT, OBJECT
from engines.core.effects.literal import TABLE


def view(table: Table, viewer: int | None) -> View:
    """Return what a seat may see; ``None`` is a spectator."""
    mine = viewer is not None and viewer == table.actor
    return View(
        viewer=viewer,
        phase=table.phase,
        turn=table.turn if table.turns else None,
        turns=table.turns,
        actor=table.actor,
        cast=table.codes,
        seats=tuple(_seat(table, seat, viewer) for seat in table.seats),
        centre=tuple(_weapon(table, weapon) for weapon in table.centre),
        weapons=len(table.pile),
        discard=tuple(table.arms[weapon].code for weapon in table.discard),
        limit=table.options.limit,
        last=table.reached,
        claim=_claim(table),
        effects=tuple(
            EffectView(seat=way.seat, card=way.card, slot=way.slot, proposal=_proposal(way.answers), asking=way.asking)
            for way in table.ways
        ),
        actions=tuple(action.code for action in table.legal) if mine else (),
        proposing=mine and table.open_ended,
        outcome=table.outcome,
        events=tuple(event.seen_from(viewer) for event in table.events or ()),
    )


def _codes(table: Table, characters: int) -> tuple[str, ...]:
    return tuple(table.codes[one] for one in MEMBERS[characters])


def _weapon(table: Table, weapon: int) -> WeaponView:
    arm = table.arms[weapon]
    return WeaponView(code=arm.code, explode=arm.explode, most=arm.most)


def _seat(table: Table, seat: Seat, viewer: int | None) -> SeatView:
    mine = viewer == seat.index
    knows_active = mine or _knows(seat.active_seen, viewer)
    knows_loge = mine or _knows(seat.loge_seen, viewer)
    return SeatView(
        seat=seat.index,
        points=seat.points,
        vengeance=seat.vengeance,
        weapon=_weapon(table, seat.weapon) if seat.weapon != NONE else None,
        ammo=seat.ammo,
        hand=seat.hand.bit_count(),
        cards=_codes(table, seat.hand) if mine else (),
        laid=seat.active != NONE,
        active=table.codes[seat.active] if seat.active != NONE and knows_active else None,
        dressing_room=table.codes[seat.loge] if knows_loge else None,
        graveyard=_codes(table, seat.grave),
        scored=seat.scored,
        said=_codes(table, seat.said),
        lasting=tuple(
            LastingView(what=each.what, amount=each.amount, card=each.card, until=each.until)
            for each in table.lasting
            if each.seat == seat.index
        ),
        resigned=bool(table.gone & BIT[seat.index]),
        place=table.outcome.places[seat.index] if table.outcome is not None else None,
    )


def _knows(seen: int, viewer: int | None) -> bool:
    """Tell whether a viewer knows a card that these seats have seen: a spectator only what all have."""
    return seen == EVERYBODY or (viewer is not None and bool(seen & BIT[viewer]))


def _claim(table: Table) -> ClaimView | None:
    claim = table.claim
    if claim is None:
        return None
    return ClaimView(
        seat=claim.seat,
        character=table.codes[claim.character],
        reaction=claim.reaction,
        answered=table.askees[: table.heard],
        waiting=table.askees[table.heard :],
    )


def _proposal(answers: tuple[str, ...]) -> str | None:
    """Return what the table is asked to agree to: the latest proposal, while it is being asked about."""
    given = [answer for answer in answers if answer not in (ACCEPT, OBJECT)]
    return given[-1].removeprefix(TABLE) if given and given[-1].startswith(TABLE) else None
