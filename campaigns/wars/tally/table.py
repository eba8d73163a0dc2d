"""The counts of a warband's next battle, for its roster."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONObject
from django.urls import reverse

from campaigns.wars.models.battle import BattleSide, BattleState
from campaigns.wars.tally.operations import VERSION
from rosters.models import Warband
from rosters.table import AtTable


def column() -> Combinable:
    """Return what is kept for a warband's next battle that nobody reported yet: the earliest."""
    ahead = BattleSide.objects.filter(
        warband=OuterRef("pk"), battle__state=BattleState.SCHEDULED, battle__campaign__closed=False
    ).order_by(F("battle__date").asc(nulls_last=True), "battle_id")
    row = JSONObject(battle="battle", title="battle__title", slug="battle__campaign__slug", tally="tally")
    return Subquery(ahead.values(row=row)[:1])


def read(warband: Warband, kept: Any) -> AtTable | None:
    """Return the counts that ``column`` has found; ``None`` where no battle is ahead."""
    row = json.loads(kept) if isinstance(kept, str) else kept
    if row is None:
        return None
    # SQLite keeps JSON as text, also within JSON.
    tally = json.loads(row["tally"]) if isinstance(row["tally"], str) else row["tally"]
    pk, title, slug = row["battle"], row["title"], row["slug"]
    counts = {int(number): dict(kept) for number, kept in tally.items()}
    versions = {number: kept.pop(VERSION, 0) for number, kept in counts.items()}
    return AtTable(
        title=title,
        battle=reverse("campaigns:battle", args=[slug, pk]),
        address=reverse("campaigns:tally", args=[slug, pk, warband.pk]),
        mark=f"{pk}-{sum(versions.values())}",
        counts=counts,
        versions=versions,
    )
