"""Leadership, rout, flight and rally (Musg, Fuir; Musg, Fin du tour; rulings M21, M22, M50-M52, M147-M155)."""

import pytest

from engines.musg.battle import damage, morale
from engines.musg.battle.actions import Activate
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Form, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from tests.engines.musg.battle.kit import (
    EXTRA,
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    OPEN,
    Scene,
    done,
    fig,
    hired,
    layout,
    only,
)


def fall(scene: Scene, *numbers: int, by: int | None = None) -> None:
    """Put figures out of action."""
    for number in numbers:
        scene.piece(number).hp = 0
        damage.put_out(scene.battle, scene.piece(number), scene.piece(by) if by is not None else None)


def company(*extra: object) -> Scene:
    """A leader, a lieutenant and two henchmen, far apart, against a leader."""
    ours = [fig(LEADER, (5, 5)), fig(LIEUTENANT, (20, 5)), fig(HENCHMAN, (35, 5)), fig(HENCHMAN, (50, 5)), *extra]
    return Scene(ours, [fig(LEADER, (30, 35))])  # type: ignore[arg-type]


def end_turn(scene: Scene) -> None:
    scene.skip_turn()


def test_a_lost_leader_makes_everybody_test_that_turn_only() -> None:
    """Ruling M149: highest own leadership first (M153): lieutenant 8, then the henchmen 6."""
    scene = company()
    fall(scene, 0)
    scene.roll(rout=[4, 4, 3, 3, 3, 3])
    end_turn(scene)
    tests = scene.events(Kind.ROUT_TEST)
    assert [event.figure for event in tests] == [1, 2, 3]
    assert [event.data["need"] for event in tests] == [8, 6, 6]
    assert {event.data["cause"] for event in tests} == {"leader_lost"}
    end_turn(scene)
    assert len(scene.events(Kind.ROUT_TEST)) == 3


def test_more_than_half_down_makes_everybody_test_every_turn() -> None:
    """Rulings M149, M150: strictly more than half of those who took the field."""
    scene = company()
    fall(scene, 2, 3)
    end_turn(scene)
    assert not scene.events(Kind.ROUT_TEST)  # two of four is not more than half
    fall(scene, 1)
    scene.roll(rout=[5, 5, 5, 5])
    end_turn(scene)
    end_turn(scene)
    assert [event.data["cause"] for event in scene.events(Kind.ROUT_TEST)] == ["half_lost", "half_lost"]


def test_one_test_a_turn_even_with_two_reasons() -> None:
    """Ruling M149: the leader lost and more than half down, and still one test for the one who is left."""
    scene = company()
    fall(scene, 0, 2, 3)
    scene.roll(rout=[4, 4])
    end_turn(scene)
    assert only(scene.events(Kind.ROUT_TEST), Kind.ROUT_TEST).figure == 1


def test_a_leader_who_fled_is_lost_too() -> None:
    """Ruling M151."""
    scene = company()
    scene.battle.remove(scene.piece(0), Place.FLED)
    scene.roll(rout=[4, 4, 3, 3, 3, 3])
    end_turn(scene)
    assert len(scene.events(Kind.ROUT_TEST)) == 3


def test_leadership_is_lent_within_four_paces() -> None:
    """Ruling M152: any friend within 4 paces with a better value; the lieutenant's 8 for the henchman."""
    near = [fig(LEADER, (5, 5)), fig(LIEUTENANT, (20, 5)), fig(HENCHMAN, (25, 5)), fig(HENCHMAN, (20, 10.1))]
    scene = Scene(near, [fig(LEADER, (30, 35))])
    fall(scene, 0)
    scene.roll(rout=[4, 4, 4, 4, 3, 3])
    end_turn(scene)
    tests = {event.figure: event for event in scene.events(Kind.ROUT_TEST)}
    assert (tests[2].data["need"], tests[2].target) == (8, 1)
    assert (tests[3].data["need"], tests[3].target) == (6, None)  # 4.1 paces away


def test_who_failed_lends_nothing() -> None:
    """Musg, Fin du tour: whoever failed this turn cannot be used."""
    near = [fig(LEADER, (5, 5)), fig(LIEUTENANT, (20, 5)), fig(HENCHMAN, (25, 5))]
    scene = Scene(near, [fig(LEADER, (30, 35))])
    fall(scene, 0)
    scene.roll(rout=[5, 4, 3, 3], rally=[4, 4])
    end_turn(scene)
    tests = {event.figure: event for event in scene.events(Kind.ROUT_TEST)}
    assert tests[1].data["passed"] is False
    assert tests[2].data["need"] == 6
    assert [event.figure for event in scene.events(Kind.ROUTED)] == [1]


