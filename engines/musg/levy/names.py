"""Names drawn by dice: for figures by their race, for warbands after somebody. Invented, the same in all languages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count, product
from typing import Final

from engines.core.dice import Dice
from engines.core.text import Text
from engines.musg.catalogue import Catalogue
from engines.musg.levy.styles import Style

_PEOPLE: Final = (
    "Adèle Anselme Armand Aurèle Barnabé Basile Berthe Blaise Capucine Casimir Céleste Colin Denise Edmée Éloi Félix "
    "Flora Gaspard Gilles Gontran Hector Honorine Irma Jeanne Jules Léonie Lucas Ludivine Mathilde Maurice Morgane "
    "Nine Octave Odile Paulin Perrine Prosper Quentin Rosalie Sidonie Suzon Thibault Ursule Valentin Victoire Zélie"
)
"""Names of races that bring no parts of their own."""

_BANDS: Final[Mapping[Style, tuple[Text, ...]]] = {
    Style.SHOOTERS: (
        Text("Les Tireurs", "Marksmen"),
        Text("Les Guetteurs", "Watchers"),
        Text("Les Faucons", "Hawks"),
        Text("Les Veilleurs", "Wardens"),
    ),
    Style.BRAWLERS: (
        Text("Les Cogneurs", "Bruisers"),
        Text("Les Crocs", "Fangs"),
        Text("Les Poings", "Fists"),
        Text("Les Lames", "Blades"),
    ),
    Style.MANY: (
        Text("La Meute", "Pack"),
        Text("La Marée", "Tide"),
        Text("La Cohue", "Throng"),
        Text("La Nuée", "Swarm"),
    ),
}
_ELIDED: Final = tuple("AEÉIOUYH")


def figure_name(race: str, catalogue: Catalogue, taken: Collection[str], dice: Dice) -> str:
    """Return a name that nobody of ``taken`` bears, for somebody of a race; a person's, where it brings none."""
    beginnings, endings = catalogue.levy.names.get(race, ((), ()))
    names = [beginning + ending for beginning, ending in product(beginnings, endings)] or _PEOPLE.split()
    free = [name for name in names if name not in taken]
    if free:
        return dice.pick(free, "name")
    first = dice.pick(names, "name")
    return next(name for number in count(2) if (name := f"{first} {number}") not in taken)


def band_name(style: Style, after: str, dice: Dice) -> Text:
    """Return a name for a warband of a style, after somebody."""
    band = dice.pick(_BANDS[style], "name of the warband")
    of = "d’" if after.startswith(_ELIDED) else "de "
    return Text(f"{band.fr} {of}{after}", f"{after}’s {band.en}")
