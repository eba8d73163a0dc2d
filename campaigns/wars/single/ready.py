"""Ready-made warbands to play against: mustered by the ordinary steps, within the rulebook's 500 points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engines.musg.entries import AnyEntry, Buy, Hire, Muster
from engines.musg.ranks import Rank

LEADER, LIEUTENANT, HENCHMAN = Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN


@dataclass(frozen=True, slots=True)
class Recruit:
    """A figure of the warband's own race and its gear (catalogue codes, separated by spaces)."""

    name: str
    rank: Rank
    gear: str = ""


@dataclass(frozen=True, slots=True)
class ReadyMade:
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
            Recruit("Morgane", LEADER, "sword rifle light_armour"),
            Recruit("Anselme", LIEUTENANT, "axe submachine_gun light_armour"),
            Recruit("Lucas", HENCHMAN, "rifle"),
            Recruit("Odile", HENCHMAN, "rifle"),
            Recruit("Basile", HENCHMAN, "sword"),
            Recruit("Irma", HENCHMAN, "axe"),
        ),
    ),
    "orc": ReadyMade(
        "Grok Krom",
        "orc",
        (
            Recruit("Krom", LEADER, "two_handed_axe heavy_armour"),
            Recruit("Grok", LIEUTENANT, "axe light_armour shield"),
            Recruit("Uzg", HENCHMAN, "axe shield"),
            Recruit("Razz", HENCHMAN, "spear"),
            Recruit("Bolg", HENCHMAN, "bow"),
            Recruit("Mog", HENCHMAN, "two_handed_axe"),
        ),
    ),
    "elf": ReadyMade(
        "Ithilmir",
        "elf",
        (
            Recruit("Elanor", LEADER, "sword bow light_armour"),
            Recruit("Celebrin", LIEUTENANT, "spear bow light_armour"),
            Recruit("Finduil", HENCHMAN, "bow"),
            Recruit("Nimril", HENCHMAN, "bow"),
            Recruit("Galion", HENCHMAN, "sword light_armour"),
        ),
    ),
}
