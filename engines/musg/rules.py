"""The options a campaign plays under. They are stored with every warband mustered for it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from engines.core.problems import Problem
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs.house import House, problems as house_problems
from engines.musg.ranks import Rank


class Era(StrEnum):
    """The setting of the campaign; it decides whether a figure's first pistol is free (ruling M29)."""

    MEDIEVAL = "medieval"
    MODERN = "modern"
    FUTURISTIC = "futuristic"


BOX_LIMIT: Final = 200
POINTS_LIMIT: Final = 10_000


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Starting points, experience boxes and the switches that the rulings leave to the table.

    ``points``, ``hero_points`` and ``henchman_points`` are the ceilings of a new warband (Musg, Composition d'une
    bande). The ``*_boxes`` are the experience boxes per rank (ruling M242).
    ``goblins_full_price_elsewhere``: goblins in another race's warband cost 8 (ruling M19).
    ``medikit_revives``: a friend in contact may bring a figure at 0 back to 1 hit point (ruling M39).
    ``under_fire_one_die``: the test under fire rolls one die instead of two (ruling M142).
    ``nerve_to_charge`` … ``under_fire``: which passive tests are played (ruling M148).
    ``extras``: extras may be mustered, at most four per henchman.
    ``pulp``: the campaign is played as pulp (Musg, Jouer en Pulp); unset where it is not.
    ``vehicles``: warbands may own vehicles (Musg, Do you need a ride?); unset where they may not.
    ``house``: what is played with besides the book, and what of it is left out; unset for the book as it is.
    """

    points: int = 500
    hero_points: int = 300
    henchman_points: int = 200
    leader_boxes: int = 40
    lieutenant_boxes: int = 25
    henchman_boxes: int = 15
    era: Era = Era.MODERN
    extras: bool = True
    goblins_full_price_elsewhere: bool = False
    medikit_revives: bool = False
    under_fire_one_die: bool = False
    nerve_to_charge: bool = True
    receive_charge: bool = True
    first_sight: bool = True
    under_fire: bool = True
    pulp: bool | UnsetType = UNSET
    vehicles: bool | UnsetType = UNSET
    house: House | UnsetType = UNSET

    @property
    def catalogue(self) -> Catalogue:
        """The races, the gear, the skills and the tables that are played with: the rulebook's, or the house's."""
        return self.house.catalogue if self.house else CATALOGUE

    @property
    def plays_pulp(self) -> bool:
        """Whether the campaign is played as pulp."""
        return self.pulp is True

    @property
    def plays_vehicles(self) -> bool:
        """Whether warbands may own vehicles."""
        return self.vehicles is True

    def boxes(self, rank: Rank) -> int:
        """Return how many experience boxes the sheet of ``rank`` has; 0 for those who never learn."""
        return {
            Rank.LEADER: self.leader_boxes,
            Rank.LIEUTENANT: self.lieutenant_boxes,
            Rank.HENCHMAN: self.henchman_boxes,
        }.get(rank, 0)


def problems(rules: Rules) -> list[Problem]:
    """Return all that is wrong with a set of options; the ``item`` parameter names the field."""
    found = []
    for field in ("points", "hero_points", "henchman_points"):
        value = getattr(rules, field)
        if not 0 < value <= POINTS_LIMIT:
            found.append(Problem("rules_points", None, {"item": field, "value": value, "most": POINTS_LIMIT}))
    for field in ("leader_boxes", "lieutenant_boxes", "henchman_boxes"):
        value = getattr(rules, field)
        if not 5 <= value <= BOX_LIMIT:
            found.append(Problem("rules_boxes", None, {"item": field, "value": value, "most": BOX_LIMIT}))
    if min(rules.leader_boxes, rules.lieutenant_boxes) <= rules.henchman_boxes:
        found.append(Problem("rules_hero_boxes", None, {"item": "henchman_boxes"}, "ruling M242"))
    return found + (house_problems(rules.house) if rules.house else [])


def contradictions(rules: Rules) -> list[Problem]:
    """Return which ceilings cannot be reached because the whole is less. Warbands already mustered so are not refused.

    A part that is as much as the whole, or two that make more than it together, is a choice.
    """
    return [
        Problem("rules_ceiling", None, {"item": field, "value": value, "most": rules.points})
        for field in ("hero_points", "henchman_points")
        if (value := getattr(rules, field)) > rules.points
    ]
