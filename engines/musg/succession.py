"""Who leaves a warband as a character for hire, and who leads it then (Musg, Utilisation de l'expérience)."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Injury, Standing, Warband

RANK_PRICE: Final = {Rank.LEADER: 40, Rank.LIEUTENANT: 20}


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A character for hire as it left its warband: everything learned, borne and carried.

    ``price`` per battle: 40 or 20 for its rank at departure, its gear, and 1 point per 5 full points of experience
    (Musg, Utilisation de l'expérience; ruling M250). ``legend``: it fell in a pulp campaign's last episode, and its
    experience costs nothing (ruling M314). Unset for all others.
    """

    name: str
    rank: Rank
    race: str
    origin: Rank
    price: int
    lifetime: int
    skills: tuple[str, ...] = ()
    injuries: tuple[Injury, ...] = ()
    items: tuple[str, ...] = ()
    given: int | UnsetType = UNSET
    legend: bool | UnsetType = UNSET


def character_for_hire(figure: Figure) -> Character:
    """Return the character a departing leader or lieutenant becomes."""
    legend = figure.standing is Standing.LEGEND
    price = RANK_PRICE[figure.rank] + figure.gear_cost + (0 if legend else figure.lifetime // 5)
    return Character(
        name=figure.name,
        rank=figure.rank,
        race=figure.race,
        origin=figure.origin,
        price=price,
        lifetime=figure.lifetime,
        skills=figure.skills,
        injuries=figure.injuries,
        items=figure.item_codes,
        given=figure.given,
        legend=legend or UNSET,
    )


def serving(warband: Warband, name: str, race: str) -> bool:
    """Tell whether a character of that name and race, none of the six mercenaries, serves the warband for money now."""
    return any(f.hired and f.mercenary is None and (f.name, f.race) == (name.strip(), race) for f in warband.active)


def departed(warband: Warband, figure: Figure) -> tuple[Warband, int]:
    """Return the warband without a figure that leaves it as a character for hire, and that character's price."""
    leaver = replace(figure, standing=Standing.FOR_HIRE)
    return warband.with_figure(leaver), character_for_hire(figure).price


def promoted_to_leader(figure: Figure) -> Figure:
    """Return a lieutenant as leader: profile, skills and experience stay, the sheet gets a leader's boxes."""
    return replace(figure, rank=Rank.LEADER)


def senior_lieutenants(warband: Warband) -> tuple[Figure, ...]:
    """Return the lieutenants who share the most experience: who may replace a lost leader (ruling M249).

    What counts is the present sheet: a promoted henchman's starts again at 0 (ruling M244).
    """
    lieutenants = [f for f in warband.of_rank(Rank.LIEUTENANT) if not f.hired]
    most = max((f.experience for f in lieutenants), default=0)
    return tuple(f for f in lieutenants if f.experience == most)


def heirs(warband: Warband) -> tuple[Figure, ...]:
    """Return who takes a lost leader's place, if anybody: the senior lieutenant, of equals the one longer in service.

    A goblin never leads a warband of orcs (rulings M249, M298, M303).
    """
    return senior_lieutenants(warband.but_for_risen_goblins)[:1]
