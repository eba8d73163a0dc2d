"""The heroes of La Bagarre by their names, and what each can do, as briefly as a player at the table needs it."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.matches.scores.bagarre import HERO_NAMES


class HeroText(Struct, frozen=True):
    """A hero's code and icon, and a reminder of the power."""

    code: str
    icon: str
    power: str | Promise

    @property
    def name(self) -> str | Promise:
        """What the hero is called, on the pads as at the tables."""
        return HERO_NAMES[self.code]


HEROES: Final = (
    HeroText(
        "warrior",
        "sword",
        _(
            "May hold several charges; each adds 2 to the shield. An attack spends them all, and losing hit points to "
            "an attack loses them all."
        ),
    ),
    HeroText(
        "necromancer",
        "skull",
        _(
            "May act with the top card of the discard instead of drawing, but not put back a shield that was just "
            "replaced. No extra action for a murder."
        ),
    ),
    HeroText(
        "mage",
        "star",
        _("Whenever anybody plays an ace or a king for an action, may turn it into the other one."),
    ),
    HeroText(
        "thief",
        "dagger",
        _(
            "After an attack that costs hit points, may swap one of the victim’s cards for one of hers. After a kill, "
            "may take the victim’s shield."
        ),
    ),
    HeroText("ogre", "fist", _("An attack exactly equal to the target’s shield kills.")),
    HeroText(
        "paladin",
        "armour",
        _("Anyone who attacks is attacked twice in return, one attack after the other, even if the blow was deadly."),
    ),
    HeroText(
        "priestess",
        "heart",
        _(
            "As an action, may exchange any hit point card in play for the top card of the draw pile. This costs "
            "nobody a charge."
        ),
    ),
    HeroText(
        "beast",
        "bandage",
        _("Anyone who loses hit points to an attack is wounded; each wound on a target adds 3 to later attacks on it."),
    ),
    HeroText(
        "alchemist",
        "potion",
        _(
            "Three potions, once each: fire (one more target, next to the first), invisibility (avoids an action that "
            "targets you), speed (one more action at the end of the turn)."
        ),
    ),
    HeroText(
        "spy",
        "eye",
        _("The shield lies face down and only an attacker sees it. Sees the face-down cards in play."),
    ),
    HeroText(
        "bard",
        "speaker",
        _(
            "While all their own cards are of one colour, chooses between two drawn cards after naming the "
            "action; while they are of one suit, among three."
        ),
    ),
    HeroText(
        "demonist",
        "torch",
        _(
            "Once a turn, may give 3 hit points to draw an action’s card again; never dies of it, and at 1 hit "
            "point it is free. Charges are not drawn again."
        ),
    ),
)
BY_CODE: Final = {hero.code: hero for hero in HEROES}
