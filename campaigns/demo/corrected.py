"""What the referee of the demo club corrected afterwards: two points forgotten, and what the decree says of them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from campaigns.league.models import Campaign
from campaigns.wars.corrections import drafting, operations
from campaigns.wars.corrections.past import ref_of_battle
from club.models import Member
from engines.musg.corrections.aspects import Aspect
from engines.musg.corrections.outcome import Keep
from engines.musg.corrections.timeline import ReplaceReport

TITLE: Final = "La forge ensorcelée"
POINTS: Final = 2
REASON: Final = "Les deux points de l’enclume avaient été oubliés. Ils comptent au classement, pas dans la caisse."


def correct(march: Campaign, referee: Member) -> None:
    """Give the dwarves their two victory points; what is in the treasury stays there by decree."""
    battle = march.battles.get(title=TITLE)
    key = battle.sides.get(seat=0).warband.key
    report = battle.reports.latest("pk").report
    told = replace(report, bonus={**report.bonus, key: report.bonus.get(key, 0) + POINTS})
    draft = drafting.correct(campaign=march, author=referee, edits=[ReplaceReport(ref_of_battle(battle), told)])
    drafting.decide(correction=draft, keeps=[Keep(key, None, Aspect.TREASURY)])
    seen = drafting.look(draft).fingerprint
    operations.confirm(correction=draft, member=referee, reason=REASON, seen=seen)
