"""What a game's package offers, loaded when somebody asks for it: a score pad does without the game and its bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def loaded_on_demand(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package (PEP 562): ``names`` are those of each of its modules."""
    homes = {name: module for module, offered in names.items() for name in offered}

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return load
