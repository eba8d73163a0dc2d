"""The turn: initiative, activation, two waves, rally, the end (Musg, Description d'un tour; rulings M41-M53)."""

import pytest

from engines.core.problems import Illegal
from engines.musg.battle.actions import Activate, Deploy, End, Pass, Shoot, Strike, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.outcome import Ending
from engines.musg.battle.state import Place
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, OPEN, Scene, fig, layout, only


def marc_and_julien(marc_die: int, julien_die: int, **dice: list[int]) -> Scene:
    """Marc: 7 humans, 4 of them henchmen. Julien: 11 orcs and goblins, 8 of them henchmen."""
    marc = [fig(LEADER, (2, 2), race="human"), *[fig(LIEUTENANT, (4 + n, 2), race="human") for n in (0, 2)]]
    marc += [fig(HENCHMAN, (10 + 2 * n, 2), race="human") for n in range(4)]
    julien = [fig(LEADER, (2, 38), race="orc"), *[fig(LIEUTENANT, (4 + n, 38), race="orc") for n in (0, 2)]]
    julien += [fig(HENCHMAN, (10 + 2 * n, 38), race="orc") for n in range(2)]
    julien += [fig(HENCHMAN, (20 + 2 * n, 38), race="goblin") for n in range(6)]
    first_turn = [marc_die, julien_die]
    return Scene(marc, julien, dice={"initiative": [6, 1, *first_turn], **dice})


def idle_wave(scene: Scene, side: int) -> int:
    """Activate everybody a side may, and count them."""
    count = 0
    while scene.battle.decision and scene.battle.decision.ask is Ask.ACTIVATE and scene.battle.decision.side == side:
        scene.activate(scene.battle.decision.options[0], End())
        count += 1
    return count


def test_the_example_of_marc_and_julien() -> None:
    """Musg, Description d'un tour: 6 + 4 against 4 + 8; Julien activates 3, Marc 5, Julien his 8 others.

    The book then lets Marc activate 3 more: a misprint, for he has 7 - 5 = 2 left (ruling M47).
    """
    scene = marc_and_julien(6, 4, activation=[3, 5])
    assert scene.last(Kind.INITIATIVE).data["totals"] == [10, 12]
    assert scene.battle.order == [1, 0]
    assert [idle_wave(scene, side) for side in (1, 0)] == [3, 5]
    assert scene.battle.turn == 1
    assert idle_wave(scene, 1) == 8
    assert scene.battle.turn == 1
    scene.roll(initiative=[6, 4])
    assert idle_wave(scene, 0) == 2
    assert scene.battle.turn == 2


def test_equal_totals_go_to_the_side_with_fewer_henchmen() -> None:
    """Musg, Description d'un tour: with 2 + 8 = 10 for Julien, Marc begins with his 4 henchmen."""
    scene = marc_and_julien(6, 2)
    assert scene.last(Kind.INITIATIVE).data["totals"] == [10, 10]
    assert scene.battle.order == [0, 1]


def test_equal_in_everything_rolls_again_among_those_tied() -> None:
    """Ruling M43: only the tied sides roll again."""
    sides = [[fig(LEADER, (5 + 10 * n, 5))] for n in range(3)]
    scene = Scene(
        *sides, table=layout(zones=3), dice={"initiative": [6, 3, 1, 2, 5, 2], "initiative_again": [3, 3, 2, 6]}
    )
    assert scene.battle.order == [1, 2, 0]
    assert [roll.faces for roll in scene.last(Kind.INITIATIVE).rolls] == [(2,), (5,), (2,), (3,), (3,), (2,), (6,)]


