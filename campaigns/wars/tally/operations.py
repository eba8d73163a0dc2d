"""The counts of a battle that is being fought: one number at a time, the last one wins.

They are no step of any journal and prove nothing: a phone that was away sends what its thumb said last, and the
figure's version tells every other phone that its own picture is older. Reporting the battle throws them away.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.wars.models.battle import BattleSide, BattleState
from club.operations import Refused, for_update
from rosters.table import counts_of

VERSION = "version"
"""What stands beside a figure's counts: how often they were written."""


@transaction.atomic
def count(*, side: BattleSide, figure: int, code: str, left: int) -> dict[str, int]:
    """Keep that the figure has ``left`` of something, such as hit points; return its counts with their version.

    Raises ``Refused`` once the battle is reported or called off, and for what the figure does not have.
    """
    locked = for_update(BattleSide.objects.select_related("battle", "warband")).get(pk=side.pk)
    if locked.battle.state != BattleState.SCHEDULED:
        raise Refused.because("battle_over", _("The battle was reported: nothing more can be counted."))
    found = locked.warband.roster.figure(figure)
    if found is None or not found.active:
        raise Refused.because("not_there", _("This figure does not fight for the warband."))
    counted = {one.code: one for one in counts_of(found, locked.warband.roster)}
    if code not in counted or not 0 <= left <= counted[code].most:
        raise Refused.because("no_such_count", _("The figure cannot have that many."))
    kept = locked.tally.get(str(figure), {})
    locked.tally[str(figure)] = {**kept, code: left, VERSION: kept.get(VERSION, 0) + 1}
    locked.save(update_fields=["tally"])
    side.tally = locked.tally
    return dict(locked.tally[str(figure)])


def kept(*, side: BattleSide, figure: int) -> dict[str, int]:
    """Return the figure's counts with their version, as ``count`` left them or as they stood before."""
    return dict(side.tally.get(str(figure), {}))
