"""What a game's package offers, loaded when somebody asks for it: a score pad does without the game and its bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Final

CARD_GAME: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "actions": ("Action", "Kind"),
        "bots": ("BOTS",),
        "game": ("Game",),
        "options": ("PLAYERS", "RULES", "Options", "Setup"),
        "outcome": ("Outcome",),
        "simulation": ("simulate",),
        "view": ("Phase", "View"),
    }
)
"""What every card game offers, by the module that has it."""

CARD_SET: Final[Mapping[str, Sequence[str]]] = MappingProxyType({"cards": ("CardSet", "read_cards", "training")})
"""What a game offers besides that is played with cards of somebody's own box."""


def loaded_on_demand(
    package: str, names: Mapping[str, Sequence[str]], modules: Mapping[str, str] = MappingProxyType({})
) -> tuple[Callable[[str], object], list[str]]:
    """Return the ``__getattr__`` of a package (PEP 562) and its ``__all__``.

    ``names`` are those of each of its modules; ``modules`` are offered themselves, each by a name.
    """
    homes = {name: module for module, offered in names.items() for name in offered}

    def load(name: str) -> object:
        if name in modules:
            return import_module(f"{package}.{modules[name]}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return load, sorted([*homes, *modules])
