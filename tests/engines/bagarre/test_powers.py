"""What heroes change is declared once; every rule finds it at the powers of a seat under that name."""

import re
from pathlib import Path

import pytest

import engines.bagarre
from engines.bagarre.hero_codes import CODES
from engines.bagarre.heroes import HEROES
from engines.bagarre.heroes.base import Hero
from engines.bagarre.heroes.together import HOOKS, powers_of
from engines.bagarre.powers import FIGURES, Powers

RULES = [path.read_text() for path in Path(*engines.bagarre.__path__).rglob("*.py")]


def test_rules_ask_for_what_is_declared_and_for_all_of_it() -> None:
    asked = {name for text in RULES for name in re.findall(r"\bpowers\.([a-z_]+)", text)} - {"import"}
    assert asked == {*FIGURES, *HOOKS, *Powers.__slots__}


def test_nobody_has_the_base_game() -> None:
    nobody = powers_of(())
    assert {name: getattr(nobody, name) for name in FIGURES} == {name: getattr(Hero, name) for name in FIGURES}
    assert [getattr(nobody, name) for name in HOOKS] == [()] * len(HOOKS)


@pytest.mark.parametrize("code", CODES)
def test_a_hook_is_called_only_for_who_changes_it(code: str) -> None:
    powers = powers_of((code,))
    changed = {name for name in HOOKS if name in vars(type(HEROES[code]))}
    assert {name for name in HOOKS if getattr(powers, name)} == changed
    assert {name: getattr(powers, name) for name in FIGURES} == {name: getattr(HEROES[code], name) for name in FIGURES}


def test_two_heads_have_the_powers_of_both() -> None:
    """La Bagarre, Trolls à deux têtes."""
    both = powers_of(("necromancer", "warrior"))
    assert (both.codes, both.uses_discard, both.replays_on_murder) == (("necromancer", "warrior"), True, False)
    assert (both.charge_limit, both.counters, both.equal_kills) == (54, 0, False)
