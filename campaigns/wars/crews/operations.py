"""Choosing who begins a battle in which vehicle."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.wars import news
from campaigns.wars.battles.operations import lock_battle, refuse_locked, refuse_while_resolving
from campaigns.wars.models.battle import BattleSide, BattleState
from club.models import Member
from club.operations import Refused


@transaction.atomic
def choose(
    *, side: BattleSide, crews: Mapping[int, tuple[int, ...]], author: Member, version: int | None = None
) -> None:
    """Keep who begins in which vehicle, the pilot first; the player is told when somebody else chose.

    Who cannot come on the day is left out when the battle is set up (``engines.musg.battle.setup.manned``). Raises
    ``Refused`` once the battle is reported, resolved or in a locked round, ``Stale`` when it changed meanwhile.
    """
    locked = lock_battle(side.battle, version)
    if locked.state not in (BattleState.SCHEDULED, BattleState.GATHERING):
        raise Refused.because("not_scheduled", _("This battle was reported or called off: it stays as it is."))
    refuse_while_resolving(locked)
    refuse_locked(locked)
    side.crews = {str(number): list(crew) for number, crew in crews.items()}
    side.save(update_fields=["crews"])
    locked.version += 1
    locked.save(update_fields=["version"])
    news.tell_players(locked, "changed", {side.warband.owner_id} - {author.pk}, by=author)
