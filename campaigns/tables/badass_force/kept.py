"""What the reader has decided and the others do not know yet."""

from __future__ import annotations

from django.utils.translation import gettext as _
from msgspec.structs import replace

from engines.badass_force.actions import CALL, Kind
from engines.badass_force.notation import action
from engines.badass_force.view import Phase, View


def with_answer(view: View, code: str) -> View:
    """Return the view with the reader's own sealed answer in it, as if the log had come to it."""
    if not code or view.viewer is None:
        return view
    chosen, own, claim = action(code), view.seats[view.viewer], view.claim
    if chosen.kind is Kind.LAY and view.phase is Phase.LAY:
        hand = tuple(card for card in own.cards if card != chosen.word)
        own = replace(own, active=chosen.word, laid=True, cards=hand, hand=len(hand))
        return replace(view, seats=tuple(own if seat.seat == own.seat else seat for seat in view.seats))
    if claim is not None and own.seat in claim.waiting:
        waiting = tuple(seat for seat in claim.waiting if seat != own.seat)
        return replace(view, claim=replace(claim, waiting=waiting, answered=(*claim.answered, own.seat)))
    return view


def kept(view: View, last: str) -> str:
    """Say what the reader has answered in secret, ``last`` being the code; empty where nothing is kept any more."""
    claim = view.claim
    if claim is None or view.viewer not in claim.answered:
        return ""
    return _("Kept secret: you call a bluff.") if last == CALL.code else _("Kept secret: you believe it.")
