"""The kinds of cards of Badass Force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.matches.cards.kinds.kind import COPIES, Choice, Figure, Flag, Group, Kind, Slot
from engines.badass_force import cards as badass_force

_APART: Final = ("characters", "weapons")
CLASSES: Final = Choice(
    "classes",
    pgettext_lazy("Badass Force", "Classes"),
    {
        badass_force.Icon.DEFENCE.value: pgettext_lazy("Badass Force", "Defence"),
        badass_force.Icon.ASSASSIN.value: pgettext_lazy("Badass Force", "Assassin"),
        badass_force.Icon.AMMO.value: pgettext_lazy("Badass Force", "Ammunition"),
    },
    optional=True,
    several=True,
)
ON: Final = Choice(
    "reaction.on",
    _("It reacts when it is"),
    {
        badass_force.On.TARGETED.value: pgettext_lazy("Badass Force", "targeted"),
        badass_force.On.KILLED.value: pgettext_lazy("Badass Force", "killed"),
        badass_force.On.CHARGED.value: pgettext_lazy("Badass Force", "given ammunition"),
        badass_force.On.CALLED.value: pgettext_lazy("Badass Force", "called a bluff"),
    },
    optional=True,
)
BAR: Final = Group(
    _("Charge bar"),
    (
        Figure("bar.start", _("Starts at"), 0, badass_force.BAR_MOST),
        Figure("bar.explode", _("May be used from"), 1, badass_force.BAR_MOST, None),
        Figure("bar.most", _("Last case"), 1, badass_force.BAR_MOST, None),
    ),
)
ANY_CHARGE: Final = Flag("any_charge", _("Any charge overloads it, even the one from the turn"))

KINDS: Final[tuple[Kind, ...]] = (
    Kind(
        "characters",
        pgettext_lazy("Badass Force", "Characters"),
        badass_force.CHARACTERS,
        "characters",
        (),
        apart=_APART,
        choices=(CLASSES, ON),
        slots=(
            Slot("power", _("Power"), "power"),
            Slot("vengeance", _("Power in Vengeance mode"), "vengeance"),
            Slot("death", _("When it dies"), "death"),
            Slot("reaction", _("Its reaction"), "reaction.steps", with_="reaction.on"),
        ),
        texted="one",
        more=True,
        scored=False,
    ),
    Kind(
        "weapons",
        pgettext_lazy("Badass Force", "Weapons"),
        badass_force.WEAPON_CARDS,
        "weapons",
        (BAR, Group("", (Figure(COPIES, _("Copies"), 1, badass_force.WEAPON_CARDS, badass_force.WEAPON_COPIES),))),
        apart=_APART,
        flags=(ANY_CHARGE,),
        slots=(
            Slot("execution", _("Execution"), "execution"),
            Slot("overload", _("When it overloads"), "overload"),
            Slot("each_turn", _("At each of its turns"), "each_turn"),
        ),
        copies=badass_force.WEAPON_COPIES,
        texted="one",
        more=True,
        scored=False,
    ),
)
EMPTY: Final[Mapping[str, Any]] = {"faces": [], "characters": [], "weapons": []}
