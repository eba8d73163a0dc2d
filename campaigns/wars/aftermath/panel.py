"""What a battle's page says about its aftermaths."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.wars.access import recoveries
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from club.access import User


class AftermathLine(Struct, frozen=True):
    """One warband's aftermath as a line of the panel."""

    recovery: Recovery
    state: str
    action: str
    address: str
    may_act: bool


class AftermathPanel(Struct, frozen=True):
    """The aftermaths of a confirmed battle; a referee may let the site roll those nobody began."""

    battle: Battle
    lines: tuple[AftermathLine, ...] = ()
    may_roll_all: bool = False

    @property
    def is_over(self) -> bool:
        """Whether every warband's aftermath is rolled."""
        return all(line.recovery.state == RecoveryState.DONE for line in self.lines)


def panel(battle: Battle, user: User) -> AftermathPanel | None:
    """Return the panel of a battle from a loader of ``wars.access``, ``None`` until it is settled: one query."""
    if battle.state != BattleState.CONFIRMED:
        return None
    referee = is_referee(user, battle.campaign)
    sides = {side.pk: side for side in battle.sides.all()}
    lines = []
    for recovery in sorted(recoveries(battle.pk), key=lambda recovery: sides[recovery.side_id].seat):
        recovery.side = sides[recovery.side_id]
        may_act = user.is_authenticated and (referee or recovery.side.warband.owner_id == user.pk)
        lines.append(_line(battle, recovery, may_act=may_act))
    waiting = any(line.recovery.state == RecoveryState.WAITING for line in lines)
    return AftermathPanel(battle, tuple(lines), may_roll_all=referee and waiting)


def _line(battle: Battle, recovery: Recovery, *, may_act: bool) -> AftermathLine:
    address = reverse("campaigns:aftermath", args=[battle.campaign.slug, battle.pk, recovery.side.warband_id])
    state, action = recovery.get_state_display(), _("Look")
    if recovery.state == RecoveryState.DONE:
        action = _("Read what happened")
    elif recovery.state == RecoveryState.WAITING:
        state = _("waits for somebody to choose the dice")
        action = _("Choose the dice") if may_act else action
    elif recovery.mode == DiceMode.TYPED:
        state = _("waits for typed dice")
        action = _("Type the next roll") if may_act else action
    return AftermathLine(recovery, state, action, address, may_act)
