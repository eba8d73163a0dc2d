"""What the sentence of an event is filled in with: its params, with codes as names in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rosters.wording import names


def values_of(code: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the params of an event of that code, with ranks, things and rules by their names."""
    values = dict(params)
    if "rank" in values:
        values["rank"] = names.rank_name(str(values["rank"]))
    if "item" in values:
        values["item"] = _NAMES.get(code, names.item_name)(str(values["item"]))
    if "rule" in values:
        values["rule"] = names.exemption_name(str(values["rule"]))
    return values


_NAMES: Final[dict[str, Callable[[str], str]]] = {
    "engaged": names.mercenary_name,
    "learned": names.skill_name,
    "vehicle_bought": names.vehicle_name,
    "vehicle_improved": names.improvement_names,
    "vehicle_stripped": names.improvement_names,
    "taught": names.skill_name,
    "unlearned": names.skill_name,
    "injured": names.injury_name,
    "for_one_battle": names.injury_name,
    "setback": names.injury_name,
    "healed": names.injury_name,
}
"""What the ``item`` of an event is, where it is no item."""