def test_who_failed_to_rally_lends_nothing_that_turn() -> None:
    """Ruling M152: only a friend who has not failed this turn; passing at its end does not make up for it."""
    ours = [fig(LEADER, (5, 5)), fig(LIEUTENANT, (20, 20)), fig(HENCHMAN, (24, 20))]
    scene = Scene(ours, [fig(LEADER, (30, 35))])
    scene.piece(1).routed, scene.piece(1).routed_on = True, 1
    scene.roll(rally=[6, 6])
    end_turn(scene)
    scene.battle.put(scene.piece(1), (20.0, 20.0, 0.0, 0.5))  # back from where he ran to
    fall(scene, 0)
    scene.roll(rout=[3, 3, 3, 3])
    done(morale.rout_tests(scene.battle, 0))
    tests = [(e.figure, e.data["need"]) for e in scene.events(Kind.ROUT_TEST) if e.data["cause"] == "leader_lost"]
    assert tests == [(1, 8), (2, 6)]
    assert not scene.piece(1).routed


def test_half_is_reckoned_among_those_who_took_the_field() -> None:
    """Rulings M150, M260: the erratic one who stayed at home does not count; two of three are more than half."""
    ours = [fig(LEADER, (5, 5)), *[fig(HENCHMAN, (20 + 10 * n, 5)) for n in range(2)]]
    erratic = fig(HENCHMAN, (50, 5), injuries=("erratic",))
    scene = Scene([*ours, erratic], [fig(LEADER, (30, 35))], dice={"activity": [1]})
    fall(scene, 1, 2)
    scene.roll(rout=[1, 1])
    end_turn(scene)
    assert only(scene.events(Kind.ROUT_TEST), Kind.ROUT_TEST).data["cause"] == "half_lost"


def test_who_failed_last_turn_lends_again() -> None:
    """Ruling M152: what counts is this turn."""
    scene = Scene([fig(LEADER, (5, 5)), fig(LIEUTENANT, (20, 20)), fig(HENCHMAN, (24, 20))], [fig(LEADER, (30, 35))])
    scene.piece(1).failed = True
    end_turn(scene)
    fall(scene, 0)
    scene.roll(rout=[3, 3, 4, 4])
    end_turn(scene)
    assert [event.data["need"] for event in scene.events(Kind.ROUT_TEST)] == [8, 8]


def test_leadership_is_lent_and_ranked_as_it_stands() -> None:
    """Ruling M153: own current leadership decides the order; Musg, Fuir: +1 for each rally, and it is lent as well."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (20, 20)), fig(HENCHMAN, (24, 20))], [fig(LEADER, (30, 35))])
    scene.piece(2).rallies = 2
    fall(scene, 0)
    scene.roll(rout=[4, 4, 4, 4])
    end_turn(scene)
    tests = scene.events(Kind.ROUT_TEST)
    assert [(event.figure, event.data["need"], event.target) for event in tests] == [(2, 8, None), (1, 8, 2)]


def test_those_in_flight_test_with_all_the_others() -> None:
    """Musg, Fin du tour: every figure not out of action, when more than half is down; ruling M150 for the half."""
    scene = company()
    fall(scene, 0, 1)
    scene.roll(rout=[1, 1, 1, 1])
    end_turn(scene)
    fall(scene, 2)
    scene.piece(3).routed, scene.piece(3).routed_on = True, 1
    scene.roll(rout=[1, 1])
    done(morale.rout_tests(scene.battle, 0))
    last = scene.last(Kind.ROUT_TEST)
    assert (last.figure, last.data["cause"], scene.piece(3).routed) == (3, "half_lost", False)


def test_allies_give_no_bonus_in_rout_tests() -> None:
    """Ruling M146 belongs to the four passive tests."""
    near = [fig(LEADER, (5, 5)), fig(HENCHMAN, (20, 5)), fig(HENCHMAN, (22, 5))]
    scene = Scene(near, [fig(LEADER, (30, 35))])
    fall(scene, 0)
    scene.roll(rout=[3, 3, 3, 3])
    end_turn(scene)
    assert [event.data["need"] for event in scene.events(Kind.ROUT_TEST)] == [6, 6]


def test_leadership_is_not_lent_for_passive_tests() -> None:
    """Ruling M147: a henchman beside his leader still has 6, +1 for the ally."""
    from engines.musg.battle.actions import Charge

    scene = Scene(
        [fig(HENCHMAN, (5, 20)), fig(LEADER, (5, 22))],
        [fig(LEADER, (12, 20))],
        nerve_to_charge=True,
        dice={"nerve": [6, 6]},
    )
    assert only(scene.activate(0, Charge((2,))), Kind.NERVE).data["need"] == 7


def routed(at: tuple[float, float] = (35, 20), *figures: object) -> Scene:
    """A henchman who routed at the end of turn 1; turn 2 has begun, and he did not rally."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, at), *figures], [fig(LEADER, (30, 35))])  # type: ignore[list-item]
    fall(scene, 0)
    return scene


