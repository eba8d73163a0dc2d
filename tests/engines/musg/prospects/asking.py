"""Asking what may be done in the scenes of the battle's tests."""

from __future__ import annotations

from typing import Any

from engines.musg.prospects import Option, OptionKind, Test, options
from tests.engines.musg.battle.kit import Scene


def offered(scene: Scene, kind: OptionKind | None = None, **fields: Any) -> list[Option]:
    """What the side that is asked may do, of one kind, where these fields are as said."""
    actor = scene.battle.actor
    assert actor is not None
    found = [one for one in options(scene.battle, actor) if kind is None or one.kind is kind]
    return [one for one in found if all(getattr(one, name) == value for name, value in fields.items())]


def one(scene: Scene, kind: OptionKind, **fields: Any) -> Option:
    """The only such option."""
    found = offered(scene, kind, **fields)
    assert len(found) == 1, found
    return found[0]


def term(option: Option, code: str) -> float | None:
    """The number of the only such term."""
    found = [one.value for one in option.terms if one.code == code]
    assert len(found) == 1, option.terms
    return found[0]


def asked(option: Option, code: str) -> list[Test]:
    return [test for test in option.tests if test.code == code]
