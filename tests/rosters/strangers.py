"""Files that this site did not write, and warbands that came with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rosters import transfer
from rosters.models import Warband
from rosters.transfer import SIGNATURE

GRANT: dict[str, Any] = {"kind": "grant", "points": 10_000, "reason": "Found under a stone"}


def edited(warband: Warband, *more: Mapping[str, Any]) -> dict[str, Any]:
    """An export of the warband to which somebody added steps, its signature left as it was."""
    data = transfer.export_warband(warband)
    return {**data, "journal": [*data["journal"], *more]}


def unsigned(warband: Warband) -> dict[str, Any]:
    """An export as another site, or an earlier version of this one, would have written it."""
    return {key: value for key, value in transfer.export_warband(warband).items() if key != SIGNATURE}


def brought(*, band: Warband, name: str = "Strays") -> Warband:
    """A warband of the same owner, imported with a grant of 10 000 points that no referee made."""
    data = edited(band, GRANT)
    data["setup"] = {**data["setup"], "name": name}
    return transfer.found_from(band.owner, transfer.open_data(data), band.visibility)