def test_the_routed_run_for_the_nearest_edge() -> None:
    """Ruling M154: in the next activation, with all points, a run (1.5 x 6 = 9 paces); then another and he is gone."""
    scene = routed((35, 12)).roll(rout=[6, 6, 6, 6], rally=[6, 6])
    end_turn(scene)
    assert scene.piece(1).routed
    scene.activate(1)
    assert scene.piece(1).base[1] == pytest.approx(3, abs=0.05)
    assert scene.last(Kind.HID).data["cost"] == 2
    scene.roll(rally=[6, 6])
    end_turn(scene)
    scene.activate(1)
    assert scene.piece(1).place is Place.FLED
    assert scene.last(Kind.LEFT_TABLE).data["fled"] is True


def test_who_cannot_get_off_the_table_hides() -> None:
    """Musg, Fuir; ruling M51: out of sight of the enemy if that can be had, no farther from the edge than before.

    Straight ahead he would stop 5 paces from the edge, in full view; behind the house he is not seen.
    """
    house = Piece(kind="house", shape=Rectangle(31.0, 8.0, 4.0, 1.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)
    for table, seen in ((OPEN, True), (layout(house), False)):
        scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (30, 14))], [fig(LEADER, (30, 35))], table=table)
        fall(scene, 0)
        scene.roll(rout=[6, 6], rally=[6, 6])
        end_turn(scene)
        scene.activate(1)
        assert scene.piece(1).base[1] < 14
        assert scene.battle.sees(scene.piece(2), scene.piece(1)) is seen


def test_those_who_flee_off_the_table_give_no_points_and_live() -> None:
    """Rulings M154, M157, M262."""
    scene = routed((35, 5)).roll(rout=[6, 6], rally=[6, 6])
    end_turn(scene)
    scene.activate(1)
    assert scene.battle.bands[1].points == 0
    report = scene.battle.report()
    assert [who.figure for who in report.fled] == [2]


def test_the_routed_decide_nothing() -> None:
    """Musg, Fin du tour: they can neither charge nor shoot; their activation moves them (ruling M51)."""
    scene = routed().roll(rout=[6, 6, 6, 6], rally=[6, 6])
    end_turn(scene)
    scene.play(Activate(1))
    decision = scene.battle.decision
    assert decision is None or decision.ask is not Ask.ACT


def test_a_rally_at_the_start_of_the_turn_ends_the_flight() -> None:
    """Musg, Fuir; ruling M52: and adds 1 to leadership for the rest of the battle, up to 11."""
    scene = routed().roll(rout=[6, 6], rally=[3, 3])
    end_turn(scene)
    assert only(scene.events(Kind.RALLY), Kind.RALLY).data["passed"] is True
    piece = scene.piece(1)
    assert not piece.routed
    assert morale.leadership(scene.battle, piece) == 7
    piece.rallies = 9
    assert morale.leadership(scene.battle, piece) == 11


def test_those_still_there_at_the_end_of_the_next_turn_test_again() -> None:
    """Ruling M50: even when nothing else makes the band test."""
    ours = [fig(LEADER, (5, 5)), fig(HENCHMAN, (30, 20)), fig(HENCHMAN, (35, 20))]
    scene = Scene(ours, [fig(LEADER, (50, 35))])
    end_turn(scene)
    scene.piece(1).routed, scene.piece(1).routed_on = True, 1
    scene.roll(rout=[3, 3])
    end_turn(scene)
    again = scene.events(Kind.ROUT_TEST)
    assert [(event.figure, event.data["cause"], event.data["passed"]) for event in again] == [(1, "still_here", True)]
    assert not scene.piece(1).routed
    assert morale.leadership(scene.battle, scene.piece(1)) == 7  # as after any rally (Musg, Fuir)


