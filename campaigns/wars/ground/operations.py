"""The table of a battle that is still ahead: laid out from a ready-made one or by hand."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.wars.battles import consents
from campaigns.wars.battles.operations import lock_battle, refuse_while_resolving
from campaigns.wars.ground.wording import layout_problems
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.resolution import BattleGround
from club.models import Member
from club.operations import Objection, Refused, Stale
from engines.musg.battle.setup import MOST_TURNS
from engines.musg.ground.layout import Layout
from engines.musg.ground.ready_tables import ready_tables


@transaction.atomic
def lay_out(
    *,
    battle: Battle,
    layout: Layout,
    turn_limit: int,
    back_to_back: bool = False,
    version: int | None = None,
    author: Member | None = None,
) -> BattleGround:
    """Lay the battle's table out; it replaces an earlier one. The hash of the dice's seed is public from then on.

    ``back_to_back``: it follows another battle without rest, so that grenades and rockets may run out (ruling M104).
    ``version`` is that of the table seen, 0 while nobody had chosen one. When the ``author`` changes a table, the
    others who let the engine resolve the battle are asked anew. Raises ``Stale``, or ``Refused`` with everything that
    is wrong with the table.
    """
    locked = lock_battle(battle)
    if locked.state != BattleState.SCHEDULED:
        raise Refused.because(
            "not_scheduled", _("The table is laid out before the battle: this one is no longer ahead.")
        )
    refuse_while_resolving(locked)
    ground = BattleGround.objects.filter(battle=locked).first() or BattleGround(battle=locked)
    if version is not None and ground.version != version:
        raise Stale(_("Somebody has changed this table since you opened it. Look at it again."))
    found = layout_problems(layout, sides=locked.sides.count())
    if not 1 <= turn_limit <= MOST_TURNS:
        words = _("A battle has 1 to %(most)s turns.") % {"most": MOST_TURNS}
        found.append(Objection("battle_turns", words, "turn_limit"))
    if found:
        raise Refused(found)
    ground.ready = ready_code(layout)
    # With its name, or without any: a form does not send one.
    layout = ready_tables().get(ground.ready) or msgspec.structs.replace(layout, code="", name_fr="", name_en="")
    before = (msgspec.convert(ground.layout, Layout), ground.turn_limit, ground.back_to_back) if ground.pk else None
    ground.layout, ground.turn_limit = msgspec.to_builtins(layout), turn_limit
    ground.back_to_back = back_to_back
    if before is not None and before != (layout, turn_limit, back_to_back):
        consents.lapse(locked, author)
    ground.version += 1
    ground.save()
    return ground


def ready_code(layout: Layout) -> str:
    """Return the code of the ready-made table that a layout is, whatever it is called; empty for any other."""
    drawn = (layout.width, layout.depth, layout.pieces, layout.zones)
    same = (code for code, one in ready_tables().items() if (one.width, one.depth, one.pieces, one.zones) == drawn)
    return next(same, "")
