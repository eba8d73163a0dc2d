"""What the reader has decided and the others do not know yet: a sealed answer, or a secret one in the log."""

from __future__ import annotations

from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.matches.scores.baf_words import BOSSES
from campaigns.tables.baf.words import Cards
from engines.baf.actions import NONE, Kind
from engines.baf.notation import action
from engines.baf.view import Phase, SeatView, View


def with_answer(view: View, code: str) -> View:
    """Return the view with the reader's own sealed answer at the reader's seat, as if the log had come to it."""
    if not code or view.viewer is None:
        return view
    chosen, own = action(code), view.seats[view.viewer]
    if chosen.kind is Kind.LAY:
        own = replace(own, secret=(chosen.left, chosen.right), laid=True)
    elif chosen.kind is Kind.ATTEMPT:
        own = replace(own, boss=chosen.boss, attempted=True)
    return replace(view, seats=tuple(own if seat.seat == own.seat else seat for seat in view.seats))


def kept(view: View, cards: Cards) -> str:
    """Say what the reader has decided in secret; empty where it is not kept any more."""
    if view.viewer is None:
        return ""
    own = view.seats[view.viewer]
    if view.phase is Phase.LAY and own.secret is not None:
        return _hands(own.secret, view, cards)
    if view.phase is Phase.ATTEMPT and own.attempted:
        return _boss(own)
    return ""


def _hands(hands: tuple[int, int], view: View, cards: Cards) -> str:
    left, right = (_("nowhere") if place == NONE else cards.monster(view.monsters[place].code) for place in hands)
    return _("Kept secret: left hand %(left)s, right hand %(right)s.") % {"left": left, "right": right}


def _boss(own: SeatView) -> str:
    if own.boss is None:
        return _("Kept secret: no final attempt.")
    return _("Kept secret: you attack the %(boss)s.") % {"boss": str(BOSSES[own.boss.value]).lower()}