def test_a_fleeing_figure_breaks_off_first() -> None:
    """Ruling M66: at the usual price; without it, it stays where it is."""
    ours = [fig(LEADER, (5, 5)), fig(HENCHMAN, (30, 20))]
    foes = [fig(LEADER, (50, 35)), fig(HENCHMAN, (40, 20)), fig(HENCHMAN, (40, 22)), fig(HENCHMAN, (40, 24))]
    scene = Scene(ours, foes)
    scene.piece(1).routed = True
    scene.touch(3, 1)
    scene.battle.put(scene.piece(4), (30.0, 21.002, 0.0, 0.5))
    scene.battle.put(scene.piece(5), (28.998, 20.0, 0.0, 0.5))
    scene.activate(1)
    assert scene.piece(1).base[:2] == (30, 20)
    assert scene.last(Kind.HID).data["stuck"] is True


def test_the_hardened_never_rout() -> None:
    """Ruling M155."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (20, 5), injuries=("hardened",))], [fig(LEADER, (30, 35))])
    fall(scene, 0)
    end_turn(scene)
    assert not scene.events(Kind.ROUT_TEST)


def test_hatred_rolls_a_failed_rout_test_once_again() -> None:
    """Musg, Haine implacable: the second result stands."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (20, 5), hates="b")], [fig(LEADER, (30, 35))])
    fall(scene, 0)
    scene.roll(rout=[6, 6], rout_again=[3, 3])
    end_turn(scene)
    tested = only(scene.events(Kind.ROUT_TEST), Kind.ROUT_TEST)
    assert (tested.data["again"], tested.data["passed"]) == (True, True)


def test_goblins_take_heart_from_their_neighbours() -> None:
    """Rulings M21, M22: +1 for each figure of the warband within 2 paces, fleeing too, 11 at most; not for orcs."""
    goblins = [fig(HENCHMAN, (20, 20), race="goblin"), fig(HENCHMAN, (22, 20), race="goblin")]
    scene = Scene([*goblins, fig(LEADER, (20, 22), race="orc"), fig(HENCHMAN, (24, 20))], [fig(LEADER, (50, 35))])
    assert morale.leadership(scene.battle, scene.piece(0)) == 7  # goblin and orc leader; 5 + 2
    scene.piece(1).routed = True
    assert morale.leadership(scene.battle, scene.piece(0)) == 7
    assert morale.leadership(scene.battle, scene.piece(2)) == 10
    fall(scene, 1)
    assert morale.leadership(scene.battle, scene.piece(0)) == 6


def test_who_serves_for_money_neither_gives_nor_takes_a_goblins_heart() -> None:
    """Ruling M299: goblin 5 + 1 for the other goblin; the orc hunter and the harasser beside it count for nothing.

    The harasser is a goblin as well, has all three beside it and keeps the leadership of its sheet.
    """
    company = [fig(HENCHMAN, (20, 20), race="goblin"), fig(HENCHMAN, (22, 20), race="goblin")]
    scene = Scene(
        [*company, hired("orc_hunter", (20, 22)), hired("goblin_harasser", (22, 22))], [fig(LEADER, (50, 35))]
    )
    assert [morale.leadership(scene.battle, scene.piece(n)) for n in (0, 1)] == [6, 6]
    harasser = scene.piece(3)
    assert morale.leadership(scene.battle, harasser) == harasser.sheet.leadership


def test_a_compact_group_of_extras() -> None:
    """Musg, Profil des figurants; ruling M179: 5 + the others of the chain."""
    extras = [fig(EXTRA, (20 + 1.9 * n, 20)) for n in range(4)]
    scene = Scene([*extras, fig(EXTRA, (40, 20))], [fig(LEADER, (50, 35))])
    assert [morale.leadership(scene.battle, scene.piece(n)) for n in range(5)] == [8, 8, 8, 8, 5]
    fall(scene, 1)
    assert [morale.leadership(scene.battle, scene.piece(n)) for n in (0, 2, 3)] == [5, 6, 6]


def test_a_compact_group_ends_where_more_than_a_pace_is_left() -> None:
    """Musg, Les figurants; ruling M179: 1 pace between the bases holds the chain, 1.1 breaks it."""
    scene = Scene([fig(EXTRA, (x, 20)) for x in (20, 22, 24.1)], [fig(LEADER, (50, 35))])
    assert [morale.leadership(scene.battle, scene.piece(n)) for n in range(3)] == [6, 6, 5]


def test_wounds_ties_and_points_count_once() -> None:
    """Ruling M157: nothing for one's own accidents."""
    scene = company()
    fall(scene, 2)
    assert [band.points for band in scene.battle.bands] == [0, 0]
    fall(scene, 3, by=4)
    assert [band.points for band in scene.battle.bands] == [0, 5]
