"""The cards of BAF! as data: a *card set*, typed in by a club off its own box.

The rulebook prints no values (ruling A21). It says how many cards of each kind there are (BAF!, Contenu) and what
stands on them (BAF!, Cartes et symboles). ``training()`` is an invented set for practice; it is not the publisher's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from engines.core.card_set import count_problems, named_problems, range_problems, training_set
from engines.core.decoding import converted
from engines.core.problems import Problem
from engines.core.text import Text

HEROES: Final = 10
MONSTERS: Final = 34
"""Monsters of each level."""
BOSSES: Final = 4
"""Dungeon masters, and as many dragons."""
LEVELS: Final = 3
SKILL_MOST: Final = 9
"""The most of one skill on one card: a guard against slips of the finger, no rule prints it."""
RUNES_MOST: Final = 4
COINS_MOST: Final = 20
"""The most coins on a monster: a guard, as above."""
BOSS_COINS_MOST: Final = 50
CONTENTS: Final = "BAF!, Contenu"
SYMBOLS: Final = "BAF!, Cartes et symboles"


class Skill(StrEnum):
    """The four categories (BAF!, Cartes héros)."""

    MELEE = "melee"
    RANGED = "ranged"
    MAGIC = "magic"
    STEALTH = "stealth"


class Skills(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How much of each skill: what a hero has, a monster gives, or a defence asks."""

    melee: int = 0
    ranged: int = 0
    magic: int = 0
    stealth: int = 0

    def __add__(self, other: Skills) -> Skills:
        return Skills(
            self.melee + other.melee,
            self.ranged + other.ranged,
            self.magic + other.magic,
            self.stealth + other.stealth,
        )

    def __iter__(self) -> Iterator[tuple[Skill, int]]:
        yield Skill.MELEE, self.melee
        yield Skill.RANGED, self.ranged
        yield Skill.MAGIC, self.magic
        yield Skill.STEALTH, self.stealth

    def __bool__(self) -> bool:
        return any(amount for _, amount in self)

    def of(self, skill: Skill) -> int:
        """Return how much of one skill."""
        return dict(self)[skill]

    def reaches(self, defence: Skills) -> bool:
        """Tell whether these beat a defence: ``short_of`` names the categories in which they do not."""
        return (
            self.melee >= defence.melee
            and self.ranged >= defence.ranged
            and self.magic >= defence.magic
            and self.stealth >= defence.stealth
        )

    def short_of(self, defence: Skills) -> list[Skill]:
        """Return the categories in which a defence is not reached: each counts alone (rulings A5, A22)."""
        return [skill for skill, needed in defence if self.of(skill) < needed]


NO_SKILLS: Final = Skills()


def total(parts: Iterable[Skills]) -> Skills:
    """Return the sum of several, category by category (ruling A16)."""
    return sum(parts, NO_SKILLS)


def from_runes(runes: Iterable[Skill]) -> Skills:
    """Return what runes give once they are allocated: one in the category chosen for each."""
    chosen = list(runes)
    return Skills(**{skill.value: chosen.count(skill) for skill in Skill})


class HeroCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hero and the skills printed on the card, in one or two categories."""

    code: str
    name: Text
    skills: Skills


class MonsterCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A monster: its level 1–3, defence, gain (skills and runes), coins, and how many such cards there are."""

    code: str
    name: Text
    level: int
    defence: Skills
    gain: Skills = NO_SKILLS
    runes: int = 0
    coins: int = 0
    copies: int = 1

    @property
    def improves(self) -> bool:
        """Whether there is anything to gain from putting it under a hero."""
        return bool(self.gain) or self.runes > 0


class BossCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A dungeon master or a dragon: its defence and the coins for beating it."""

    code: str
    name: Text
    defence: Skills
    coins: int


class CardSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True):
    """All cards of one box. ``invented`` marks a set that is nobody's published cards."""

    name: Text
    invented: bool = False
    heroes: tuple[HeroCard, ...]
    monsters: tuple[MonsterCard, ...]
    masters: tuple[BossCard, ...]
    dragons: tuple[BossCard, ...]

    def hero(self, code: str) -> HeroCard | None:
        """Return the hero of that code, if there is one."""
        return next((card for card in self.heroes if card.code == code), None)

    def monster(self, code: str) -> MonsterCard | None:
        """Return the monster of that code, if there is one."""
        return next((card for card in self.monsters if card.code == code), None)

    def boss(self, code: str) -> BossCard | None:
        """Return the dungeon master or dragon of that code, if there is one."""
        return next((card for card in (*self.masters, *self.dragons) if card.code == code), None)

    def problems(self) -> Iterable[Problem]:
        """Yield what is wrong with the set: counts of cards, codes twice, numbers out of range, empty defences.

        Each problem names the list or card (``item``), the value and the limit.
        """
        yield from self._count_problems()
        yield from self.card_problems()

    def card_problems(self) -> Iterable[Problem]:
        """Yield what is wrong with the cards, however many there are."""
        yield from named_problems(self.heroes)
        yield from named_problems(self.monsters)
        yield from named_problems((*self.masters, *self.dragons))
        for hero in self.heroes:
            yield from _hero_problems(hero)
        for monster in self.monsters:
            yield from _monster_problems(monster)
        for boss in (*self.masters, *self.dragons):
            yield from _defence_problems(boss)
            yield from range_problems(boss.code, "coins", boss.coins, 0, BOSS_COINS_MOST, SYMBOLS)

    def _count_problems(self) -> Iterable[Problem]:
        counts = [("heroes", len(self.heroes), HEROES)]
        for level in range(1, LEVELS + 1):
            count = sum(card.copies for card in self.monsters if card.level == level)
            counts.append((f"monsters_{level}", count, MONSTERS))
        counts += [("masters", len(self.masters), BOSSES), ("dragons", len(self.dragons), BOSSES)]
        for item, count, needs in counts:
            yield from count_problems(item, count, needs, CONTENTS)


def _skill_problems(item: str, field: str, skills: Skills) -> Iterable[Problem]:
    for skill, amount in skills:
        yield from range_problems(item, f"{field}_{skill.value}", amount, 0, SKILL_MOST, SYMBOLS)


def _defence_problems(card: MonsterCard | BossCard) -> Iterable[Problem]:
    yield from _skill_problems(card.code, "defence", card.defence)
    if not card.defence:
        yield Problem("defence_empty", None, {"item": card.code}, SYMBOLS)


def _hero_problems(hero: HeroCard) -> Iterable[Problem]:
    yield from _skill_problems(hero.code, "skills", hero.skills)
    count = sum(amount > 0 for _, amount in hero.skills)
    if not 1 <= count <= 2:
        yield Problem("hero_categories", None, {"item": hero.code, "count": count, "least": 1, "most": 2}, SYMBOLS)


def _monster_problems(monster: MonsterCard) -> Iterable[Problem]:
    yield from range_problems(monster.code, "level", monster.level, 1, LEVELS, SYMBOLS)
    yield from _defence_problems(monster)
    yield from _skill_problems(monster.code, "gain", monster.gain)
    yield from range_problems(monster.code, "runes", monster.runes, 0, RUNES_MOST, SYMBOLS)
    yield from range_problems(monster.code, "coins", monster.coins, 0, COINS_MOST, SYMBOLS)
    yield from range_problems(monster.code, "copies", monster.copies, 1, MONSTERS, SYMBOLS)


def read_cards(data: object) -> CardSet:
    """Read a card set from JSON data; raise ``Malformed`` saying where it cannot be read.

    What is readable may still be wrong: ask ``problems``.
    """
    return converted(data, CardSet)


@cache
def training() -> CardSet:
    """Return the invented set that comes with the project."""
    return training_set("engines.baf", CardSet)
