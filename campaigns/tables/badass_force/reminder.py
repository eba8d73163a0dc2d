"""The rules of Badass Force in short, for whoever sits down for the first time."""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext, pgettext

from campaigns.tables.badass_force.casting import reminded
from engines.badass_force.options import Options


def reminder(agreed: Options) -> list[tuple[str, str]]:
    """Return what may be done and what happens, in pairs of a word and its meaning (Badass Force, A chaque tour)."""
    return [
        (
            _("Your characters"),
            " ".join(filter(None, (_your_characters(), reminded(agreed.cards, agreed.characters)))),
        ),
        (
            _("Your turn"),
            _(
                "Your weapon gains 1 charge, in Vengeance mode 2. Then do one thing: change your character or your "
                "weapon, use your weapon’s execution, roll the armoury dice, or use a power."
            ),
        ),
        (
            _("Powers and bluffs"),
            _(
                "Say who lies in front of you, truly or not. Whoever calls a bluff rightly costs you that character. "
                "Whoever calls wrongly loses one drawn from the hand; you then lay a character anew and use the power."
            ),
        ),
        (
            pgettext("Badass Force", "Weapons"),
            _(
                "From the explosion on its charge bar on, a weapon can be used; then it is discarded and you take one "
                "of the three in the middle, with no charge."
            ),
        ),
        (
            _("Armoury dice"),
            _(
                "Green: 1 charge for you. Yellow: 1 for everybody. Red: 1 for all others. Two reds: you lose all your "
                "charges."
            ),
        ),
        (
            _("Points"),
            _(
                "Your first kill in anybody’s turn brings 2 points, each further one 1, and 1 more against whoever is "
                "alone in front."
            ),
        ),
        (
            "Vengeance",
            _(
                "With a single character left you take all seven back, put one into the dressing room at random and "
                "have a second power. From then on each player who is still Cool gains 1 point at the start of a turn."
            ),
        ),
        (_("The end"), _the_end(agreed)),
    ]


def _your_characters() -> str:
    return _(
        "Everybody has the same seven: one lies unseen in the dressing room, one face down in front of you, "
        "the others are your hand."
    )


def _the_end(agreed: Options) -> str:
    said = ngettext(
        "When somebody has %(count)s point, the game ends with that turn: the most points win; if equal, the most "
        "cards in hand, then the most charges.",
        "When somebody has %(count)s points, the game ends with that turn: the most points win; if equal, the most "
        "cards in hand, then the most charges.",
        agreed.limit,
    )
    return said % {"count": agreed.limit}
