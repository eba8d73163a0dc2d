"""Attackers, shots and blows that tests of attacks start from."""

from __future__ import annotations

from engines.musg.attacks.fighter import Fighter, of_profile
from engines.musg.attacks.terms import Blow, Edge, Shot, Target
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ranks import Rank

HERO = 1
PLAIN = Target(10, toughness=3, hit_points=3)


def sheet(rank: Rank, race: str = "generic", **given: object) -> Fighter:
    profile = CATALOGUE.extra if rank is Rank.EXTRA else CATALOGUE.races[race].profiles[rank]
    return of_profile(profile, CATALOGUE, number=HERO, rank=rank, race=race, **given)  # type: ignore[arg-type]


def rifle_shot(**given: object) -> Shot:
    """A shot that hits on 3+ and wounds ``PLAIN`` on 4+ (strength 4 against toughness 3)."""
    return Shot(**{"figure": HERO, "to_hit": 3, "strength": 4, **given})  # type: ignore[arg-type]


def sword_blow(**given: object) -> Blow:
    """Two sword dice of strength 5 and one dagger die of strength 4, all hitting on 3+."""
    return Blow(**{"figure": HERO, "edges": (Edge(5, 2, 3), Edge(4, 1, 3)), **given})  # type: ignore[arg-type]
