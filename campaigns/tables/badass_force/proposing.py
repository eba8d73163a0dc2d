"""What may be proposed where the table of Badass Force decides."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from campaigns.tables.proposing import Made
from engines.badass_force.verbs.change_character import ChangeCharacter
from engines.badass_force.verbs.change_weapon import ChangeWeapon
from engines.badass_force.verbs.gain import Gain
from engines.badass_force.verbs.kill import Kill
from engines.badass_force.verbs.lose import Lose
from engines.badass_force.verbs.reveal import Reveal
from engines.badass_force.verbs.revive import Pick, Revive
from engines.badass_force.verbs.roll import Roll
from engines.badass_force.verbs.words import From, What

MADE: Final[Made] = {
    "gain": lambda what, count, who: Gain(what=What(what), n=count, who=who),
    "lose": lambda what, count, who: Lose(what=What(what), n=count, who=who),
    "kill": lambda what, count, who: Kill(who=who, from_=From(what)),
    "revive": lambda what, count, who: Revive(n=count, pick=Pick.RANDOM, who=who),
    "change_character": lambda what, count, who: ChangeCharacter(who=who),
    "change_weapon": lambda what, count, who: ChangeWeapon(who=who),
    "reveal": lambda what, count, who: Reveal(who=who),
    "roll": lambda what, count, who: Roll(who=who),
}


def changes() -> list[tuple[str, str]]:
    """Return what may be changed, with its words."""
    return [
        ("gain ammo", _("gains ammunition")),
        ("lose ammo", _("loses ammunition")),
        ("gain points", _("gains points")),
        ("lose points", _("loses points")),
        ("kill active", _("loses the active character")),
        ("kill hand", _("loses a character from the hand")),
        ("revive", _("takes dead characters back, drawn at random")),
        ("change_character", _("changes character")),
        ("change_weapon", _("changes weapon")),
        ("reveal", _("shows the active character")),
        ("roll", _("rolls the armoury dice")),
    ]
