"""How further rules join a battle: a ``Module`` adds actions, turn events and figures without touching the engine.

A module is registered under a code and named by the setup. All methods do nothing unless overridden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.core.problems import refuse
from engines.musg.battle.actions import Custom

if TYPE_CHECKING:
    from engines.musg.battle.field import Field, Flow
    from engines.musg.battle.state import Piece


class Module:
    """Extra rules of a battle. Hooks are called in the order the setup names its modules.

    Hooks marked ``Flow`` may ask the sides for decisions: they are generators that yield a ``Decision``.
    """

    code: str = ""

    def start(self, field: Field) -> Flow[None]:
        """Run once after deployment."""
        return _nothing()

    def turn_started(self, field: Field) -> Flow[None]:
        """Run at the start of every turn, after rallying."""
        return _nothing()

    def turn_ended(self, field: Field) -> Flow[None]:
        """Run at the end of every turn, before the rout tests."""
        return _nothing()

    def activated(self, field: Field, piece: Piece) -> Flow[None]:
        """Run when a figure begins its activation."""
        return _nothing()

    def put_out(self, field: Field, piece: Piece, by: Piece | None) -> None:
        """Run when a figure went out of action or died."""

    def actions(self, field: Field, piece: Piece) -> list[Custom]:
        """Return what the module lets the active figure do."""
        return []

    def problem(self, field: Field, piece: Piece, action: Custom) -> str | None:
        """Return why an action of the module cannot be done now (a stable code), or ``None``."""
        return None

    def perform(self, field: Field, piece: Piece, action: Custom) -> Flow[None]:
        """Do an action of the module; it pays its own action points."""
        return _nothing()


def _nothing() -> Flow[None]:
    yield from ()


MODULES: Final[dict[str, Module]] = {}
"""The modules known, by code."""


def register(module: Module) -> Module:
    """Make a module known under its code."""
    MODULES[module.code] = module
    return module


def named(code: str) -> Module:
    """Return the module of that code. Raises ``Illegal``."""
    try:
        return MODULES[code]
    except KeyError:
        raise refuse("battle_module", module=code) from None
