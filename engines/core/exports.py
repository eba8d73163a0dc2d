"""What a game's package offers, loaded when somebody asks for it: a score pad does without the game and its bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType


def loaded_on_demand(
    package: str, names: Mapping[str, Sequence[str]], modules: Mapping[str, str] = MappingProxyType({})
) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package (PEP 562).

    ``names`` are those of each of its modules; ``modules`` are offered themselves, each by a name.
    """
    homes = {name: module for module, offered in names.items() for name in offered}

    def load(name: str) -> object:
        if name in modules:
            return import_module(f"{package}.{modules[name]}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return load
