"""Results of weighings made up by hand, so that no battle need be fought."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils import timezone

from campaigns.jobs import queue as jobs
from campaigns.wars.models.weighing import Weighing, WeighingState
from campaigns.wars.weighing import operations
from club.models import Member
from engines.musg.weighing import Difference, FairPrice, Kind, Opponent, Subject, Verdict, Weight
from rosters.models import PackVersion

SPEAR = Subject(Kind.ITEM, "eel_spear")
APART = Difference(0.6, 0.525, 0.075, 0.03)
"""Three in five with it, 52.5 in 100 without: 7.5 more, give or take 3."""
LESS = Difference(0.4, 0.45, -0.05, 0.06)


def ask(version: PackVersion, member: Member, subject: Subject = SPEAR) -> Weighing:
    return operations.ask(version=version, subject=subject, member=member)


def weight(weighing: Weighing, **changes: Any) -> Weight:
    """Something of 9 points, for which 12.5 would be fair, 9.5 to 15 cannot be told from that."""
    values = {
        "plan": weighing.how,
        "battles": 1200,
        "count": 4,
        "overall": APART,
        "against": {Opponent.BLADES: LESS, Opponent.GUNS: APART, Opponent.MIXED: APART},
        "for_nothing": APART,
        "fair": FairPrice(12.5, below=False, low=9.5, high=15.0, least=0.0, most=24.5),
        "verdict": Verdict.TOO_CHEAP,
    }
    return Weight(**{**values, **changes})


def known(weighing: Weighing, *, state: str = WeighingState.DONE, **changes: Any) -> Weighing:
    """End a weighing with such a result."""
    jobs.stop(kind=operations.KIND, subjects=weighing.parts.values_list("pk", flat=True))
    weighing.summary = msgspec.to_builtins(weight(weighing, **changes), str_keys=True)
    weighing.state, weighing.finished = state, timezone.now()
    weighing.save()
    return weighing
