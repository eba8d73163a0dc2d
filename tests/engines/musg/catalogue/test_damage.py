"""The damage table, all 144 cells, copied by hand from the annex (Musg, Annexes, Tableau des dommages)."""

import pytest

from engines.musg.catalogue.printed import CATALOGUE

# One row per toughness 1..12, one column per strength 1..12.
ANNEX = """
 1  4+ 4+ 3+ 3+ 2+ 2+ 2+ 2+ 2+ 2+ 2+ 2+
 2  4+ 4+ 4+ 3+ 3+ 2+ 2+ 2+ 2+ 2+ 2+ 2+
 3  5+ 4+ 4+ 4+ 3+ 3+ 2+ 2+ 2+ 2+ 2+ 2+
 4  5+ 5+ 4+ 4+ 4+ 3+ 3+ 2+ 2+ 2+ 2+ 2+
 5  6+ 5+ 5+ 4+ 4+ 4+ 3+ 3+ 2+ 2+ 2+ 2+
 6  6+ 6+ 5+ 5+ 4+ 4+ 4+ 3+ 3+ 2+ 2+ 2+
 7  6+ 6+ 6+ 5+ 5+ 4+ 4+ 4+ 3+ 3+ 2+ 2+
 8  6+ 6+ 6+ 6+ 5+ 5+ 4+ 4+ 4+ 3+ 3+ 2+
 9  6+ 6+ 6+ 6+ 6+ 5+ 5+ 4+ 4+ 4+ 3+ 3+
10  6+ 6+ 6+ 6+ 6+ 6+ 5+ 5+ 4+ 4+ 4+ 3+
11  6+ 6+ 6+ 6+ 6+ 6+ 6+ 5+ 5+ 4+ 4+ 4+
12  6+ 6+ 6+ 6+ 6+ 6+ 6+ 6+ 5+ 5+ 4+ 4+
"""

CELLS = [
    (strength, int(toughness), int(cell.rstrip("+")))
    for toughness, *cells in (line.split() for line in ANNEX.strip().splitlines())
    for strength, cell in enumerate(cells, start=1)
]


def test_the_table_has_144_cells() -> None:
    assert len(CELLS) == 144
    assert [len(row) for row in CATALOGUE.damage] == [12] * 12


@pytest.mark.parametrize(("strength", "toughness", "expected"), CELLS)
def test_wound_roll_is_the_printed_cell(strength: int, toughness: int, expected: int) -> None:
    """Musg, Tableau des dommages."""
    assert CATALOGUE.wound_roll(strength, toughness) == expected
    assert CATALOGUE.damage[toughness - 1][strength - 1] == expected


def test_a_six_always_wounds_and_a_one_never() -> None:
    """Ruling M130: nothing shifts the die, and no cell, however unequal the two, lies outside of 2+ to 6+."""
    needs = {CATALOGUE.wound_roll(strength, toughness) for strength in range(1, 41) for toughness in range(1, 41)}
    assert needs == {2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("strength", "toughness", "expected"),
    [
        (13, 12, 4),  # one more, as 12 against 11
        (13, 11, 3),  # as 12 against 10
        (13, 9, 2),  # as 12 against 8
        (12, 13, 4),  # as 11 against 12
        (12, 14, 5),  # as 10 against 12
        (10, 14, 6),  # as 8 against 12
        (14, 14, 4),
        (13, 1, 2),
        (1, 13, 6),
        (40, 1, 2),
        (1, 40, 6),
    ],
)
def test_beyond_twelve_the_difference_decides(strength: int, toughness: int, expected: int) -> None:
    """Ruling M131."""
    assert CATALOGUE.wound_roll(strength, toughness) == expected


@pytest.mark.parametrize(("strength", "toughness"), [(0, 3), (-2, 3)])
def test_strength_counts_as_one_at_least(strength: int, toughness: int) -> None:
    """Ruling M132: against toughness 3, strength 1 needs 5+."""
    assert CATALOGUE.wound_roll(strength, toughness) == 5


@pytest.mark.parametrize("toughness", [0, -1])
def test_toughness_counts_as_one_at_least(toughness: int) -> None:
    """Ruling M133: strength 3 against toughness 1 needs 3+."""
    assert CATALOGUE.wound_roll(3, toughness) == 3


def test_printed_examples() -> None:
    """Musg, Jet de couvert: strength 3 against 3 needs 4+. Les figurants: a rifle against 6 needs 5+ (ruling M109)."""
    assert CATALOGUE.wound_roll(3, 3) == 4
    assert CATALOGUE.wound_roll(4, 6) == 5
    assert CATALOGUE.wound_roll(3, 6) == 5
