"""The board of BAF!'s pad: the rounds, and everybody's heroes, skills, coins and fights of the round."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.matches.scores.baf_words import BOSSES, LETTERS, LEVELS, SIDES, SKILL_ICONS, SKILLS
from campaigns.matches.scores.pad import Pad
from campaigns.matches.scores.wording import Names, Text
from engines.baf.cards import Skills
from engines.baf.score.state import ROUNDS, ROUNDS_PER_LEVEL, BafState, Fight, Side, level_of


class Level(Struct, frozen=True):
    """A skill of a hero, with its icon."""

    name: Text
    icon: str
    value: int


class HeroSeen(Struct, frozen=True):
    """A hero on the board: whether this round's attack with that hand is still to come."""

    side: Text
    name: str
    skills: tuple[Level, ...]
    free: bool
    named: bool


class Adventurer(Struct, frozen=True):
    """A seat on the board."""

    seat: int
    name: str
    coins: int
    penalties: int
    heroes: tuple[HeroSeen, ...]
    fights: tuple[tuple[bool, int], ...]
    attempt: str


class Round(Struct, frozen=True):
    """A round on the board."""

    number: int
    level: str
    now: bool
    done: bool


def board(pad: Pad[BafState], state: BafState, names: Names) -> dict[str, Any]:
    """The rounds, and everybody's heroes, skills, coins and fights of the round."""
    rounds = [
        Round(number, LEVELS[level_of(number)], number == state.round, number < state.round)
        for number in range(1, ROUNDS + 1)
    ]
    bosses = [pad.value_name("boss", one, names) for one in state.bosses or ()]
    levels = [rounds[at : at + ROUNDS_PER_LEVEL] for at in range(0, ROUNDS, ROUNDS_PER_LEVEL)]
    adventurers = [_adventurer(pad, state, seat, names) for seat in state.seats]
    return {
        "levels": levels,
        "final": state.level is None,
        "bosses": bosses,
        "adventurers": adventurers,
        "skilled": any(hero.named or hero.skills for one in adventurers for hero in one.heroes),
    }


def _adventurer(pad: Pad[BafState], state: BafState, seat: int, names: Names) -> Adventurer:
    fights = list(state.fights_of(seat))
    number = min(state.round, ROUNDS)
    free = state.free_sides(seat, number) if state.level is not None else ()
    heroes = []
    for side in Side:
        hero = state.hero(seat, side)
        named = pad.value_name("hero", hero.name, names) if hero else SIDES[side.value]
        levels = _levels(state.skills(seat, side))
        heroes.append(HeroSeen(LETTERS[side.value], str(named), levels, side in free, hero is not None))
    attempt = state.attempt(seat)
    tried = ""
    if attempt is not None:
        tried = _("no attempt") if attempt.boss is None else str(BOSSES[attempt.boss.value])
    return Adventurer(
        seat,
        names[seat],
        state.total(seat),
        sum(not one.won for one in fights),
        tuple(heroes),
        tuple((one.won, _worth(one, state)) for one in fights if one.round == number),
        tried,
    )


def _levels(skills: Skills) -> tuple[Level, ...]:
    return tuple(Level(SKILLS[skill.value], SKILL_ICONS[skill.value], amount) for skill, amount in skills if amount)


def _worth(fight: Fight, state: BafState) -> int:
    return fight.coins if fight.won else -state.setup.penalty
