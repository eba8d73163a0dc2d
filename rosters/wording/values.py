"""What the sentence of an event is filled in with: its params, with codes as names in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import get_language

from engines.musg.catalogue import Catalogue
from rosters.wording import names


def values_of(code: str, params: Mapping[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """Return the params of an event of that code, with ranks, things and rules by their names.

    ``results`` names what the tables of injuries brought; ``result`` stays the codes.
    """
    values = dict(params)
    if "rank" in values:
        values["rank"] = names.rank_name(str(values["rank"]))
    if "item" in values:
        values["item"] = _NAMES.get(code, names.item_name)(str(values["item"]), catalogue)
    if "rule" in values:
        values["rule"] = names.exemption_name(str(values["rule"]))
    if "left_out" in values:
        values["left_out"] = names.left_out_names(str(values["left_out"]).split(), catalogue)
    if "packs_fr" in values and (get_language() or "").startswith("fr"):
        values["packs"] = values["packs_fr"]
    if "result" in values:
        values["results"] = ", ".join(names.injury_name(one, catalogue) for one in str(values["result"]).split())
    return values


def names_a_thing(code: str) -> bool:
    """Tell whether the ``item`` of an event of that code is one thing of a catalogue."""
    return _NAMES.get(code, names.item_name) not in (_improvements, _as_they_are)


def _improvements(codes: str, _catalogue: Catalogue) -> str:
    return names.improvement_names(codes)


def _as_they_are(codes: str, _catalogue: Catalogue) -> str:
    return codes


_NAMES: Final[dict[str, Callable[[str, Catalogue], str]]] = {
    "engaged": names.mercenary_name,
    "learned": names.skill_name,
    "vehicle_bought": names.vehicle_name,
    "vehicle_improved": _improvements,
    "vehicle_stripped": _improvements,
    "taught": names.skill_name,
    "unlearned": names.skill_name,
    "injured": names.injury_name,
    "for_one_battle": names.injury_name,
    "setback": names.injury_name,
    "healed": names.injury_name,
    "decree_holds": _as_they_are,
}
"""What the ``item`` of an event is, where it is no item."""
