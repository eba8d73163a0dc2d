"""Words of BAF! that its pad, its tables and its card sets share."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy, pgettext_lazy

from campaigns.matches.scores.wording import Text

SKILLS: Mapping[str, Text] = {
    "melee": pgettext_lazy("BAF!", "Melee"),
    "ranged": gettext_lazy("Ranged"),
    "magic": pgettext_lazy("BAF!", "Magic"),
    "stealth": gettext_lazy("Stealth"),
}
SKILL_ICONS: Mapping[str, str] = {"melee": "sword", "ranged": "bow", "magic": "star", "stealth": "eye-off"}
SIDES: Mapping[str, Text] = {"left": gettext_lazy("left"), "right": gettext_lazy("right")}
LETTERS: Mapping[str, Text] = {
    "left": pgettext_lazy("left hand, one letter", "L"),
    "right": pgettext_lazy("right hand, one letter", "R"),
}
HANDS: Mapping[str, Text] = {
    "left": pgettext_lazy("hand", "Left"),
    "right": pgettext_lazy("hand", "Right"),
    "both": pgettext_lazy("hands", "Both"),
}
BOSSES: Mapping[str, Text] = {"master": gettext_lazy("Dungeon master"), "dragon": gettext_lazy("Dragon")}
LEVELS: Mapping[int, str] = {1: "I", 2: "II", 3: "III"}
BOSS_BEATEN: Mapping[str, Text] = {
    "master": gettext_lazy("%(player)s beats the dungeon master"),
    "dragon": gettext_lazy("%(player)s beats the dragon"),
}
BOSS_STRONGER: Mapping[str, Text] = {
    "master": gettext_lazy("The dungeon master is stronger than %(player)s"),
    "dragon": gettext_lazy("The dragon is stronger than %(player)s"),
}
