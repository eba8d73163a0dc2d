"""What the heroes of one seat change, looked up once per game. A hook that none of them has costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from engines.bagarre.actions import Kind
from engines.bagarre.heroes import HEROES
from engines.bagarre.heroes.base import Hero, Potion


class Powers:
    """The powers of the heroes of one seat, added up (La Bagarre, Trolls à deux têtes).

    See ``Hero`` for what each means. Hooks are tuples of bound methods, in the order of the heroes.
    """

    __slots__ = (
        "after_attack",
        "aims_twice",
        "attack_bonus",
        "cards_drawn",
        "charge_limit",
        "chooses_replacement",
        "codes",
        "counters",
        "end_of_turn",
        "equal_kills",
        "hides_shield",
        "menu",
        "on_aimed",
        "on_drawn",
        "on_hurt",
        "on_revealed",
        "on_second_target",
        "performs",
        "potions",
        "replays_on_murder",
        "sees_hidden",
        "shield_bonus",
        "steals_from_the_dead",
        "uses_discard",
    )

    def __init__(self, heroes: tuple[Hero, ...]) -> None:
        def hooks(name: str) -> tuple[Callable[..., Any], ...]:
            return tuple(getattr(hero, name) for hero in heroes if getattr(type(hero), name) is not getattr(Hero, name))

        self.codes = tuple(hero.code for hero in heroes)
        self.potions: int = sum(hero.potions for hero in heroes)
        self.charge_limit = max([1, *(hero.charge_limit for hero in heroes)])
        self.equal_kills = any(hero.equal_kills for hero in heroes)
        self.uses_discard = any(hero.uses_discard for hero in heroes)
        self.replays_on_murder = all(hero.replays_on_murder for hero in heroes)
        self.hides_shield = any(hero.hides_shield for hero in heroes)
        self.sees_hidden = any(hero.sees_hidden for hero in heroes)
        self.chooses_replacement = any(hero.chooses_replacement for hero in heroes)
        self.steals_from_the_dead = any(hero.steals_from_the_dead for hero in heroes)
        self.counters = sum(hero.counters for hero in heroes)
        self.performs: Mapping[Kind, Callable[..., Any]] = {k: f for hero in heroes for k, f in hero.performs().items()}
        self.shield_bonus = hooks("shield_bonus")
        self.attack_bonus = hooks("attack_bonus")
        self.cards_drawn = hooks("cards_drawn")
        self.menu = hooks("menu")
        self.aims_twice = hooks("aims_twice")
        self.on_second_target = hooks("on_second_target")
        self.on_drawn = hooks("on_drawn")
        self.on_revealed = hooks("on_revealed")
        self.on_aimed = hooks("on_aimed")
        self.on_hurt = hooks("on_hurt")
        self.after_attack = hooks("after_attack")
        self.end_of_turn = hooks("end_of_turn")


@cache
def powers_of(codes: tuple[str, ...]) -> Powers:
    """Return the powers of heroes by code; none for nobody."""
    return Powers(tuple(HEROES[code] for code in codes))


def potion_names(potions: int) -> tuple[str, ...]:
    """Return the names of a set of potions."""
    return tuple(str(potion.name).lower() for potion in Potion if potions & potion)
