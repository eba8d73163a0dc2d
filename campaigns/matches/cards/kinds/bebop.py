"""The kinds of cards of Space Serenade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.matches.cards.kinds.kind import COPIES, Choice, Figure, Flag, Group, Kind, Slot, Text
from campaigns.matches.scores.bebop import CHARACTERS, PILES
from engines.bebop import cards as bebop
from engines.bebop.cards import (
    BASE_COLOURED,
    BASE_NEUTRAL,
    COMMON,
    COST_MOST,
    DAMAGE,
    PRICE_MOST,
    RESOURCE_MOST,
)

PLANETS: Final[Mapping[str, Text]] = {
    bebop.Planet.EARTH.value: _("Criminals of Earth"),
    bebop.Planet.MARS.value: _("Criminals of Mars"),
    bebop.Planet.GANYMEDE.value: _("Criminals of Ganymede"),
}
FORCE_EACH: Final = _("Force for each resistance token")
STAR: Final = _("Number in the star")
TO_PAY: Final = _("To be paid")
COST: Final = pgettext_lazy("Space Serenade", "Price in Woolongs")
CLUES_EACH: Final = _("Clues for each investigation token")
RENEWS: Final = Flag("renews", _("The market is renewed when it arrives"))
_CRIMINAL: Final = (
    Group(
        "",
        (
            Figure("resistance", PILES["resistance"], 1, bebop.PILE_MOST, None),
            Figure("clues", PILES["clues"], 1, bebop.PILE_MOST, None),
            Figure("star", STAR, 0, bebop.STAR_MOST, None),
        ),
    ),
    Group(
        _("To play here, too"),
        (
            Figure("force_each", FORCE_EACH, 1, PRICE_MOST, None, optional=True),
            Figure("clues_each", CLUES_EACH, 1, PRICE_MOST, None, optional=True),
        ),
        TO_PAY,
    ),
)
GAINS: Final = Group(
    pgettext_lazy("Space Serenade", "Brings"),
    (
        Figure("woolongs", "Woolongs", 0, RESOURCE_MOST),
        Figure("fuel", pgettext_lazy("Space Serenade", "Fuel"), 0, RESOURCE_MOST),
        Figure("force", pgettext_lazy("Space Serenade", "Force"), 0, RESOURCE_MOST),
        Figure("clues", pgettext_lazy("Space Serenade", "Clues"), 0, RESOURCE_MOST),
    ),
)
_COLOUR: Final = Choice("colour", pgettext_lazy("card", "Colour"), CHARACTERS, optional=True)
TEAM: Final = Choice("team.with", _("Team zone with a card of"), CHARACTERS, optional=True)
_TEXTS: Final = (
    Slot("play", _("When it is played"), "play"),
    Slot("team", _("In the team zone"), "team.steps", with_="team.with"),
)
GOES: Final = Choice(
    "red.to",
    _("After its red text it goes"),
    {
        bebop.Goes.OUT.value: pgettext_lazy("card", "out of the game"),
        bebop.Goes.DISCARD.value: pgettext_lazy("card", "to the discard pile"),
        bebop.Goes.TOP.value: pgettext_lazy("card", "on top of the deck"),
    },
)
_HELD: Final = ("cards", "base", "damage")


def _price(most: int) -> Group:
    return Group(
        "",
        (
            Figure("cost", COST, 0, COST_MOST),
            Figure(COPIES, _("Copies"), 1, most, 1),
        ),
    )


def _base(code: str, title: Text, needs: int, colour: str | None) -> Kind:
    return Kind(
        f"base-{code}",
        title,
        needs,
        "base",
        (GAINS, Group("", (Figure(COPIES, _("Copies"), 1, needs, 1),))),
        {"colour": colour},
        _HELD,
        choices=(TEAM,),
        slots=_TEXTS,
        texted="both",
        scored=False,
    )


KINDS: Final[tuple[Kind, ...]] = (
    *(
        Kind(
            planet,
            title,
            bebop.PER_PLANET,
            "criminals",
            _CRIMINAL,
            {"planet": planet},
            flags=(RENEWS,),
        )
        for planet, title in PLANETS.items()
    ),
    Kind(
        "common",
        _("Common deck"),
        COMMON,
        "cards",
        (_price(COMMON), GAINS),
        apart=_HELD,
        choices=(_COLOUR, TEAM),
        slots=_TEXTS,
        texted="both",
        scored=False,
    ),
    _base("neutral", _("Base deck: neutral cards"), BASE_NEUTRAL, None),
    _base("spike", _("Base deck: Spike"), BASE_COLOURED, "spike"),
    _base("jet", _("Base deck: Jet"), BASE_COLOURED, "jet"),
    _base("faye", _("Base deck: Faye"), BASE_COLOURED, "faye"),
    _base("ed", _("Base deck: Ed"), BASE_COLOURED, "ed"),
    Kind(
        "damage",
        _("Damage cards"),
        DAMAGE,
        "damage",
        (Group("", (Figure(COPIES, _("Copies"), 1, DAMAGE, 1),)),),
        apart=_HELD,
        choices=(GOES,),
        slots=(
            Slot("red", _("Red text, when it is drawn"), "red.steps"),
            Slot("grey", _("Grey text, when it is played"), "grey"),
        ),
        texted="both",
        scored=False,
    ),
)
EMPTY: Final[Mapping[str, Any]] = {"criminals": [], "vicious": [], "cards": [], "base": [], "damage": []}
