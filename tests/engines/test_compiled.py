"""Compiled engines (``scripts/wheel``): used only for the sources that they were made of, and they play the same.

``scripts/compiled/check`` runs this with the wheel on the path and ``COMPILED_ENGINES`` set, everybody else without.
"""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

import msgspec
import pytest

import engines
from engines import bagarre
from engines.bagarre.simulation import variant
from engines.core.dice import FastDice, SeededDice
from engines.core.playout import RandomBot, finish
from engines.musg.trials import battle_file, playout

ROOT = Path(__file__).parents[2]
ENGINES = Path(engines.__path__[0])
COMPILED = "COMPILED_ENGINES" in os.environ
SKIRMISH = Path(battle_file.__file__).parent / "examples" / "skirmish.json"


def _finder() -> ModuleType:
    """What the wheel puts beside its modules, from its source."""
    file = ROOT / "scripts" / "compiled" / "engines_compiled" / "__init__.py"
    spec = spec_from_file_location("finder_of_compiled_engines", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FINDER = _finder()


def played(number: int) -> str:
    """The digest of a game of any variant: its log, its events, its dice, its end."""
    players, options = variant(number)
    game = bagarre.Game.new(
        bagarre.Setup(players=players, options=options), dice=SeededDice(number.to_bytes(32, "big"))
    )
    finish(game, [RandomBot()] * players, FastDice(number))
    whole = (game.log, game.events, game.dice.rolls, game.outcome)
    return hashlib.sha256(msgspec.json.encode(whole)).hexdigest()


def fought(number: int) -> str:
    """The digest of a battle of the example: its log, its events, its dice, its end."""
    setup, names = battle_file.parse_battle(SKIRMISH.read_bytes())
    battle = playout.fight(setup, names, SeededDice(number.to_bytes(32, "big")), seed=number)
    whole = (battle.log, battle.events, battle.dice.rolls, battle.outcome)
    return hashlib.sha256(msgspec.json.encode(whole)).hexdigest()


def test_what_is_tested_is_what_was_asked_for() -> None:
    endings = tuple(EXTENSION_SUFFIXES) if COMPILED else (".py",)
    for name in FINDER.MODULES:
        spec = import_module(f"engines.{name}").__spec__
        assert spec is not None
        assert str(spec.origin).endswith(endings), name


@pytest.mark.skipif(not COMPILED, reason="the engines are not compiled here")
def test_machine_code_plays_the_same_games_as_the_sources() -> None:
    games = "*[t.played(n) for n in range(60)], *[t.fought(n) for n in range(30)]"
    script = f"from tests.engines import test_compiled as t; print(t.COMPILED, {games})"
    pure = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "COMPILED_ENGINES")}
    told = subprocess.run(
        [sys.executable, "-c", f"{script}; t.test_what_is_tested_is_what_was_asked_for()"],
        cwd=ROOT,
        env=pure,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert told == ["False", *[played(number) for number in range(60)], *[fought(number) for number in range(30)]]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for name in ("core/dice.py", "bagarre/turn.py", "bagarre/heroes/mage.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"NAME = {name!r}\n")
    return tmp_path


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The finders of modules, as they were before the test."""
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    yield sys.meta_path


def _made_of(monkeypatch: pytest.MonkeyPatch, digest: str) -> None:
    made = SimpleNamespace(
        DIGEST=digest, FILES={"engines.bagarre.turn": f"modules/bagarre.turn{EXTENSION_SUFFIXES[0]}"}
    )
    monkeypatch.setitem(sys.modules, "engines_compiled", ModuleType("engines_compiled"))
    monkeypatch.setitem(sys.modules, "engines_compiled.made_of", made)


def test_modules_made_of_these_sources_are_found_first(
    sources: Path, path: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    _made_of(monkeypatch, FINDER.digest(sources))
    FINDER.install(str(sources))
    finder = path[0]
    assert isinstance(finder, FINDER.Finder)
    found = finder.find_spec("engines.bagarre.turn")
    assert found is not None
    assert str(found.origin).endswith(f"engines_compiled/modules/bagarre.turn{EXTENSION_SUFFIXES[0]}")
    assert finder.find_spec("engines.bagarre.game") is None


@pytest.mark.parametrize("change", ["changed", "added", "removed", "renamed"])
def test_modules_made_of_other_sources_are_left_alone_and_that_is_said(
    change: str, sources: Path, path: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    _made_of(monkeypatch, FINDER.digest(sources))
    file = sources / "bagarre" / "heroes" / "mage.py"
    if change == "changed":
        file.write_text("NAME = 'bagarre/heroes/magi.py'\n")
    elif change == "added":
        (sources / "core" / "new.py").touch()
    elif change == "removed":
        file.unlink()
    else:
        file.rename(file.with_name("magi.py"))
    before = list(path)
    with pytest.warns(RuntimeWarning, match="other sources than these"):
        FINDER.install(str(sources))
    assert path == before


def _source(name: str) -> ast.Module:
    return ast.parse((ENGINES / f"{name.replace('.', '/')}.py").read_text())


COMPILED_CLASSES = {
    node.name for name in FINDER.MODULES for node in ast.walk(_source(name)) if isinstance(node, ast.ClassDef)
}
UNDERSTOOD = {"NamedTuple", "IntEnum", "StrEnum", "Protocol"}
"""Bases that the compiler leaves to Python, as they are."""


@pytest.mark.parametrize("name", FINDER.MODULES)
def test_what_is_compiled_declares_no_class_that_the_compiler_would_change(name: str) -> None:
    """It drops what stands beside the bases (``Struct, frozen=True``), and a dataclass keeps a slow ``__init__``."""
    for one in ast.walk(_source(name)):
        if isinstance(one, ast.ClassDef):
            assert not one.keywords, one.name
            assert {ast.unparse(base) for base in one.bases} <= UNDERSTOOD | COMPILED_CLASSES, one.name


@pytest.mark.parametrize("name", FINDER.MODULES)
def test_what_is_compiled_goes_through_nothing_that_it_replaces_meanwhile(name: str) -> None:
    """A compiled loop does not hold on to what it goes through, and crashes when nobody else does."""
    for loop in ast.walk(_source(name)):
        if isinstance(loop, ast.For):
            sources = loop.iter.args if isinstance(loop.iter, ast.Call) else [loop.iter]
            iterated = {node.id for node in sources if isinstance(node, ast.Name)}
            replaced = {
                node.id
                for line in loop.body
                for statement in ast.walk(line)
                if not isinstance(statement, ast.AugAssign)  # a list grows where it is
                for node in ast.iter_child_nodes(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
            assert not iterated & replaced, f"line {loop.lineno}"
