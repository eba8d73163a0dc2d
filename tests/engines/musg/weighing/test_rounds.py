"""The battles: mirrored, by the same dice for every band and price, countable in parts."""

from __future__ import annotations

from dataclasses import replace as altered
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engines.core.dice import Dice
from engines.musg.battle.setup import Setup
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.trials import playout
from engines.musg.weighing import (
    Kind,
    Opponent,
    Part,
    Plan,
    Subject,
    baseline,
    merge,
    parts,
    plan_for,
    rounds,
    weigh_part,
)
from engines.musg.weighing.reference import LEVELS

SWORD = Subject(Kind.ITEM, "sword")
THORN = altered(CATALOGUE.melee["sword"], code="thorn", cost=17)
HOUSE = altered(CATALOGUE, melee={**CATALOGUE.melee, "thorn": THORN})


def small(subject: Subject = SWORD, catalogue: Catalogue = CATALOGUE) -> Plan:
    return plan_for(catalogue, subject, battles=1, seed=3, opponents=(Opponent.BLADES,))


@pytest.fixture(scope="module")
def three() -> list[Part]:
    return [weigh_part(CATALOGUE, small(), number) for number in range(3)]


def test_parts_merge_in_any_order(three: list[Part]) -> None:
    first, second, third = three
    whole = merge(three)
    assert whole.rounds == (0, 1, 2)
    assert merge([third, first, second]) == merge([merge([third, second]), first]) == whole
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Part) == whole
    assert [counts.pairs for counts in whole.counts] == [3]
    assert whole.counts[0].sums[2] == sum(part.counts[0].sums[2] for part in three)


def test_no_round_counts_twice_nor_for_another_plan(three: list[Part]) -> None:
    with pytest.raises(ValueError, match="counted twice"):
        merge([three[0], merge(three[:2])])
    with pytest.raises(ValueError, match="different plans"):
        merge([three[0], replace(three[1], digest="another")])


def test_a_part_is_always_the_same(three: list[Part]) -> None:
    assert weigh_part(CATALOGUE, small(), 1) == three[1]
    assert parts(small()) == range(4)
    with pytest.raises(ValueError, match="no round 4"):
        weigh_part(CATALOGUE, small(), 4)
    with pytest.raises(ValueError, match="not the one of the plan"):
        weigh_part(HOUSE, small(), 0)


def test_bands_that_were_fought_with_before_change_nothing(three: list[Part], monkeypatch: pytest.MonkeyPatch) -> None:
    """Known by another thing's plan: an axe's. Two battles are left, those of the four swords."""
    axe = small(Subject(Kind.ITEM, "axe"))
    known = baseline(CATALOGUE, axe, 1, LEVELS)
    fought: list[int] = []

    def counted(setup: Setup, names: list[str], dice: Dice, *, seed: int, receipts: bool) -> Any:
        fought.append(seed)
        return playout.fight(setup, names, dice, seed=seed, receipts=receipts)

    monkeypatch.setattr(rounds, "fight", counted)
    assert weigh_part(CATALOGUE, small(), 1, known) == three[1]
    assert len(fought) == 2


def test_a_baseline_holds_for_its_own_round_only() -> None:
    known = baseline(CATALOGUE, small(), 1, ())
    for plan, number in ((small(), 2), (replace(small(), seed=4), 1), (replace(small(), bots=("bold",)), 1)):
        with pytest.raises(ValueError, match="of another round"):
            weigh_part(CATALOGUE, plan, number, known)


def test_a_copy_under_another_code_and_price_fights_alike(three: list[Part]) -> None:
    plan = small(Subject(Kind.ITEM, "thorn"), HOUSE)
    assert plan.price == 17
    assert [weigh_part(HOUSE, plan, number).counts for number in range(3)] == [part.counts for part in three]


def test_battles_are_mirrored_and_their_dice_are_the_same_for_every_band(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[tuple[str, ...], tuple[int, ...], str, tuple[str, ...], int]] = []

    class Drawn:
        outcome = None

    def noted(setup: Setup, names: list[str], dice: Dice, *, seed: int, receipts: bool) -> Any:
        keys = tuple(side.key for side in setup.sides)
        seen.append((keys, tuple(side.zone for side in setup.sides), setup.table.name_en, tuple(names), seed))
        return Drawn()

    monkeypatch.setattr(rounds, "fight", noted)
    plan = plan_for(CATALOGUE, SWORD, battles=10**3, seed=3)
    for number in (0, 4, 5):
        seen.clear()
        weigh_part(CATALOGUE, plan, number)
        assert len(seen) == 24
        for opponent in range(3):
            battles = [seen[6 * band + 2 * opponent + zone] for band in range(4) for zone in range(2)]
            assert battles[:2] * 4 == battles
            (keys, zones, table, names, seed), back = battles[:2]
            assert (keys, zones) == (("company", "opponent"), (0, 1))
            assert back[:4] == (("opponent", "company"), (0, 1), table, names[::-1])
            assert back[4] != seed
        assert len({battle[4] for battle in seen}) == 6
        assert len({battle[2] for battle in seen}) == 1


def test_every_ground_is_fought_on_by_every_pair_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four tables, two players for either band: sixteen rounds."""
    met: set[tuple[str, str, str]] = set()

    def noted(setup: Setup, names: list[str], *_: Any, **__: Any) -> Any:
        by_key = dict(zip((side.key for side in setup.sides), names, strict=True))
        met.add((setup.table.name_en, by_key["company"], by_key["opponent"]))
        return type("Drawn", (), {"outcome": None})

    monkeypatch.setattr(rounds, "fight", noted)
    plan = plan_for(CATALOGUE, SWORD, battles=16 * 24)
    for number in parts(plan):
        weigh_part(CATALOGUE, plan, number)
    assert len(met) == 16


def test_a_score_is_twice_the_victories_and_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Won from the first zone, drawn from the second: 3 of 4."""
    outcomes = iter([0, None] * 100)

    def told(*_: Any, **__: Any) -> Any:
        return type("Fought", (), {"outcome": type("Outcome", (), {"winner": next(outcomes)})})

    monkeypatch.setattr(rounds, "fight", told)
    assert weigh_part(CATALOGUE, small(), 0).counts[0].sums == (3,) * 4
    outcomes = iter([1, 0] * 100)  # the other side won, either time
    assert weigh_part(CATALOGUE, small(), 0).counts[0].sums == (0,) * 4


def test_the_seed_of_a_plan_is_far_from_the_next() -> None:
    one, next_ = small(), replace(small(), seed=4)
    assert rounds.dice_seed(next_, 0, Opponent.BLADES, 0) - rounds.dice_seed(one, 0, Opponent.BLADES, 0) == (
        playout.STRIDE * 3 * 2
    )


def test_a_plan_that_was_stored_is_the_same_plan() -> None:
    stored = msgspec.json.decode(msgspec.json.encode(small()), type=Plan)
    assert (stored, stored.digest) == (small(), small().digest)
