"""Names drawn by dice: for figures by their race, for warbands after somebody. Invented, the same in all languages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count
from typing import Final

from engines.core.dice import Dice
from engines.core.text import Text
from engines.musg.levy.styles import Style

_PEOPLE: Final = (
    "Adèle Anselme Armand Aurèle Barnabé Basile Berthe Blaise Capucine Casimir Céleste Colin Denise Edmée Éloi Félix "
    "Flora Gaspard Gilles Gontran Hector Honorine Irma Jeanne Jules Léonie Lucas Ludivine Mathilde Maurice Morgane "
    "Nine Octave Odile Paulin Perrine Prosper Quentin Rosalie Sidonie Suzon Thibault Ursule Valentin Victoire Zélie"
)
_PARTS: Final[Mapping[str, tuple[str, str]]] = {
    "orc": ("Grok Krom Drog Uzg Bolg Mog Zug Hak Gra Rok", "ash nar ul ak dush gor um zag"),
    "elf": ("Ela Cele Aeri Finu Nimri Gali Lindi Saele Ithi Mira", "nor brin del las nwe thil riel dan"),
    "dwarf": ("Bor Dur Gim Thra Bal Kaz Nor Stor Ulf Hal", "in gar dak rim li grun mund var"),
    "ratfolk": ("Skri Rik Tchi Snik Vree Krit Sza Grat Fri Piq", "tch ik sk rrik ka nib zz quet"),
    "goblin": ("Pip Zog Nib Fik Glu Rag Snot Twi Bik Gob", "o bo nik lix zit rat ule ip"),
    "snakefolk": ("Ssa Hiss Zish Kass Ophi Viss Yss Szar Naz Ess", "ra eth ssi akh ul inn oss aya"),
    "alien_melee": ("Xar Kra Thrax Vor Zek Rha Ghul Qor Trax Bru", "ok ax zar ul ek khan ith or"),
    "alien_shooting": ("Ily Ora Zyn Phae Tau Vey Lio Sire Quae Nao", "on ris tel ax ine or ith us"),
    "alien_technorganic": ("Nex Syn Vex Cor Hex Ion Axo Tri Bio Omn", "a-1 a-7 or us ix on is el"),
}
"""Beginnings and endings of names; races that are not listed have people's names."""

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


def figure_name(race: str, taken: Collection[str], dice: Dice) -> str:
    """Return a name that nobody of ``taken`` bears, for somebody of a race."""
    if race in _PARTS:
        beginnings, endings = (part.split() for part in _PARTS[race])
        names = [beginning + ending for beginning in beginnings for ending in endings]
    else:
        names = _PEOPLE.split()
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