def test_initiative_counts_the_henchmen_still_in_play() -> None:
    """Ruling M42: out of action they no longer count."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (7, 5))], [fig(LEADER, (40, 5)), fig(HENCHMAN, (42, 5))])
    scene.piece(1).place = Place.OUT
    scene.skip_turn()
    assert scene.last(Kind.INITIATIVE).data["henchmen"] == [0, 1]


def test_the_activation_die_is_a_maximum() -> None:
    """Ruling M44: a side may activate fewer in the first wave; the rest act in the second (M45)."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (7, 5))], [fig(LEADER, (40, 5))], dice={"activation": [1, 6]})
    decision = scene.battle.decision
    assert decision and decision.left == 1
    scene.play(Pass())
    scene.activate(2, End())
    decision = scene.battle.decision
    assert decision and (decision.side, decision.options) == (0, (0, 1))


def test_nobody_may_be_left_out_of_the_second_wave() -> None:
    """Ruling M45: the rest must be activated, though they may do nothing."""
    scene = Scene([fig(LEADER, (5, 5))], [fig(LEADER, (40, 5))])
    scene.play(Pass(), Pass())
    assert scene.refused(Pass()) == "must_activate"


def test_one_activation_a_turn() -> None:
    """Ruling M46."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (7, 5))], [fig(LEADER, (40, 5))])
    scene.activate(0, End())
    assert scene.refused(Activate(0)) == "already_activated"


@pytest.mark.parametrize(("rank", "points"), [(LEADER, 3), (LIEUTENANT, 2), (HENCHMAN, 2)])
def test_action_points(rank: object, points: int) -> None:
    """Musg, Les personnages: 3 for a leader, 2 for a lieutenant; a henchman has 2 (ruling M31)."""
    scene = Scene([fig(rank, (5, 5))], [fig(LEADER, (40, 5))])  # type: ignore[arg-type]
    scene.activate(0)
    assert scene.piece(0).ap == points


def test_the_same_action_may_be_repeated_and_points_left_are_lost() -> None:
    """Rulings M48, M49: three walks for a leader; what is not spent is gone."""
    scene = Scene([fig(LEADER, (5, 5)), fig(LEADER, (5, 20))], [fig(LEADER, (50, 38))])
    scene.activate(0, Walk(14, 5), Walk(23, 5), Walk(32, 5))
    assert scene.battle.decision and scene.battle.decision.ask is Ask.ACTIVATE
    ended = only(scene.activate(1, End()), Kind.ENDED_ACTIVATION)
    assert ended.data["lost"] == 3
    assert scene.piece(1).ap == 0


def test_the_last_in_order_deploys_first() -> None:
    """Ruling M41: whole bands, in the reverse of the initiative order."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (7, 5))], [fig(LEADER, (40, 5))])
    assert [event.figure for event in scene.events(Kind.DEPLOYED)] == [2, 0, 1]


def test_deployment_zones_hold() -> None:
    """Musg, Déploiement: within one's own zone, on free ground, and not in contact."""
    from engines.musg.battle.game import Battle
    from engines.musg.battle.setup import Setup
    from engines.musg.ground.layout import Layout, Zone
    from engines.musg.ground.shapes import Rectangle
    from tests.engines.musg.battle.kit import Script

    known = Scene([fig(LEADER, (5, 5))], [fig(LEADER, (40, 5))]).setup
    table = Layout(width=60, depth=40, zones=(Zone(Rectangle(0, 0, 10, 40)), Zone(Rectangle(50, 0, 10, 40))))
    setup = Setup(sides=(known.sides[0], _in_zone(known.sides[1])), table=table, rules=known.rules)
    battle = Battle.new(setup, Script({}))
    assert battle.decision and battle.decision.side == 1
    assert not battle.can(Deploy(1, 45, 5))
    assert not battle.can(Deploy(0, 5, 5))
    assert all(battle.can(action) for action in battle.actions())
    battle.play(Deploy(1, 55, 5))
    assert battle.decision and battle.decision.side == 0


def _in_zone(side: object) -> object:
    from msgspec.structs import replace

    return replace(side, zone=1)  # type: ignore[type-var]


