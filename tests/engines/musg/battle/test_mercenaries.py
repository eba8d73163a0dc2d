"""The six mercenaries' special rules in a battle, erratic figures, ropes (Musg, Mercenaires; rulings M274-M282)."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.core.dice import DiceNeeded
from engines.musg.battle import damage
from engines.musg.battle.actions import (
    Arrive,
    Charge,
    Decline,
    Deploy,
    End,
    Medikit,
    Pass,
    Reserve,
    Shoot,
    Strike,
    Walk,
)
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Climb, Form, Layout, Piece, Zone
from engines.musg.ground.shapes import Rectangle
from engines.musg.ground.table import distance
from tests.engines.musg.battle.kit import CALM, HENCHMAN, LEADER, LIEUTENANT, Scene, Script, fig, hired, layout, only

ZONED = Layout(width=60, depth=40, zones=(Zone(Rectangle(0, 0, 60, 8)), Zone(Rectangle(0, 32, 60, 8))))


def deploying(*sides: list[object], dice: dict[str, list[int]] | None = None) -> Battle:
    """A battle at the first question of its deployment, on a table with real zones."""
    known = Scene(*sides).setup  # type: ignore[arg-type]
    setup = Setup(
        sides=tuple(replace(side, zone=index) for index, side in enumerate(known.sides)),
        table=ZONED,
        rules=known.rules,
    )
    return Battle.new(setup, Script(dice or {}))


def test_mercenaries_have_three_points() -> None:
    """Ruling M32."""
    scene = Scene([hired("orc_hunter", (5, 5))], [fig(LEADER, (40, 5))])
    scene.activate(0)
    assert scene.piece(0).ap == 3


# --- orc hunter -----------------------------------------------------------------------------------------------------


def test_the_hunter_may_come_on_the_third_turn() -> None:
    """Ruling M275: anywhere but in contact, and acts that turn."""
    scene = Scene([fig(LEADER, (5, 5)), hired("orc_hunter", None)], [fig(LEADER, (40, 35))])
    assert scene.piece(1).place is Place.RESERVE
    scene.skip_turn()
    scene.skip_turn()
    decision = scene.battle.decision
    assert scene.battle.turn == 3
    assert decision and (decision.ask, decision.figure) == (Ask.ARRIVE, 1)
    assert scene.refused(Arrive(1, 41.0, 35.0)) in ("no_room", "in_contact")
    assert scene.refused(Arrive(1, 41.005, 35.0)) == "in_contact"
    scene.play(Arrive(1, 38, 33))
    scene.activate(1)
    assert scene.piece(1).ap == 3


def test_the_hunter_may_deploy_with_the_band_and_nobody_else_may_wait() -> None:
    battle = deploying([hired("orc_hunter", (5, 5)), fig(LEADER, (9, 5))], [fig(LEADER, (40, 35))])
    battle.play(Deploy(2, 40, 35))
    assert not battle.can(Reserve(1))
    assert battle.can(Reserve(0))
    battle.play(Deploy(0, 5, 5))
    assert battle.pieces[0].place is Place.PLAY


def test_the_hunter_comes_on_the_third_turn_or_never() -> None:
    """Musg, Chasseur Orque: he *may* appear then (ruling M275). Who does not is unhurt, and scores for nobody.

    His warband is gone when nobody else of it is left (ruling M53).
    """
    scene = Scene([fig(LEADER, (5, 5)), hired("orc_hunter", None)], [fig(LEADER, (40, 35))])
    scene.skip_turn()
    scene.skip_turn()
    assert scene.battle.actions()[-1] == Decline()
    stayed = only(scene.play(Decline()), Kind.STAYED_AWAY)
    assert (stayed.figure, scene.piece(1).place) == (1, Place.AWAY)
    assert {p.figure: p.place for p in scene.battle.view(1).pieces}[1] == "away"
    report = scene.battle.report()
    assert (report.absent, report.downs, report.fled) == ((), (), ())
    scene.piece(0).hp = 0
    damage.put_out(scene.battle, scene.piece(0), scene.piece(2))
    scene.skip_turn()
    assert scene.battle.outcome and scene.battle.outcome.turns == 3


def test_a_side_whose_hunter_is_to_come_is_not_beaten_yet() -> None:
    scene = Scene([fig(LEADER, (5, 5)), hired("orc_hunter", None)], [fig(LEADER, (40, 35))])
    scene.piece(0).hp = 0
    damage.put_out(scene.battle, scene.piece(0), scene.piece(2))
    scene.skip_turn()
    assert scene.battle.outcome is None
    scene.skip_turn()
    scene.idle()
    assert (scene.battle.turn, scene.piece(1).place) == (3, Place.PLAY)  # ruling M275


# --- elf sniper -----------------------------------------------------------------------------------------------------


def test_the_sniper_deploys_last_and_ten_paces_forward() -> None:
    """Musg, Sniper elfique; ruling M277."""
    battle = deploying([hired("elf_sniper", (5, 5)), fig(LEADER, (9, 5))], [fig(LEADER, (40, 35))])
    battle.play(Deploy(2, 40, 35))
    assert battle.decision and battle.decision.options == (1,)
    assert not battle.can(Deploy(1, 9, 17))
    battle.play(Deploy(1, 9, 5))
    assert battle.decision and battle.decision.options == (0,)
    assert not battle.can(Deploy(0, 5, 18.5))
    battle.play(Deploy(0, 5, 17.5))


# --- human commando -------------------------------------------------------------------------------------------------


def commando(**values: object) -> Scene:
    return Scene(
        [fig(LEADER, (5, 5)), hired("human_commando", (30, 20), "rifle")],
        [fig(LEADER, (40, 20), "rifle")],
        **values,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("weapon", "scatter"), [("grenade_launcher", [6]), ("flamethrower", [])])
def test_no_template_of_the_sniper_harms_a_friend(weapon: str, scatter: list[int]) -> None:
    """Musg, Sniper elfique: shooting at an engaged enemy he never risks hitting his side; it says so of every shot.

    For anybody else a template covers friend and foe (rulings M77, M80). Strength 8 against toughness 4: 2+.
    """
    scene = Scene([hired("elf_sniper", (5, 20), weapon), fig(HENCHMAN, (11, 20))], [fig(LEADER, (30, 20))])
    scene.touch(2, 1)
    scene.roll(scatter=scatter, wound=[2])
    blast = only(scene.activate(0, Shoot(0, 2)), Kind.BLAST)
    assert blast.data["figures"] == [2]
    assert (scene.piece(1).hp, scene.piece(2).hp) == (3, 5)


def test_nobody_sees_a_commando_who_has_not_acted() -> None:
    """Ruling M280: no target for shots or charges; enemies do not even see where it is."""
    scene = commando()
    scene.to_side(1)
    scene.activate(2)
    assert scene.refused(Shoot(0, 1)) == "not_seen"
    shown = {p.figure: p for p in scene.battle.view(1).pieces}
    assert (shown[1].at, shown[1].place) == (None, "unknown")
    assert {p.figure: p for p in scene.battle.view(0).pieces}[1].at == (30, 20, 0)
    assert scene.battle.enemies(scene.piece(2)) == [scene.piece(0)]


def test_a_commando_need_not_be_activated() -> None:
    """Ruling M45: the one exception of the second wave."""
    scene = commando()
    scene.activate(0, End())
    scene.play(Pass())
    scene.to_side(0)
    assert scene.battle.decision and scene.battle.decision.options == (1,)
    scene.play(Pass())
    assert scene.piece(1).hidden


def test_a_waiting_commando_excuses_nobody_else() -> None:
    """Musg, Commando humain: he alone may be left out; the leader must be activated in the second wave (M45)."""
    scene = Scene([fig(LEADER, (5, 5)), hired("human_commando", (20, 20))], [fig(LEADER, (40, 5))])
    scene.play(Pass(), Pass())
    assert scene.refused(Pass()) == "must_activate"
    scene.activate(0, End())
    assert scene.battle.can(Pass())


def test_once_activated_the_commando_is_seen() -> None:
    scene = commando()
    only(scene.activate(1, End()), Kind.REVEALED)
    assert not scene.piece(1).hidden
    scene.to_side(1)
    scene.roll(to_hit=[1])
    scene.activate(2, Shoot(0, 1))


def test_a_free_shot_reveals_the_commando() -> None:
    """Ruling M280: shooting while not activated reveals as well."""
    scene = commando()
    from engines.musg.battle import shooting

    made = shooting.plan(scene.battle, scene.piece(1), Shoot(0, 2), free=True)
    scene.roll(to_hit=[1])
    for _ in shooting.shoot(scene.battle, scene.piece(1), made):
        pass
    assert not scene.piece(1).hidden


def test_the_commando_deploys_last_anywhere_out_of_contact() -> None:
    battle = deploying([hired("human_commando", (5, 5)), fig(LEADER, (9, 5))], [fig(LEADER, (40, 35))])
    battle.play(Deploy(2, 40, 35))
    battle.play(Deploy(1, 9, 5))
    assert not battle.can(Deploy(0, 41.003, 35))
    battle.play(Deploy(0, 38, 33))
    assert battle.pieces[0].hidden


# --- goblin harasser ------------------------------------------------------------------------------------------------


def test_the_harasser_deploys_anywhere_in_plain_view() -> None:
    """Musg, Harceleur Gobelin."""
    battle = deploying([hired("goblin_harasser", (5, 5)), fig(LEADER, (9, 5))], [fig(LEADER, (40, 35))])
    battle.play(Deploy(2, 40, 35))
    battle.play(Deploy(0, 38, 33))
    assert not battle.pieces[0].hidden


WALL = Piece(kind="wall", shape=Rectangle(10, 0, 1, 40), form=Form.WALL, height=4, climb=Climb.GEAR)
TOWER = Piece(kind="tower", shape=Rectangle(10, 10, 10, 20), form=Form.LEVEL, height=4, climb=Climb.GEAR)


def test_the_harasser_crosses_any_obstacle_without_penalty() -> None:
    """Musg, Harceleur Gobelin: a wall 4 paces high, as if it were not there; others cannot pass."""
    scene = Scene(
        [hired("goblin_harasser", (7, 20)), fig(LEADER, (7, 10))], [fig(LEADER, (50, 35))], table=layout(WALL)
    )
    scene.activate(0, Walk(17, 20), End())
    assert scene.piece(0).base[:2] == (17, 20)
    scene.activate(1)
    assert scene.refused(Walk(13, 10)) == "out_of_reach"


# --- troll ----------------------------------------------------------------------------------------------------------


def test_a_troll_deploys_beside_its_leader() -> None:
    """Ruling M69: after him, within 2 paces."""
    battle = deploying([hired("troll_bodyguard", (9, 7)), fig(LEADER, (9, 5))], [fig(LEADER, (40, 35))])
    battle.play(Deploy(2, 40, 35))
    assert battle.decision and battle.decision.options == (1,)
    battle.play(Deploy(1, 9, 5))
    assert not battle.can(Deploy(0, 13, 5))
    assert all(battle.can(action) for action in battle.actions())
    battle.play(Deploy(0, 12, 5))


@pytest.mark.parametrize("near", [True, False])
def test_a_troll_beside_its_fallen_leader_guards_him(near: bool) -> None:
    """Musg, Garde du corps Troll: at his side when the battle ends, or having carried him off the table."""
    scene = Scene([fig(LEADER, (5, 5)), hired("troll_bodyguard", (5, 7))], [fig(LEADER, (40, 5))])
    scene.piece(0).hp = 0
    damage.put_out(scene.battle, scene.piece(0), scene.piece(2))
    if near:
        scene.touch(1, 0)
    assert scene.battle.report().guarded == (("a",) if near else ())


def test_a_troll_carries_its_leader_off() -> None:
    scene = Scene([fig(LEADER, (4, 20)), hired("troll_bodyguard", (4, 22))], [fig(LEADER, (40, 5))])
    scene.touch(1, 0)
    scene.piece(0).hp = 0
    damage.put_out(scene.battle, scene.piece(0), scene.piece(2))
    scene.activate(1, Walk(0.5, 20, 0, True))
    assert scene.battle.report().guarded == ("a",)


def test_another_body_carried_off_does_not_guard_the_leader() -> None:
    """Musg, Garde du corps Troll: it is his leader he must have brought off the table, or stand beside."""
    ours = [fig(LEADER, (20, 20)), fig(HENCHMAN, (4, 20)), hired("troll_bodyguard", (20, 22))]
    scene = Scene(ours, [fig(LEADER, (40, 5))])
    for number in (0, 1):
        scene.piece(number).hp = 0
        damage.put_out(scene.battle, scene.piece(number), scene.piece(3))
    scene.touch(2, 1)
    scene.activate(2, Walk(0.5, 20, 1, True))
    assert scene.piece(1).place is Place.LEFT
    assert scene.battle.report().guarded == ()


# --- erratic figures, hatred in the setup, absent -------------------------------------------------------------------


@pytest.mark.parametrize(("face", "absent"), [(1, True), (2, False)])
def test_an_erratic_figure_may_sit_out(face: int, absent: bool) -> None:
    """Ruling M260: a single die before the battle, even twice over; on a 1 it does not take part."""
    erratic = fig(HENCHMAN, (5, 10), injuries=("erratic", "erratic"))
    scene = Scene([fig(LEADER, (5, 5)), erratic], [fig(LEADER, (40, 5))], dice={"activity": [face]})
    assert (scene.piece(1).place is Place.ABSENT) is absent
    assert scene.battle.report().activity == {"a:2": face}
    assert scene.battle.bands[0].initial == (1 if absent else 2)


def test_who_is_absent_is_reported() -> None:
    scene = Scene([fig(LEADER, (5, 5)), fig(HENCHMAN, (9, 5))], [fig(LEADER, (40, 5))], absent={0: (2,)})
    assert len(scene.battle.pieces) == 2
    assert [(who.warband, who.figure) for who in scene.battle.report().absent] == [("a", 2)]


# --- rope -----------------------------------------------------------------------------------------------------------


def climber(*skills: str, hp: int = 6) -> Scene:
    """A leader (Mv 9) halfway up a tower 8 paces high, on a rope, under the eyes of a rifle."""
    tower = Piece(kind="tower", shape=Rectangle(10, 10, 10, 20), form=Form.LEVEL, height=8, climb=Climb.GEAR)
    scene = Scene(
        [fig(LEADER, (8.5, 20), "rope", skills=skills)],
        [fig(LEADER, (3, 20), "rifle"), fig(LEADER, (40, 2))],
        table=layout(tower),
    )
    scene.battle.put(scene.piece(0), (8.5, 20.0, 3.0, 0.5))
    scene.piece(0).hp = hp
    scene.to_side(1)
    return scene


def test_a_climber_on_a_rope_hangs() -> None:
    """Musg, Corde et grappin: 2 paces of movement for each pace of height; what is left waits on the rope."""
    tower = Piece(kind="tower", shape=Rectangle(10, 10, 10, 20), form=Form.LEVEL, height=8, climb=Climb.GEAR)
    scene = Scene([fig(LEADER, (9.4, 20), "rope")], [fig(LEADER, (40, 2))], table=layout(tower))
    scene.activate(0)
    step = scene.battle.towards(scene.piece(0), 12, 20)
    assert step is not None
    scene.play(step)
    assert scene.battle.table.hangs(scene.piece(0).base)
    assert scene.piece(0).base[2] == pytest.approx(4.5, abs=0.3)


def test_nobody_strikes_from_a_rope() -> None:
    """Musg, Corde et grappin: not at the top yet, no close combat; the one beside hangs there as well."""
    scene = climber()
    scene.battle.put(scene.piece(2), (8.5, 21.002, 3.0, 0.5))
    assert scene.piece(0).foes == [scene.piece(2)]
    scene.activate(2)
    assert scene.refused(Strike(0)) == "on_rope"


def test_a_blow_shakes_nobody_off_his_rope() -> None:
    """Musg, Corde et grappin: who is shot at and wounded may fall; for a blow no die is rolled.

    Struck with bare hands from the top, strength 5 against toughness 4: 4+.
    """
    tower = Piece(kind="tower", shape=Rectangle(10, 10, 10, 20), form=Form.LEVEL, height=4, climb=Climb.GEAR)
    scene = Scene([fig(LEADER, (12, 20))], [fig(LEADER, (8.5, 20), "rope"), fig(LEADER, (40, 2))], table=layout(tower))
    scene.battle.put(scene.piece(0), (10.5, 20.0, 4.0, 0.5))
    scene.battle.put(scene.piece(1), (9.498, 20.0, 3.2, 0.5))
    assert scene.battle.table.hangs(scene.piece(1).base)
    scene.roll(to_hit=[3], wound=[4])
    scene.activate(0, Strike(1))
    assert (scene.piece(1).hp, scene.piece(1).base[2]) == (5, 3.2)


def test_wounded_on_the_rope_a_one_falls() -> None:
    """Rulings M126: 1 more hit point, and he stands at the foot."""
    scene = climber().roll(to_hit=[3], wound=[4], fall=[1])
    scene.activate(1, Shoot(0, 0))
    assert scene.piece(0).hp == 4
    assert scene.piece(0).base[2] == 0


def test_wounded_on_the_rope_others_hold_on() -> None:
    scene = climber().roll(to_hit=[3], wound=[4], fall=[2])
    scene.activate(1, Shoot(0, 0))
    assert (scene.piece(0).hp, scene.piece(0).base[2]) == (5, 3)


def test_shot_to_zero_on_the_rope_is_death() -> None:
    """Ruling M125."""
    scene = climber(hp=1).roll(to_hit=[3], wound=[4])
    scene.activate(1, Shoot(0, 0))
    assert scene.piece(0).place is Place.DEAD


def test_a_fall_that_takes_the_last_point_is_death() -> None:
    """Ruling M126."""
    scene = climber(hp=2).roll(to_hit=[3], wound=[4], fall=[1])
    scene.activate(1, Shoot(0, 0))
    assert scene.piece(0).place is Place.DEAD


def test_an_acrobat_keeps_the_better_of_two_dice() -> None:
    """Ruling M127; and climbs a pace of height for a pace of movement."""
    scene = climber("acrobat").roll(to_hit=[3], wound=[4], fall=[1, 5])
    scene.activate(1, Shoot(0, 0))
    assert scene.piece(0).base[2] == 3
    assert scene.piece(0).mover().climb == 1


def test_dice_are_never_guessed() -> None:
    """Entered dice: the engine asks for the roll it needs."""
    scene = Scene([fig(LEADER, (5, 20), "rifle")], [fig(LIEUTENANT, (15, 20))], **CALM)
    with pytest.raises(DiceNeeded) as asked:
        scene.activate(0, Shoot(0, 1))
    assert asked.value.request.reason == "to_hit"


# --- what a hidden commando's enemies are offered and refused -------------------------------------------------------

HERE = (30.0, 20.0)


def seeker(*, there: bool, **values: Any) -> Scene:
    """Their leader at (32, 20); our wounded commando at (30, 20), or at the other end of the table."""
    ours = [fig(LEADER, (5, 5)), hired("human_commando", HERE if there else (5, 35), "rifle")]
    scene = Scene(ours, [fig(LEADER, (32, 20), "medikit"), fig(HENCHMAN, (55, 35))], **values)
    scene.piece(1).hp -= 1
    return scene.to_side(1)


@pytest.mark.parametrize("goal", [HERE, (30.7, 20), (29, 20), (28, 20.3), (30.998, 20)])
def test_who_comes_upon_a_hidden_commando_stops_before_him(goal: tuple[float, float]) -> None:
    """Musg, Commando humain: undetectable, so that nothing is refused; but nobody walks into contact (ruling M61).

    Towards his place, beside it or through it: the way is begun, ends before his base, and he is seen (ruling M280).
    """
    scene = seeker(there=True)
    scene.activate(2)
    assert scene.battle.can(Walk(*goal))
    events = scene.play(Walk(*goal))
    walked, shown = only(events, Kind.WALKED), only(events, Kind.REVEALED)
    assert (walked.figure, walked.data["cost"], shown.figure) == (2, 1, 1)
    assert shown.data["at"] == [30, 20, 0]
    assert not scene.piece(1).hidden
    assert scene.piece(2).foes == []
    assert 0 < distance(scene.piece(2).base, scene.piece(1).base) <= 0.15
    assert scene.battle.decision and scene.battle.decision.figure == 2  # with the points that are left


def test_a_charge_past_him_comes_to_nothing() -> None:
    """Rulings M57, M61: the charger does not get there, and has run for 2 points; the one behind him is not reached."""
    ours = [fig(LEADER, (5, 5)), fig(HENCHMAN, (27, 20)), hired("human_commando", HERE)]
    scene = Scene(ours, [fig(LEADER, (33, 20))]).to_side(1)
    scene.activate(3)
    failed = only(scene.play(Charge((1,))), Kind.CHARGE_FAILED)
    assert failed.data["cost"] == 2
    assert not scene.piece(2).hidden
    assert (scene.piece(3).foes, scene.piece(1).foes) == ([], [])


def test_friends_and_who_went_against_him_unknowing_are_not_stopped() -> None:
    scene = Scene([fig(LEADER, (32, 20)), hired("human_commando", HERE)], [fig(LEADER, (50, 20))])
    scene.activate(0, Walk(28, 20))
    assert scene.piece(0).base[:2] == (28, 20)
    assert scene.piece(1).hidden
    scene = seeker(there=True)
    scene.battle.put(scene.piece(2), (31.0, 20.0, 0.0, 0.5))
    scene.activate(2, Walk(35, 20))
    assert (scene.piece(2).base[:2], scene.piece(1).hidden) == ((35, 20), True)


def test_who_sees_him_all_of_a_sudden_is_tested() -> None:
    """Musg, Apercevoir l'ennemi: he counts as a leader does, and is in view for the first time."""
    scene = seeker(there=True, first_sight=True)
    scene.roll(first_sight=[1, 1])
    scene.activate(3)
    scene.play(End())
    scene.activate(2, Walk(*HERE))
    seen = scene.events(Kind.FIRST_SIGHT)
    assert [(event.figure, event.target) for event in seen] == [(3, 1)]


