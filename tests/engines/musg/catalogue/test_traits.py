"""The words of the catalogue's entries: the printed ones use no other than ``TRAITS``, and rules ask for no other."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import engines.musg
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.traits import TRAITS, Bearer
from tests.engines.musg.catalogue.renamed import CODES

ENGINE = Path(engines.musg.__file__).parent
SUFFIX = "_pair"
"""Not a word but the end of one, of what two pieces do together."""


def borne() -> Iterator[tuple[Bearer, str, str]]:
    """Give every trait of a printed entry: what kind of entry bears it, which one, the trait."""
    catalogue = CATALOGUE
    kinds: dict[Bearer, Iterable[Any]] = {
        Bearer.RACE: catalogue.races.values(),
        Bearer.RANGED: catalogue.guns.values(),
        Bearer.MELEE: catalogue.melee.values(),
        Bearer.EQUIPMENT: (*catalogue.equipment.values(), *catalogue.pulp.equipment.values()),
        Bearer.SKILL: catalogue.skills.values(),
        Bearer.INJURY: catalogue.injuries_by_code.values(),
        Bearer.MERCENARY: catalogue.mercenaries.values(),
    }
    for kind, entries in kinds.items():
        for entry in entries:
            for trait in entry.traits:
                yield kind, entry.code, trait


def asked() -> Iterator[tuple[str, str]]:
    """Give every word that the engine's source looks for among traits, with the module that does."""
    for path in sorted(ENGINE.rglob("*.py")):
        module = "engines.musg." + ".".join(path.relative_to(ENGINE).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
                if ast.unparse(node.comparators[0]).endswith("traits"):
                    yield from ((module, word) for word in _words(node.left, module))
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
                for side, other in ((node.left, node.right), (node.right, node.left)):
                    if ast.unparse(side).endswith("traits"):
                        yield from ((module, word) for word in _words(other, module))
            elif isinstance(node, ast.keyword | ast.Assign | ast.AnnAssign) and _is_about_traits(node):
                yield from ((module, word) for word in _words(node.value, module))


def _is_about_traits(node: ast.keyword | ast.Assign | ast.AnnAssign) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg in ("traits", "more_traits")
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(ast.unparse(target).lower().endswith("traits") for target in targets)


def _words(node: ast.expr | None, module: str) -> Iterable[str]:
    """Return the words that an expression holds: written out, or as a name that the module knows."""
    names = vars(importlib.import_module(module))
    for part in ast.walk(node) if node is not None else ():
        value = part.value if isinstance(part, ast.Constant) else None
        if isinstance(part, ast.Name):
            value = names.get(part.id)
        yield from [value] if isinstance(value, str) else []
        yield from (word for word in value if isinstance(word, str)) if isinstance(value, frozenset) else []


def named() -> Iterator[tuple[str, str]]:
    """Give every code of a printed entry that is compared with something called a code, or picked out of a table."""
    codes = CODES - {"dead", "back", "gone"}  # standings and places
    for path in sorted(ENGINE.rglob("*.py")):
        if path.parent.name in ("catalogue", "weighing"):  # what things are weighed with is made of printed ones
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in codes:
                yield path.relative_to(ENGINE).as_posix(), str(node.value)


RECEIPTS = {"poison", "buckler", "blade_catcher", "vital_points", "hatred", "hardened"}
"""Lines of receipts and ways to pass a test, whatever the entry is called that they come from."""
WORDS = {
    "heavy",
    "shield",
    "zombies",
    "aliens",
    "medium",
    "medikit",
    "swerve",
    "advance",
    "quack",
    "shaken",
    "multiple",
}
"""Fields, slots, modules, ranges, actions, reasons of dice and names of tables that are spelt like an entry."""


def test_the_engine_names_no_entry_by_its_code() -> None:
    assert {(path, code) for path, code in named() if code not in RECEIPTS | WORDS} == set()


def test_each_trait_stands_under_its_own_code() -> None:
    assert [trait.code for trait in TRAITS.values()] == list(TRAITS)
    assert len(TRAITS) > 40


@pytest.mark.parametrize(("kind", "entry", "trait"), sorted(borne()))
def test_a_printed_entry_bears_traits_that_its_kind_may_bear(kind: Bearer, entry: str, trait: str) -> None:
    assert kind in TRAITS[trait].bearers


def test_the_engine_asks_for_no_other_word() -> None:
    found = set(asked())
    assert {word for _, word in found} >= {"dive_attack", "dreaded", "poison", "ignores_difficult_terrain"}  # it sees
    assert {(module, word) for module, word in found if word not in TRAITS and word != SUFFIX} == set()


@pytest.mark.parametrize("code", TRAITS)
def test_each_trait_is_borne_in_print_or_says_why_not(code: str) -> None:
    assert any(trait == code for _, _, trait in borne()) is not bool(TRAITS[code].unborne)


@pytest.mark.parametrize("code", TRAITS)
def test_each_trait_has_a_meaning_in_both_languages_and_a_rule(code: str) -> None:
    trait = TRAITS[code]
    assert trait.meaning.fr.endswith(".")
    assert trait.meaning.en.endswith(".")
    assert trait.rule.startswith(("Musg, ", "ruling M", "rulings M"))
    assert bool(trait.bearers) is not bool(trait.unborne)
