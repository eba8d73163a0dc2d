"""Tables ready to play on, kept as JSON beside the code: layouts with names in both languages and deployment zones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from engines.core.text import Text
from engines.musg.ground.layout import Layout, decode

CODES: Final = ("open_field", "village", "ruins", "warehouse", "forest", "three_hills")
"""The ready-made tables, in the order in which they are offered."""


@cache
def ready_tables() -> Mapping[str, Layout]:
    """Return the ready-made tables by code. Every two zones of a table are at least 20 paces apart."""
    folder = files(__name__).joinpath("tables")
    found = {code: decode(folder.joinpath(f"{code}.json").read_text(encoding="utf-8")) for code in CODES}
    return MappingProxyType(found)


def name_of(layout: Layout) -> Text:
    """Return a table's name."""
    return Text(layout.name_fr, layout.name_en)


KINDS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "barrel": Text("tonneau", "barrel"),
        "barrier": Text("barrière", "fence"),
        "boulder": Text("rocher", "boulder"),
        "container": Text("conteneur", "container"),
        "crate": Text("caisse", "crate"),
        "field": Text("champ", "field"),
        "gantry": Text("passerelle", "gantry"),
        "hedge": Text("haie", "hedge"),
        "hill": Text("colline", "hill"),
        "house": Text("maison", "house"),
        "machine": Text("machine", "machine"),
        "marsh": Text("marais", "marsh"),
        "pit": Text("fosse", "pit"),
        "pond": Text("étang", "pond"),
        "rubble": Text("gravats", "rubble"),
        "stairs": Text("escalier", "stairs"),
        "tower": Text("tour", "tower"),
        "wall": Text("mur", "wall"),
        "well": Text("puits", "well"),
        "wood": Text("bois", "wood"),
    }
)
"""What the pieces of the ready-made and the drawn tables show, by ``Piece.kind``."""
