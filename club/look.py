"""What a club's pages are told by: the crest beside its name, and the colour of its banner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy


class Crest(models.TextChoices):
    """The drawings a club may show beside its name: icons of the site, and emblems of races (``RACES``)."""

    BANNER = "banner", pgettext_lazy("crest", "Banner")
    SHIELD = "shield", pgettext_lazy("crest", "Shield")
    SWORDS = "crossed-swords", pgettext_lazy("crest", "Crossed swords")
    AXE = "axe", pgettext_lazy("crest", "Axe")
    BOW = "bow", pgettext_lazy("crest", "Bow")
    HELMET = "helmet", pgettext_lazy("crest", "Helmet")
    SKULL = "skull", pgettext_lazy("crest", "Skull")
    CROWN = "crown", pgettext_lazy("crest", "Crown")
    TOWER = "tower", pgettext_lazy("crest", "Tower")
    HORSE = "horse", pgettext_lazy("crest", "Horse")
    ANVIL = "anvil", pgettext_lazy("crest", "Anvil")
    TORCH = "torch", pgettext_lazy("crest", "Torch")
    DICE = "dice", pgettext_lazy("crest", "Dice")
    STAR = "star", pgettext_lazy("crest", "Star")
    HUMAN = "human", pgettext_lazy("crest", "Lily")
    ORC = "orc", pgettext_lazy("crest", "Tusks")
    ELF = "elf", pgettext_lazy("crest", "Leaf")
    DWARF = "dwarf", pgettext_lazy("crest", "Hammer")
    GOBLIN = "goblin", pgettext_lazy("crest", "Pointed ears")
    SNAKE = "snakefolk", pgettext_lazy("crest", "Snake")


RACES: Final = frozenset({Crest.HUMAN, Crest.ORC, Crest.ELF, Crest.DWARF, Crest.GOBLIN, Crest.SNAKE})
"""Those that are drawn in ``icons/races.svg``; the others in ``icons/sprite.svg``."""


class Accent(models.TextChoices):
    """The colours a club may have; ``css/tokens.css`` says what each is in light and dark (``data-accent``)."""

    OXBLOOD = "oxblood", _("Oxblood")
    PINE = "pine", _("Pine")
    HARBOUR = "harbour", _("Harbour blue")
    PLUM = "plum", _("Plum")
    COPPER = "copper", _("Copper")
    IRON = "iron", _("Iron")


BANNERS: Final[Mapping[str, str]] = {
    Accent.OXBLOOD: "#7b1e24",
    Accent.PINE: "#1f5137",
    Accent.HARBOUR: "#1f4a7d",
    Accent.PLUM: "#5d2b66",
    Accent.COPPER: "#7a3d12",
    Accent.IRON: "#3c4750",
}
"""The banner's colour by day, for what a browser draws around the page."""

BANNERS_BY_NIGHT: Final[Mapping[str, str]] = {
    Accent.OXBLOOD: "#8d2a2f",
    Accent.PINE: "#2c6447",
    Accent.HARBOUR: "#2d5c95",
    Accent.PLUM: "#73407d",
    Accent.COPPER: "#8a4a1c",
    Accent.IRON: "#4d5a64",
}
"""The same in the dark scheme."""