def test_the_same_actions_are_offered_wherever_he_is_hidden() -> None:
    """Not even a medikit for his wound: that he is there must not show."""
    offered = []
    for there in (True, False):
        scene = seeker(there=there)
        scene.battle.put(scene.piece(2), (31.002, 20.0, 0.0, 0.5))
        scene.activate(2)
        assert scene.refused(Medikit(1)) == "not_in_contact"
        offered.append(scene.battle.actions())
    assert offered[0] == offered[1]


def test_a_step_back_goes_over_him() -> None:
    """Musg, Subir une charge: 3 paces back, onto his place; nothing keeps the charged one from it."""
    ends = []
    for there in (True, False):
        ours = [fig(LEADER, (40, 20)), hired("human_commando", HERE if there else (5, 35))]
        scene = Scene(ours, [fig(HENCHMAN, (32, 20)), fig(HENCHMAN, (55, 35))], receive_charge=True)
        scene.roll(receive=[6, 6], step_back=[6], paces=[6])
        scene.activate(0, Charge((2,)))
        ends.append(scene.piece(2).base)
    assert ends[0] == ends[1]
    assert ends[0][:2] == pytest.approx((29, 20), abs=0.01)


def test_he_shows_himself_beside_whoever_stands_on_his_place() -> None:
    """Ruling M280: activated he is seen, on ground that takes his base and in contact with nobody."""
    scene = seeker(there=True)
    scene.battle.put(scene.piece(2), (*HERE, 0.0, 0.5))  # as after a forced step
    scene.to_side(0)
    shown = only(scene.activate(1), Kind.REVEALED)
    assert shown.data["at"] == list(scene.piece(1).base[:3])
    assert scene.piece(1).foes == []
    assert 1.01 < distance(scene.piece(1).base, scene.piece(2).base) + 1 <= 1.5


def test_room_for_others_is_not_refused_for_him_when_they_deploy() -> None:
    """Two who deploy last: the sniper of the other side is told nothing about the commando placed before him."""
    battle = deploying(
        [hired("human_commando", (5, 5)), fig(LEADER, (9, 5))], [fig(LEADER, (40, 35)), hired("human_commando", (1, 1))]
    )
    while battle.decision and battle.decision.ask is Ask.DEPLOY:
        number = battle.decision.options[0]
        battle.play(Deploy(number, *{1: (9, 5), 2: (40, 35)}.get(number, (20, 20))))
    assert battle.pieces[0].base == battle.pieces[3].base
    assert battle.pieces[0].foes == []
