"""Ready-made warbands to play against: mustered by the ordinary steps, within the rulebook's 500 points in any era."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from engines.musg.entries import AnyEntry, Buy, Hire, Muster
from engines.musg.ranks import Rank

LEADER, LIEUTENANT, HENCHMAN = Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN


class Recruit(Struct, frozen=True):
    """A figure of the warband's own race and its gear (catalogue codes, separated by spaces)."""

    name: str
    rank: Rank
    gear: str = ""


class ReadyMade(Struct, frozen=True):
    """A warband's ``name`` (a proper name in both languages), its race, and its recruits in the order they join."""

    name: str
    race: str
    recruits: tuple[Recruit, ...]

    @property
    def entries(self) -> Iterator[AnyEntry]:
        """The steps of its muster, the first figure having the number 1."""
        for number, recruit in enumerate(self.recruits, start=1):
            yield Hire(rank=recruit.rank, race=self.race, name=recruit.name)
            for item in recruit.gear.split():
                yield Buy(item=item, figure=number)
        yield Muster()


READY_MADE: Final[Mapping[str, ReadyMade]] = {
    "human": ReadyMade(
        "La Vieille Garde",
        "human",
        (
            Recruit("Morgane", LEADER, "sword assault_rifle heavy_armour grenade"),
            Recruit("Anselme", LIEUTENANT, "axe submachine_gun heavy_armour grenade"),
            Recruit("Rosalie", LIEUTENANT, "rifle sight light_armour grenade"),
            Recruit("Lucas", HENCHMAN, "rifle light_armour"),
            Recruit("Odile", HENCHMAN, "rifle light_armour"),
            Recruit("Basile", HENCHMAN, "sword light_armour buckler"),
            Recruit("Irma", HENCHMAN, "axe light_armour"),
            Recruit("Jules", HENCHMAN, "crossbow"),
            Recruit("Paul", HENCHMAN, "pistol"),
            Recruit("Nine", HENCHMAN),
        ),
    ),
    "orc": ReadyMade(
        "Grok Krom",
        "orc",
        (
            Recruit("Krom", LEADER, "two_handed_axe heavy_armour pistol grenade"),
            Recruit("Grok", LIEUTENANT, "axe heavy_armour shield"),
            Recruit("Drog", LIEUTENANT, "submachine_gun axe heavy_armour grenade"),
            Recruit("Uzg", HENCHMAN, "axe light_armour shield"),
            Recruit("Razz", HENCHMAN, "spear light_armour"),
            Recruit("Bolg", HENCHMAN, "bow"),
            Recruit("Mog", HENCHMAN, "two_handed_axe light_armour"),
            Recruit("Zug", HENCHMAN, "crossbow"),
            Recruit("Hak", HENCHMAN, "axe"),
            Recruit("Nag", HENCHMAN, "bow"),
        ),
    ),
    "elf": ReadyMade(
        "Ithilmir",
        "elf",
        (
            Recruit("Elanor", LEADER, "sword assault_rifle heavy_armour sight"),
            Recruit("Celebrin", LIEUTENANT, "spear crossbow light_armour"),
            Recruit("Aerin", LIEUTENANT, "two_handed_sword heavy_armour pistol grenade"),
            Recruit("Finduil", HENCHMAN, "bow light_armour"),
            Recruit("Nimril", HENCHMAN, "bow light_armour"),
            Recruit("Galion", HENCHMAN, "sword light_armour buckler"),
            Recruit("Lindir", HENCHMAN, "rifle light_armour"),
            Recruit("Saelin", HENCHMAN, "spear light_armour"),
        ),
    ),
}
