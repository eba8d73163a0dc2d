"""Cards of BAF!: four skills as large signs, loot and runes as signs, the level by colour and pips."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaigns.matches.cards.kinds import CardData, Kind, at
from campaigns.matches.cards.kinds.baf import DEFENCE, GAIN, LOOT, RUNES
from campaigns.matches.paper.faces.face import Face, Sign, Signs, Style
from campaigns.matches.scores.baf_words import SKILL_ICONS, SKILLS

LEVELS: Final[Mapping[int, str]] = {1: "#1d6b50", 2: "#2b5c9e", 3: "#94400f"}
"""The band of a monster; its level stands there as pips and in words, too."""
BOSSES: Final[Mapping[str, tuple[str, str]]] = {"masters": ("#5d2f74", "crown"), "dragons": ("#8c1d2f", "demonist")}
"""The band of a boss, and its picture."""
HEROES: Final[Mapping[str, str]] = {"melee": "warrior", "ranged": "spy", "magic": "mage", "stealth": "thief"}
"""Who stands for a skill among the drawings of heroes."""


def face(kind: Kind, row: CardData) -> Face:
    """Draw a hero, a monster or a boss."""
    match kind.place:
        case "heroes":
            best = max(SKILLS, key=lambda skill: _amount(row, "skills", skill))
            every = Signs("", Style.SQUARE, _skills(row, "skills"))
            return Face(picture=HEROES[best], signs=(every,))
        case "monsters":
            return _monster(row)
    colour, picture = BOSSES[kind.place]
    defence = Signs(DEFENCE, Style.SQUARE, _skills(row, "defence"))
    return Face(colour=colour, picture=picture, corner=_coins(row), signs=(defence,))


def _monster(row: CardData) -> Face:
    level = int(row["level"])
    gain = [Sign(SKILL_ICONS[skill], f"+{n}", SKILLS[skill]) for skill in SKILLS if (n := _amount(row, "gain", skill))]
    if row.get("runes"):
        gain.append(Sign("dice", f"+{row['runes']}", RUNES))
    defence = Signs(DEFENCE, Style.SQUARE, _skills(row, "defence"))
    return Face(colour=LEVELS[level], pips=level, corner=_coins(row), signs=(defence, Signs(GAIN, Style.ROW, gain)))


def _skills(row: CardData, path: str) -> list[Sign]:
    amounts = {skill: _amount(row, path, skill) for skill in SKILLS}
    return [Sign(SKILL_ICONS[skill], str(amount), SKILLS[skill], pale=not amount) for skill, amount in amounts.items()]


def _amount(row: CardData, path: str, skill: str) -> int:
    return int(at(row, f"{path}.{skill}") or 0)


def _coins(row: CardData) -> Sign:
    return Sign("coins", str(row.get("coins", 0)), LOOT)
