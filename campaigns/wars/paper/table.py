"""The table a battle was fought on, drawn for paper, with what stands on it said in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils.translation import get_language, gettext as _

from campaigns.wars.ground.map import BattleMap, battle_map, kind_name, size_of, zone_letter
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.scenarios.page import marks
from engines.musg.ground.layout import Layout
from engines.musg.ground.ready_tables import name_of
from engines.musg.scenarios import Scenario


def table_data(ground: BattleGround, sides: Sequence[str], scenario: Scenario | None) -> dict[str, Any]:
    """Return the table as the template reads it: a drawing, its zones and pieces in words, its last turn."""
    layout = msgspec.convert(ground.layout, Layout)
    drawn = battle_map(layout, sides=sides, traces=marks(scenario) if scenario is not None else ())
    values = {"name": name_of(layout).in_language(get_language() or "en"), **size_of(layout)}
    known = _("%(name)s, %(width)s × %(depth)s paces") if values["name"] else _("%(width)s × %(depth)s paces")
    counted = Counter(kind_name(piece.kind) for piece in layout.pieces)
    return {
        "name": known % values,
        "said": drawn.name,
        "svg": _svg(drawn),
        "width": layout.width,
        "depth": layout.depth,
        "zones": [[zone.mark, float(zone.x), float(zone.y)] for zone in drawn.zones],
        "standing": [[zone_letter(number), side] for number, side in enumerate(sides[: len(layout.zones)])],
        "pieces": [f"{count} × {kind}" if count > 1 else kind for kind, count in counted.items()],
        "turn_limit": ground.turn_limit,
    }


def _svg(drawn: BattleMap) -> str:
    """Return the map as a drawing in black and white. All of it is numbers: no text that anybody typed is in it."""
    lines = [f"M{x} 0V{drawn.depth}" for x in drawn.columns] + [f"M0 {y}H{drawn.width}" for y in drawn.rows]
    paths = [
        f'<path d="{" ".join(lines)}" stroke="#ccc" stroke-width=".06"/>' if lines else "",
        *(
            f'<path d="{zone.outline}" stroke="#555" stroke-width=".12" stroke-dasharray=".5 .4"/>'
            for zone in drawn.zones
        ),
        *(f'<path d="{piece.outline}" fill="#ddd" stroke="#222" stroke-width=".12"/>' for piece in drawn.pieces),
        *(f'<path d="{trace.outline}" stroke="#000" stroke-width=".2"/>' for trace in drawn.traces),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawn.width} {drawn.depth}" fill="none">'
        f'<rect width="{drawn.width}" height="{drawn.depth}" stroke="#000" stroke-width=".2"/>{"".join(paths)}</svg>'
    )
