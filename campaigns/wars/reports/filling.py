"""The form of a battle's report for whoever fills it in: with the rights of its reader, and what is known already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from campaigns.league.access import is_referee
from campaigns.wars.models.battle import Battle, BattleReport
from campaigns.wars.parties import is_party
from campaigns.wars.pocket.reporting import prefilled
from campaigns.wars.reports.civilians import of_battle
from campaigns.wars.reports.forms import ReportForm
from club.access import User
from engines.musg import report as rules


def report_form(
    battle: Battle, reader: User, standing: BattleReport | None, data: Mapping[str, Any] | None
) -> ReportForm:
    """Return the form of a battle from a loader of ``wars.access``.

    Without ``data`` it is filled in from the report that stands, else from the battle's evening.
    """
    rosters = {side.warband.key: side.warband.roster for side in battle.sides.all()}
    before = standing.report if standing else prefilled(battle) if data is None else None
    needing, referee = rules.needing_leave(rosters), is_referee(reader, battle.campaign)
    return ReportForm(
        data,
        rosters=rosters,
        version=battle.version,
        report=before,
        leave=needing if referee else (),
        unspent=rules.quick_bonus(rosters) if battle.adds_unspent else UNSET,
        civilians=of_battle(battle),
        party=referee and is_party(reader, battle.sides.all()),
    )
