"""The kinds of cards of BAF!."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.matches.cards.kinds.kind import COPIES, Figure, Group, Kind, Text
from campaigns.matches.scores.baf_words import SKILLS
from engines.baf import cards as baf


def _skills(path: str) -> tuple[Figure, ...]:
    return tuple(Figure(f"{path}.{skill.value}", SKILLS[skill.value], 0, baf.SKILL_MOST) for skill in baf.Skill)


DEFENCE: Final = pgettext_lazy("BAF!", "Defence")
GAIN: Final = pgettext_lazy("BAF!", "Skill gain")
RUNES: Final = pgettext_lazy("BAF!", "Runes")
LOOT: Final = pgettext_lazy("BAF!", "Coins")
_MONSTER: Final = (
    Group(DEFENCE, _skills("defence")),
    Group(
        GAIN,
        (*_skills("gain"), Figure("runes", RUNES, 0, baf.RUNES_MOST)),
    ),
    Group(
        "",
        (
            Figure("coins", LOOT, 0, baf.COINS_MOST),
            Figure(COPIES, _("Copies"), 1, baf.MONSTERS, 1),
        ),
    ),
)
_BOSS: Final = (Group(DEFENCE, _skills("defence")), Group("", (Figure("coins", LOOT, 0, baf.BOSS_COINS_MOST, None),)))
_BOSSES: Final = ("masters", "dragons")
_LEVELS: Final[Mapping[int, Text]] = {
    1: _("Monsters of level I"),
    2: _("Monsters of level II"),
    3: _("Monsters of level III"),
}

KINDS: Final[tuple[Kind, ...]] = (
    Kind("heroes", _("Heroes"), baf.HEROES, "heroes", (Group(_("Skills"), _skills("skills")),)),
    *(
        Kind(f"monsters-{level}", title, baf.MONSTERS, "monsters", _MONSTER, {"level": level})
        for level, title in _LEVELS.items()
    ),
    Kind("masters", _("Dungeon masters"), baf.BOSSES, "masters", _BOSS, apart=_BOSSES),
    Kind("dragons", _("Dragons"), baf.BOSSES, "dragons", _BOSS, apart=_BOSSES),
)
EMPTY: Final[Mapping[str, Any]] = {"heroes": [], "monsters": [], "masters": [], "dragons": []}