def test_it_ends_when_one_side_is_left_and_most_points_win() -> None:
    """Ruling M53: at once when only one side has figures in play."""
    scene = Scene([fig(LEADER, (5, 5))], [fig(HENCHMAN, (15, 5))])
    scene.piece(1).hp = 1
    scene.touch(1, 0)
    scene.roll(to_hit=[3], wound=[3])  # bare hands: one die, strength 5 against 2: 3+
    scene.activate(0, Strike(1))
    outcome = scene.battle.outcome
    assert outcome and (outcome.ending, outcome.winner, outcome.points) == (Ending.LAST_SIDE, 0, (5, 0))
    assert scene.battle.actor is None
    assert scene.battle.actions() == []


def test_it_ends_when_nobody_is_left_and_points_decide_all_the_same() -> None:
    """Ruling M53: a grenade (strength 10 against 2: 2+) takes its thrower and the last enemy 4 paces away.

    5 points for the enemy, none for one's own accident (ruling M157).
    """
    scene = Scene([fig(HENCHMAN, (5, 5), "grenade")], [fig(HENCHMAN, (10, 5))])
    scene.piece(0).hp = scene.piece(1).hp = 1
    scene.roll(scatter=[6], wound=[2, 2])
    scene.activate(0, Shoot(0, 1))
    outcome = scene.battle.outcome
    assert outcome and (outcome.ending, outcome.winner, outcome.points) == (Ending.NOBODY, 0, (5, 0))


def test_it_ends_with_the_agreed_turn_and_a_tie_is_a_draw() -> None:
    """Ruling M53."""
    scene = Scene([fig(LEADER, (5, 5))], [fig(LEADER, (40, 5))], turn_limit=2)
    scene.skip_turn()
    scene.skip_turn()
    outcome = scene.battle.outcome
    assert outcome and (outcome.ending, outcome.turns, outcome.winner) == (Ending.TURN_LIMIT, 2, None)
    assert scene.refused(End()) == "battle_over"


def test_the_first_player_rallies_first() -> None:
    """Musg, Ralliement: all players, beginning with the first of this turn; here the second warband wins it."""
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (20, 5))], [fig(LEADER, (40, 35)), fig(HENCHMAN, (20, 35))])
    for number in (1, 3):
        scene.piece(number).routed, scene.piece(number).routed_on = True, 1
    scene.roll(initiative=[1, 6], rally=[1, 1, 1, 1])
    for piece in scene.battle.pieces:
        piece.acted = True
    scene.skip_turn()
    assert scene.battle.order == [1, 0]
    assert [event.figure for event in scene.events(Kind.RALLY)] == [3, 1]


def test_three_sides_play_in_their_order() -> None:
    """Musg, Description d'un tour: two or more warbands, from the greatest total down."""
    sides = [[fig(LEADER, (5 + 10 * n, 5))] for n in range(3)]
    scene = Scene(*sides, table=layout(zones=3), dice={"initiative": [1, 2, 3, 2, 6, 4, 3, 1, 5]})
    assert scene.battle.order == [1, 2, 0]
    assert [idle_wave(scene, side) for side in (1, 2)] == [1, 1]
    scene.activate(0, End())
    assert (scene.battle.turn, scene.battle.order) == (2, [2, 0, 1])


def test_an_impossible_setup_is_refused_with_all_reasons() -> None:
    with pytest.raises(Illegal) as refusal:
        Scene([fig(LEADER, (5, 5))], [], table=OPEN, turn_limit=0)
    assert {problem.code for problem in refusal.value.problems} == {"battle_turns", "nobody_present"}


def test_a_warband_alone_rolls_for_no_initiative() -> None:
    """There is nobody to go before or after it (Musg, Description d'un tour speaks of the players)."""
    scene = Scene([fig(LEADER, (5, 5))], modules=("zombies",), dice={"initiative": [6]})
    assert scene.dice.unused() == {"initiative": [6]}
    assert scene.battle.order == [0]
    assert scene.events(Kind.INITIATIVE) == []
