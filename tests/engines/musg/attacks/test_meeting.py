"""Which cells of the damage table two sides may need."""

from __future__ import annotations

from engines.musg.attacks.fighter import Fighter, of_profile
from engines.musg.attacks.meeting import Meeting, meeting, strengths, toughnesses
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.pulp import NEVER_CHARGES
from engines.musg.ranks import Rank

HUMAN = CATALOGUE.races["human"].profiles


def human(rank: Rank, *items: str, traits: frozenset[str] = frozenset()) -> Fighter:
    """Humans as printed: leader S 5 T 4, lieutenant S 4 T 3, henchman S 3 T 2 (Musg, Race humaine)."""
    return of_profile(HUMAN[rank], CATALOGUE, rank=rank, race="human", items=items, more_traits=traits)


def test_strengths_of_guns_blows_and_blows_after_a_charge() -> None:
    """A rifle has strength 4, a sword adds 1 to its bearer's, a charge 1 more (rulings M64, M113)."""
    leader = human(Rank.LEADER, "rifle", "sword")
    blow = leader.strikes[0].blades[0].strength
    assert strengths(leader) == {4, blow, blow + 1}


def test_bare_hands_strike_with_the_bearers_strength() -> None:
    """Ruling M30: one die at the bearer's strength; after a charge one more."""
    henchman = human(Rank.HENCHMAN)
    assert strengths(henchman) == {henchman.strength, henchman.strength + 1}


def test_who_never_charges_gains_nothing() -> None:
    zombie = human(Rank.HENCHMAN, traits=frozenset({NEVER_CHARGES}))
    assert strengths(zombie) == {zombie.strength}


def test_only_betters_shake() -> None:
    """Musg, Subir une charge: a figure charged by one of a better level; a charge of equals shakes nobody."""
    leader, henchman = human(Rank.LEADER), human(Rank.HENCHMAN)
    assert toughnesses(henchman, [leader]) == {henchman.toughness, henchman.toughness - 1}
    assert toughnesses(henchman, [henchman]) == {henchman.toughness}
    assert toughnesses(leader, [leader, henchman]) == {leader.toughness}
    assert toughnesses(henchman) == {henchman.toughness}


def test_toughness_never_falls_below_one() -> None:
    """Ruling M133."""
    weak = of_profile(HUMAN[Rank.HENCHMAN], CATALOGUE, rank=Rank.HENCHMAN, race="human")
    frail = type(weak)(**{field: getattr(weak, field) for field in weak.__struct_fields__} | {"toughness": 1})
    assert toughnesses(frail, [human(Rank.LEADER)]) == {1}


def test_the_fearless_are_not_shaken() -> None:
    """Ruling M196: aliens take no test for receiving a charge; the hardened take none at all (M155)."""
    for trait in ("fearless_charges", "no_leadership_tests"):
        bold = human(Rank.HENCHMAN, traits=frozenset({trait}))
        assert toughnesses(bold, [human(Rank.LEADER)]) == {bold.toughness}


def test_the_cells_as_printed() -> None:
    """Musg, Tableau des dommages: toughness 3 needs 4+ from strength 3 and 4, toughness 5 needs 5+ and 4+."""
    found = meeting([4, 3, 3], [3, 5])
    assert (found.strengths, found.toughnesses) == ((3, 4), (3, 5))
    assert found.rows == ((4, 4), (5, 4))


def test_nobody_met() -> None:
    assert meeting([], []) == Meeting((), (), ())
