"""The heroes of one seat as one: looked up once per game, so that rules need not ask each hero at every step."""

from __future__ import annotations

from functools import cache
from inspect import isfunction
from typing import Final

from engines.bagarre.heroes import HEROES
from engines.bagarre.heroes.base import Hero
from engines.bagarre.powers import FIGURES, Powers

HOOKS: Final = tuple(name for name, member in vars(Hero).items() if isfunction(member) and name != "performs")
"""The names of all hooks, as ``Hero`` declares them."""

NO_HERO: Final = Hero()


class _Together(Powers):
    """Powers with a slot for each: rules ask for them at every step, and a slot is found fastest."""

    __slots__ = (*FIGURES, *HOOKS)

    def __init__(self, codes: tuple[str, ...]) -> None:
        heroes = [HEROES[code] for code in codes]
        self.codes = codes
        self.performs = {kind: perform for hero in heroes for kind, perform in hero.performs().items()}
        for name, add in FIGURES.items():
            setattr(self, name, add([getattr(hero, name) for hero in (NO_HERO, *heroes)]))
        for name in HOOKS:
            changed = [hero for hero in heroes if getattr(type(hero), name) is not getattr(Hero, name)]
            setattr(self, name, tuple(getattr(hero, name) for hero in changed))
        self.plain = not (self.uses_discard or self.aims_twice or self.menu)


@cache
def powers_of(codes: tuple[str, ...]) -> Powers:
    """Return the powers of heroes by code; none for nobody."""
    return _Together(codes)
