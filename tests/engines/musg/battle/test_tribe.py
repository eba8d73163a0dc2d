"""Tribesmen activated as one (Musg, Exception de composition de bande pour le pulp; rulings M170, M312)."""

from __future__ import annotations

from engines.musg.battle.actions import Activate, Charge, Decline, End, Shoot, Strike, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.part import Part, Side
from engines.musg.tactics.captain import Captain
from engines.musg.tactics.temper import BOLD
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig

TRIBE = Part(Side.VILLAINS, tribe=True)
ROW = [(10.0, 20.0 + 2 * n) for n in range(6)]
"""Bases of a pace across, a pace apart from each other."""


def scene(*others: tuple[float, float], tribe: bool = True, items: tuple[str, ...] = ("sword",)) -> Scene:
    """Six henchmen in a row (0 to 5) and their chief (6), against a hero far off (7) and what stands beside him."""
    found = Scene(
        [*[fig(HENCHMAN, at, *items) for at in ROW], fig(LEADER, (3, 5))],
        [fig(LEADER, (55, 35)), *[fig(HENCHMAN, at) for at in others]],
        modules=("pulp",),
        parts={0: TRIBE if tribe else Part(Side.VILLAINS), 1: Part(Side.HEROES)},
    )
    return decline(found)


def decline(found: Scene) -> Scene:
    while found.battle.decision and found.battle.decision.throw is not None:
        found.play(Decline())
    return found


def acting(found: Scene) -> int | None:
    assert found.battle.decision is not None
    return found.battle.decision.figure if found.battle.decision.ask is Ask.ACT else None


def test_four_at_most_in_a_chain_of_one_pace_m170() -> None:
    """The fifth does not come along; of a broken chain nobody beyond the gap does."""
    found = scene()
    assert found.battle.can(Activate(0, (1, 2, 3)))
    assert not found.battle.can(Activate(0, (1, 2, 3, 4)))
    assert found.refused(Activate(0, (1, 3))) == "may_not_join"
    assert found.battle.can(Activate(2, (1, 3, 4)))
    assert Activate(0, (1, 2, 3)) in found.battle.actions()


def test_it_counts_as_one_activation_m170() -> None:
    """L863: a die of 2 activates eight tribesmen, here four and then one more group of two."""
    found = Scene(
        [*[fig(HENCHMAN, at) for at in ROW], fig(LEADER, (3, 5))],
        [fig(LEADER, (55, 35))],
        modules=("pulp",),
        parts={0: TRIBE, 1: Part(Side.HEROES)},
        dice={"activation": [2]},
    )
    decline(found)
    assert found.battle.decision is not None
    assert found.battle.decision.left == 2
    found.play(Activate(0, (1, 2, 3)), *[End()] * 8)
    assert found.battle.decision.left == 1
    found.play(Activate(4, (5,)), *[End()] * 4)
    assert found.battle.decision.side == 1


def test_the_chief_other_villains_and_the_heroes_do_not_m170() -> None:
    """« les sous-fifres »: henchmen of a tribe."""
    found = scene((55, 33))
    assert not found.battle.can(Activate(6, (0,)))
    assert found.refused(Activate(0, (6,))) == "may_not_join"
    plain = scene(tribe=False)
    assert plain.refused(Activate(0, (1,))) == "may_not_join"


def test_all_move_before_anybody_strikes_m312() -> None:
    """Each has his own points, target and dice: two charge one enemy each, then both strike."""
    found = scene((15, 20), (15, 22))
    found.play(Activate(0, (1,)))
    assert found.refused(Shoot(0, 8)) == "moves_before_blows"
    found.play(Charge((8,)))
    assert found.refused(Strike(8)) == "moves_before_blows"
    found.play(End())
    assert acting(found) == 1
    found.play(Charge((9,)), End())
    assert acting(found) == 0
    assert found.refused(Walk(8, 20)) == "moves_before_blows"
    found.roll(to_hit=[6, 6, 6, 6], wound=[1, 1, 1, 1])
    found.play(Strike(8))
    decline(found)
    assert acting(found) == 1
    found.play(Strike(9))
    decline(found)
    assert [event.figure for event in found.events(Kind.STRUCK)] == [0, 1]
    assert {event.figure for event in found.events(Kind.ENDED_ACTIVATION)} == {0, 1}


def test_whoever_leaves_the_chain_acts_on_m170() -> None:
    """The chain is formed when activated: one who walks off strikes with the others all the same, next turn alone."""
    found = scene()
    found.play(Activate(0, (1,)), Walk(14, 20), Walk(18, 20))
    assert acting(found) == 1
    found.play(End(), End())
    assert found.piece(0).acted
    assert found.piece(1).acted


def test_a_captain_activates_them_together_and_waits_with_the_blows() -> None:
    found = scene((15, 20), (15, 22))
    captain = Captain(BOLD)
    action = captain.decide(found.battle)
    assert isinstance(action, Activate)
    assert action.joined
    found.play(action)
    found.roll(to_hit=[6] * 12, wound=[1] * 12)
    for _ in range(12):
        if found.battle.decision is None or found.battle.decision.ask is not Ask.ACT:
            break
        found.play(captain.decide(found.battle))
        decline(found)
    struck = [event.index for event in found.events(Kind.STRUCK)]
    moved = [event.index for event in found.battle.events if event.kind in (Kind.CHARGED, Kind.WALKED, Kind.RAN)]
    assert struck
    assert moved
    assert max(moved) < min(struck)
