"""Shooting in a battle: limits, groups, cover, weapon kinds (Musg, Tirer; rulings M70-M109, M278-M283)."""

import pytest

from engines.musg.battle.actions import Decline, End, FirstTarget, Intercept, Shoot, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Kind
from engines.musg.battle.state import Place
from engines.musg.ground.layout import Form, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from tests.engines.musg.battle.kit import EXTRA, HENCHMAN, LEADER, LIEUTENANT, Scene, fig, hired, layout, only

FENCE = Piece(kind="barrier", shape=Rectangle(18.0, 15.0, 0.3, 10.0), form=Form.WALL, height=1.0, veil=Veil.SCREEN)
HOUSE = Piece(kind="house", shape=Rectangle(15.0, 10.0, 3.0, 20.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)
HILL = Piece(kind="hill", shape=Rectangle(0.0, 10.0, 10.0, 20.0), form=Form.LEVEL, height=2.0)


def range_of(weapon: str, gap: float, *items: str, **values: object) -> Scene:
    """A leader (3+) shoots at a henchman (toughness 2, 3 HP) ``gap`` paces away."""
    figures = [fig(LEADER, (5, 20), weapon, *items)]
    return Scene(figures, [fig(HENCHMAN, (6 + gap, 20))], **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(("gap", "need"), [(6, 2), (6.1, 3), (12, 3), (12.1, 4), (18, 4)])
def test_range_bands_shift_the_die(gap: float, need: int) -> None:
    """Musg, Tableau des armes de tir: pistol 6/12/18, limits included (ruling M2), 3+ shifted by -1, 0, +1."""
    scene = range_of("pistol", gap).roll(to_hit=[1])
    shot = only(scene.activate(0, Shoot(0, 1)), Kind.SHOT)
    assert (shot.data["to_hit"], shot.data["hits"]) == (need, 0)
    assert scene.piece(0).ap == 2


@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 1)])
def test_the_best_shot_still_misses_on_a_one(face: int, hits: int) -> None:
    """Rulings M82, M83: a human leader's 2+ with a sight at short range needs no less than 2."""
    scene = Scene([fig(LEADER, (5, 20), "pistol", "sight", race="human")], [fig(HENCHMAN, (9, 20))])
    scene.roll(to_hit=[face], wound=[1])
    shot = only(scene.activate(0, Shoot(0, 1)), Kind.SHOT)
    assert (shot.data["to_hit"], shot.data["hits"]) == (2, hits)


@pytest.mark.parametrize(("face", "hits"), [(5, 0), (6, 1)])
def test_the_worst_shot_hits_on_a_six(face: int, hits: int) -> None:
    """Ruling M83: by the limit of 6 alone; where 7 is needed no 6 helps (ruling M81). Snakefolk henchman, 6+."""
    scene = Scene([fig(HENCHMAN, (5, 20), "rifle", race="snakefolk")], [fig(HENCHMAN, (21, 20))])
    scene.roll(to_hit=[face], wound=[1])
    shot = only(scene.activate(0, Shoot(0, 1)), Kind.SHOT)
    assert (shot.data["to_hit"], shot.data["hits"]) == (6, hits)


def test_a_machine_gun_reaches_twenty_five_paces() -> None:
    """Ruling M106: 15/20/25 as printed, less than a rifle."""
    near = range_of("machine_gun", 25).roll(to_hit=[1] * 5)
    assert only(near.activate(0, Shoot(0, 1)), Kind.SHOT).data["to_hit"] == 4
    far = range_of("machine_gun", 25.1)
    far.activate(0)
    assert far.refused(Shoot(0, 1)) == "out_of_range"


def test_beyond_long_range() -> None:
    scene = range_of("pistol", 18.1)
    scene.activate(0)
    assert scene.refused(Shoot(0, 1)) == "out_of_range"


def test_a_seven_cannot_be_rolled() -> None:
    """Ruling M81: a snakefolk henchman (6+) cannot shoot at long range."""
    scene = Scene([fig(HENCHMAN, (5, 20), "rifle", race="snakefolk")], [fig(HENCHMAN, (31, 20))])
    scene.activate(0)
    assert scene.refused(Shoot(0, 1)) == "cannot_hit"


def test_who_stands_higher_shoots_better() -> None:
    """Musg, Tableau des armes de tir; ruling M102: 3+ at medium range becomes 2+ from above, 4+ from below."""
    above = Scene([fig(LEADER, (9, 20), "rifle")], [fig(LEADER, (25, 20), "rifle")], table=layout(HILL))
    above.roll(to_hit=[1, 1])
    assert only(above.activate(0, Shoot(0, 1)), Kind.SHOT).data["to_hit"] == 2
    above.to_side(1)
    assert only(above.activate(1, Shoot(0, 0)), Kind.SHOT).data["to_hit"] == 4


def test_a_sight_improves_the_shot() -> None:
    """Musg, Organe de visée: 3+ becomes 2+ at medium range."""
    scene = range_of("pistol", 10, "sight").roll(to_hit=[1])
    assert only(scene.activate(0, Shoot(0, 1)), Kind.SHOT).data["to_hit"] == 2


def test_the_orc_leaders_burst_through_the_fence() -> None:
    """Musg, Jet de couvert: covers 3, 4, 5 (4+ at medium range), then 3 and 4, one wound die of 5.

    The book shoots with 4+, where an orc leader has 3+ (misprint, ruling M92): bruised sight gives the printed 4+.
    Strength 3 against toughness 3: 4+ wounds.
    """
    orc = fig(LEADER, (8, 20), "machine_pistol", race="orc", injuries=("dimmed_sight",))
    human = fig(LIEUTENANT, (19.5, 20), race="human")
    scene = Scene([orc], [human], table=layout(FENCE), dice={"cover": [3, 4, 5], "to_hit": [3, 4], "wound": [5]})
    events = scene.activate(0, Shoot(0, 1))
    shot = only(events, Kind.SHOT)
    assert (shot.data["cover"], shot.data["to_hit"], shot.data["hits"]) == ([4], 4, 1)
    assert [roll.faces for roll in shot.rolls] == [(3,), (4,), (5,), (3,), (4,)]
    assert only(events, Kind.WOUND_ROLL).data["needs"] == [4]
    assert scene.piece(1).hp == 3
    assert scene.piece(0).ap == 2


@pytest.mark.parametrize(("face", "past"), [(2, False), (3, True)])
def test_the_shooter_rolls_for_cover_and_wants_it_high(face: int, past: bool) -> None:
    """Ruling M90; Musg, Jet de couvert: a fence at short range of a rifle is passed on 3+, before the die to hit."""
    scene = Scene([fig(LEADER, (10, 20), "rifle")], [fig(LEADER, (19.5, 20))], table=layout(FENCE))
    scene.roll(cover=[face], to_hit=[1] if past else [])
    shot = only(scene.activate(0, Shoot(0, 1)), Kind.SHOT)
    assert shot.data["cover"] == [3]
    assert [(roll.reason, roll.figure) for roll in shot.rolls] == [("cover", 0), ("to_hit", 0)][: 1 + past]


def test_an_enemy_out_of_sight_cannot_be_shot() -> None:
    """Musg, Tirer; ruling M283: no indirect fire."""
    scene = Scene([fig(LEADER, (5, 20), "rifle")], [fig(HENCHMAN, (25, 20))], table=layout(HOUSE))
    scene.activate(0)
    assert scene.refused(Shoot(0, 1)) == "not_seen"


def test_figures_block_nobodys_sight() -> None:
    """Ruling M101."""
    scene = Scene([fig(LEADER, (5, 20), "rifle"), fig(HENCHMAN, (8, 20))], [fig(HENCHMAN, (25, 20))])
    assert only(scene.roll(to_hit=[1]).activate(0, Shoot(0, 2)), Kind.SHOT).data["cover"] == []


def test_enemies_in_close_combat_with_a_friend_are_spared() -> None:
    """Musg, Tirer; ruling M99: but the elf sniper shoots, and never hits a friend."""
    scene = Scene(
        [fig(LEADER, (5, 20), "rifle"), fig(HENCHMAN, (20, 20)), hired("elf_sniper", (5, 25), "rifle")],
        [fig(HENCHMAN, (30, 20))],
    )
    scene.touch(3, 1)
    scene.activate(0)
    assert scene.refused(Shoot(0, 3)) == "target_engaged"
    scene.play(End())
    scene.roll(to_hit=[2])
    assert only(scene.activate(2, Shoot(0, 3)), Kind.SHOT).data["hits"] == 0
    assert scene.piece(1).hp == 3


def test_the_snipers_arrow_strikes_no_friend_even_when_it_misses() -> None:
    """Musg, Sniper elfique: a 1 with a bow into a close combat; the friend on the line is not rolled for.

    An enemy on the line is, like for anybody (ruling M97).
    """
    scene = Scene(
        [hired("elf_sniper", (5, 20), "bow"), fig(HENCHMAN, (12, 20))],
        [fig(HENCHMAN, (30, 20)), fig(HENCHMAN, (8, 20))],
    )
    scene.touch(2, 1)
    scene.roll(to_hit=[1], line=[5])
    events = scene.activate(0, Shoot(0, 2))
    assert [roll.faces for roll in only(events, Kind.SHOT).rolls] == [(1,), (5,)]
    assert not scene.events(Kind.STRAYED)
    assert not scene.dice.unused()


def test_nobody_else_risks_a_friend_in_close_combat() -> None:
    """Ruling M99: without a rule that allows it the shot is forbidden, so the roll for friends never comes up.

    Neither aimed at nor hit by what goes through the rest of the group: the engaged enemy is no part of it.
    """
    scene = Scene(
        [fig(LEADER, (5, 20), "submachine_gun"), fig(HENCHMAN, (30, 30))],
        [fig(HENCHMAN, (15, 20)), fig(HENCHMAN, (16.5, 20)), fig(HENCHMAN, (30, 20))],
    )
    scene.piece(2).hp = 1
    scene.touch(1, 3)
    scene.roll(to_hit=[2, 2, 2], wound=[3, 3, 3])
    events = scene.activate(0, Shoot(0, 2))
    assert only(events, Kind.WOUND_ROLL).data["figures"] == [2, 2, 2]
    assert scene.piece(2).place is Place.DEAD
    assert (scene.piece(1).hp, scene.piece(3).hp) == (3, 3)


def test_a_group_is_shot_from_the_nearest_on() -> None:
    """Rulings M84-M87: three dice, one group within 1 pace of each other, hits pooled on the nearest.

    Strength 4 against toughness 2: 3+. Three hits, three wounds: the first henchman loses his last HP, the two left
    go to the next.
    """
    enemies = [fig(HENCHMAN, (15, 20)), fig(HENCHMAN, (16.5, 20)), fig(HENCHMAN, (30, 20))]
    scene = Scene([fig(LEADER, (5, 20), "submachine_gun")], enemies)
    scene.piece(1).hp = 1
    scene.roll(to_hit=[2, 2, 2], wound=[3, 3, 3])
    events = scene.activate(0, Shoot(0, 2))  # aiming at the second hits the first of the group
    assert only(events, Kind.SHOT).target == 1
    assert (scene.piece(1).place, scene.piece(2).hp, scene.piece(3).hp) == (Place.OUT, 1, 3)
    assert scene.battle.bands[0].points == 5


def test_a_group_is_a_chain() -> None:
    """Ruling M86: each within 1 pace of another, the third 3 paces from the first; the fourth stands 1.1 off.

    Five hits of an assault rifle, strength 4 against toughness 2: 3+ each.
    """
    enemies = [fig(HENCHMAN, (x, 20)) for x in (15, 17, 19, 21.1)]
    scene = Scene([fig(LEADER, (5, 20), "assault_rifle")], enemies)
    scene.piece(1).hp = scene.piece(2).hp = 1
    scene.roll(to_hit=[2] * 5, wound=[3] * 5)
    events = scene.activate(0, Shoot(0, 1))
    assert only(events, Kind.WOUND_ROLL).data["figures"] == [1, 2, 3, 3, 3]
    assert [scene.piece(n).hp for n in (1, 2, 3, 4)] == [0, 0, 0, 3]


def test_surplus_kills_when_nobody_else_is_there() -> None:
    """Ruling M33: three wounds on a figure with 1 HP and nobody beside it."""
    scene = range_of("submachine_gun", 9)
    scene.piece(1).hp = 1
    scene.roll(to_hit=[2, 2, 2], wound=[3, 3, 3])
    out = only(scene.activate(0, Shoot(0, 1)), Kind.OUT)
    assert out.data["killed"] is True
    assert scene.piece(1).place is Place.DEAD


def test_the_defender_chooses_between_the_equally_near() -> None:
    """Ruling M87."""
    enemies = [fig(HENCHMAN, (15, 19.3)), fig(HENCHMAN, (15, 20.7))]
    scene = Scene([fig(LEADER, (5, 20), "pistol")], enemies)
    scene.activate(0, Shoot(0, 1))
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.side, decision.options) == (Ask.FIRST_TARGET, 1, (1, 2))
    assert scene.refused(Decline()) == "not_asked"
    scene.roll(to_hit=[1])
    assert only(scene.play(FirstTarget(2)), Kind.SHOT).target == 2


def test_slow_and_heavy_weapons_cost_two_points() -> None:
    """Rulings M70, M71: a crossbow 2 points and once a turn; a machine gun 2 points."""
    scene = range_of("crossbow", 10).roll(to_hit=[2], wound=[1])
    scene.activate(0, Shoot(0, 1))
    assert scene.piece(0).ap == 1
    assert scene.refused(Shoot(0, 1)) == "slow_weapon_fired"
    heavy = range_of("machine_gun", 10).roll(to_hit=[1, 1, 1, 1, 1])
    heavy.activate(0, Shoot(0, 1))
    assert heavy.piece(0).ap == 1
    assert heavy.refused(Shoot(0, 1)) == "action_points"


def test_a_fast_weapon_fires_once_per_point() -> None:
    """Ruling M49; Musg, Tableau des armes de tir: three shots for a leader."""
    scene = range_of("pistol", 10).roll(to_hit=[1, 1, 1])
    scene.activate(0, Shoot(0, 1), Shoot(0, 1), Shoot(0, 1))
    assert len(scene.events(Kind.SHOT)) == 3


def test_black_powder_bursts_on_a_second_one() -> None:
    """Rulings M93, M95: 1, then 1: the bearer is hit with strength 4 (toughness 4: 4+) and the weapon is lost."""
    scene = range_of("black_powder_pistol", 3).roll(to_hit=[1], misfire=[1], wound=[4])
    burst = only(scene.activate(0, Shoot(0, 1)), Kind.BURST)
    assert burst.data["figures"] == [0]
    assert scene.piece(0).hp == 5
    assert scene.refused(Shoot(0, 1)) == "weapon_burst"


def test_the_second_die_may_spare_the_weapon() -> None:
    """Ruling M93: 2 to 6 is a plain miss."""
    scene = range_of("black_powder_pistol", 3).roll(to_hit=[1], misfire=[2])
    assert not [e for e in scene.activate(0, Shoot(0, 1)) if e.kind is Kind.BURST]


def test_a_gunsmith_in_play_keeps_all_weapons_whole() -> None:
    """Ruling M279."""
    scene = Scene(
        [fig(LEADER, (5, 20), "black_powder_pistol"), hired("dwarf_gunsmith", (5, 30))], [fig(HENCHMAN, (9, 20))]
    )
    scene.roll(to_hit=[1])
    only(scene.activate(0, Shoot(0, 2)), Kind.SHOT)
    assert not scene.events(Kind.BURST)


def test_a_gunsmith_fires_twice_for_a_point() -> None:
    """Ruling M278: two shots per point with a rifle; a crossbow costs 1 but fires once a turn."""
    scene = Scene([hired("dwarf_gunsmith", (5, 20), "rifle", "crossbow")], [fig(LEADER, (25, 20))])
    scene.roll(to_hit=[1, 1, 1, 2], wound=[1])
    scene.activate(0, Shoot(0, 1), Shoot(0, 1))
    assert scene.piece(0).ap == 2
    scene.play(Shoot(0, 1))
    assert scene.piece(0).ap == 1
    scene.play(Shoot(1, 1))
    assert scene.piece(0).ap == 0
    assert scene.battle.decision and scene.battle.decision.ask is Ask.ACT  # the second rifle shot is still his
    assert scene.refused(Shoot(1, 1)) == "slow_weapon_fired"


def test_an_arrow_may_strike_who_stands_on_its_line() -> None:
    """Rulings M96, M97: on a 1, friend or foe before the target, nearest first; the first 6 takes it.

    Bow, strength 3 against the friend's toughness 2: 4+.
    """
    scene = Scene(
        [fig(LEADER, (5, 20), "bow"), fig(HENCHMAN, (8, 20)), fig(HENCHMAN, (11, 20))], [fig(HENCHMAN, (14.9, 20))]
    )
    scene.roll(to_hit=[1], line=[5, 6], wound=[4])
    events = scene.activate(0, Shoot(0, 3))
    assert only(events, Kind.STRAYED).target == 2
    assert (scene.piece(1).hp, scene.piece(2).hp, scene.piece(3).hp) == (3, 2, 3)
    assert scene.battle.bands[0].points == 0


@pytest.mark.parametrize("weapon", ["bow", "crossbow", "throwing_stars", "throwing_knife"])
def test_all_drawn_weapons_risk_the_line(weapon: str) -> None:
    """Ruling M98: thrown blades too. Nobody on the line, no die."""
    scene = range_of(weapon, 4).roll(to_hit=[1])
    assert only(scene.activate(0, Shoot(0, 1)), Kind.SHOT).data["hits"] == 0


def test_thrown_weapons_use_the_throwers_strength() -> None:
    """Musg, Tableau des armes de tir: a knife 5, stars 5 - 1 = 4; against toughness 6: 4+ and 5+."""
    for weapon, need in (("throwing_knife", 4), ("throwing_stars", 5)):
        scene = Scene([fig(LEADER, (5, 20), weapon)], [fig(LEADER, (9, 20), race="orc")])
        scene.roll(to_hit=[2], wound=[1])
        assert only(scene.activate(0, Shoot(0, 1)), Kind.WOUND_ROLL).data["needs"] == [need]


def test_a_grenade_hits_everybody_in_its_blast() -> None:
    """Rulings M73-M79: a 6 explodes on the target; 5 paces around, friend or foe, one wound die each, no cover.

    Strength 10: 2+ against all. The thrower 7 paces away is spared; his friend 4 paces from it is not.
    """
    scene = Scene(
        [fig(LEADER, (5, 20), "grenade"), fig(HENCHMAN, (8, 20))],
        [fig(HENCHMAN, (13, 20)), fig(HENCHMAN, (17, 20)), fig(HENCHMAN, (19, 20))],
    )
    scene.roll(scatter=[6], wound=[2, 2, 1])
    events = scene.activate(0, Shoot(0, 2))
    assert only(events, Kind.SCATTERED).data["centre"] == [13, 20]
    assert only(events, Kind.BLAST).data["figures"] == [1, 2, 3]
    assert [scene.piece(n).hp for n in range(5)] == [6, 2, 2, 3, 3]
    assert scene.piece(0).ap == 2


def test_grenades_are_thrown_once_per_point() -> None:
    """Ruling M73: fast, three in a leader's activation."""
    scene = Scene([fig(LEADER, (5, 20), "grenade")], [fig(HENCHMAN, (13, 20))])
    scene.roll(scatter=[1, 1, 1])
    scene.activate(0, Shoot(0, 1), Shoot(0, 1), Shoot(0, 1))
    assert len(scene.events(Kind.SCATTERED)) == 3


def test_a_grenade_drifts() -> None:
    """Ruling M76: 2 forward, and a d3 of paces (die 5: 3)."""
    scene = Scene([fig(LEADER, (5, 20), "grenade")], [fig(HENCHMAN, (13, 20))])
    scene.roll(scatter=[2], drift=[5], wound=[1])
    assert only(scene.activate(0, Shoot(0, 1)), Kind.SCATTERED).data["centre"] == [16, 20]


def test_a_dud_does_nothing() -> None:
    """Musg, Matériel: on a 1 it does not explode."""
    scene = Scene([fig(LEADER, (5, 20), "grenade")], [fig(HENCHMAN, (13, 20))])
    scene.roll(scatter=[1])
    events = scene.activate(0, Shoot(0, 1))
    assert not [event for event in events if event.kind is Kind.BLAST]


def test_a_cannon_may_burst_among_its_crew() -> None:
    """Rulings M94, M95: scatter 1, then 1: everybody within 3 paces is hit with strength 10."""
    scene = Scene(
        [fig(LEADER, (5, 20), "cannon"), fig(HENCHMAN, (8, 20)), fig(HENCHMAN, (12, 20))], [fig(HENCHMAN, (40, 20))]
    )
    scene.roll(scatter=[1], misfire=[1], wound=[2, 2])
    events = scene.activate(0, Shoot(0, 3))
    assert only(events, Kind.BURST).data["figures"] == [0, 1]
    assert (scene.piece(0).hp, scene.piece(1).hp, scene.piece(2).hp) == (5, 2, 3)


@pytest.mark.parametrize("weapon", ["grenade_launcher", "bazooka", "howitzer"])
def test_launchers_scatter_too(weapon: str) -> None:
    """Ruling M75; 3 paces' radius (M78)."""
    scene = Scene([fig(LEADER, (5, 20), weapon)], [fig(HENCHMAN, (30, 20)), fig(HENCHMAN, (33.5, 20))])
    scene.roll(scatter=[6], wound=[1, 1])
    events = scene.activate(0, Shoot(0, 1))
    assert only(events, Kind.BLAST).data["figures"] == [1, 2]
    assert scene.piece(0).ap == 1


@pytest.mark.parametrize(("weapon", "need"), [("flamethrower", 2), ("pump_shotgun", 3)])
def test_flame_weapons_hit_all_under_the_template(weapon: str, need: int) -> None:
    """Ruling M80: no die to hit. Strength 8 and 4 against toughness 2: 2+ and 3+. A friend in the way burns."""
    scene = Scene(
        [fig(LEADER, (5, 20), weapon), fig(HENCHMAN, (7, 20))], [fig(HENCHMAN, (10, 20)), fig(HENCHMAN, (10, 25))]
    )
    scene.roll(wound=[need, need])
    events = scene.activate(0, Shoot(0, 2))
    assert only(events, Kind.BLAST).data["figures"] == [1, 2]
    assert [scene.piece(n).hp for n in (1, 2, 3)] == [2, 2, 3]
    assert scene.piece(0).ap == 2


def test_ammunition_may_run_out_in_battles_back_to_back() -> None:
    """Ruling M104: 1 or 2 after a grenade, hit or not; only in the second battle of a row."""
    scene = Scene([fig(LEADER, (5, 20), "grenade")], [fig(HENCHMAN, (13, 20))], back_to_back=True)
    scene.roll(scatter=[1, 1], ammunition=[3, 2])
    scene.activate(0, Shoot(0, 1), Shoot(0, 1))
    assert scene.refused(Shoot(0, 1)) == "no_ammunition"


def test_look_out_boss() -> None:
    """Musg, Attention Chef; ruling M134: after the hit, before the wound; one friend takes all hits.

    Two hits of a machine pistol on the leader; the henchman 1 pace beside takes both: strength 3, toughness 2, 4+.
    """
    scene = Scene(
        [fig(LEADER, (5, 20), "machine_pistol")],
        [fig(LEADER, (13, 20)), fig(HENCHMAN, (15, 20)), fig(HENCHMAN, (13, 23.5))],
    )
    scene.roll(to_hit=[3, 3, 1], wound=[4, 4])
    scene.activate(0, Shoot(0, 1))
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.side, decision.options) == (Ask.LOOK_OUT, 1, (2,))
    scene.play(Intercept(2))
    assert (scene.piece(1).hp, scene.piece(2).hp) == (6, 1)


def test_the_leader_may_take_the_shot_himself() -> None:
    scene = Scene([fig(LEADER, (5, 20), "rifle")], [fig(LEADER, (13, 20)), fig(HENCHMAN, (15, 20))])
    scene.roll(to_hit=[2], wound=[4])
    scene.activate(0, Shoot(0, 1))
    scene.play(Decline())
    assert (scene.piece(1).hp, scene.piece(2).hp) == (5, 3)


@pytest.mark.parametrize(
    "friend",
    [
        fig(HENCHMAN, (15, 20), race="orc"),
        hired("elf_sniper", (15, 20)),
        fig(HENCHMAN, (15.2, 20)),
    ],
)
def test_who_may_not_jump(friend: object) -> None:
    """Rulings M23, M24: no orc; M136: no mercenary; more than 1 pace away nobody."""
    scene = Scene([fig(LEADER, (5, 20), "rifle")], [fig(LEADER, (13, 20)), friend])  # type: ignore[list-item]
    scene.roll(to_hit=[2], wound=[1])
    scene.activate(0, Shoot(0, 1))
    assert not scene.events(Kind.INTERCEPTED)
    assert scene.battle.decision and scene.battle.decision.ask is Ask.ACT


def test_a_goblin_may_jump_for_an_orc() -> None:
    """Ruling M24: what counts is who jumps."""
    orc_and_goblin = [fig(LEADER, (13, 20), race="orc"), fig(HENCHMAN, (15, 20), race="goblin")]
    scene = Scene([fig(LEADER, (5, 20), "rifle")], orc_and_goblin)
    scene.roll(to_hit=[2])
    scene.activate(0, Shoot(0, 1))
    assert scene.battle.decision and scene.battle.decision.ask is Ask.LOOK_OUT


def test_the_engaged_and_the_fleeing_do_not_jump() -> None:
    """Ruling M135."""
    scene = Scene(
        [fig(LEADER, (5, 20), "rifle"), fig(HENCHMAN, (30, 30))],
        [fig(LEADER, (13, 20)), fig(HENCHMAN, (15, 20)), fig(HENCHMAN, (11, 20))],
    )
    scene.touch(1, 3)
    scene.piece(4).routed = True
    scene.roll(to_hit=[2], wound=[1])
    scene.activate(0, Shoot(0, 2))
    assert scene.battle.decision and scene.battle.decision.ask is Ask.ACT


def test_a_leader_fires_with_extras_best_shot_first() -> None:
    """Musg, Les figurants (James Irons); rulings M284, M285: 3+ first, then the extras' 5+ (no band shift at medium).

    Rifles, strength 4 (ruling M109) against toughness 4 + 2 of heavy armour = 6: 5+ in any case (M294). The extras
    pay one point each; afterwards Irons walks on alone, and they have one point left each.
    """
    irons = fig(LEADER, (5, 20), "rifle")
    extras = [fig(EXTRA, (5, 21.5 + 1.5 * n), "rifle") for n in range(1)] + [fig(EXTRA, (5, 18.5), "rifle")]
    scene = Scene([irons, *extras], [fig(LEADER, (20, 20), "heavy_armour")])
    scene.roll(to_hit=[4, 5, 5], wound=[4, 5, 4])
    events = scene.activate(0, Shoot(0, 3, True), joined=(1, 2))
    shots = [event for event in events if event.kind is Kind.SHOT]
    assert [(shot.figure, shot.data["to_hit"]) for shot in shots] == [(0, 3), (1, 5), (2, 5)]
    assert [event.data["needs"] for event in events if event.kind is Kind.WOUND_ROLL] == [[5], [5], [5]]
    assert scene.piece(3).hp == 5
    assert [scene.piece(n).ap for n in range(3)] == [2, 1, 1]
    scene.play(Walk(5, 12), End())
    decision = scene.battle.decision
    assert decision and (decision.ask, decision.figure) == (Ask.ACT, 1)


def test_the_first_wound_is_ignored_after_a_real_doctor() -> None:
    """Ruling M257: one hit point only."""
    scene = Scene([fig(LEADER, (5, 20), "pistol")], [fig(HENCHMAN, (9, 20), ignores_first_wound=True)])
    scene.roll(to_hit=[2, 2], wound=[4, 4])
    events = scene.activate(0, Shoot(0, 1), Shoot(0, 1))
    assert len([event for event in events if event.kind is Kind.WOUND_IGNORED]) == 1
    assert scene.piece(1).hp == 2


def test_vital_points_reroll_one_wound_die_a_turn() -> None:
    """Ruling M269: a shot as well as a blow, once a turn."""
    scene = Scene([fig(LEADER, (5, 20), "pistol", skills=("vital_points",))], [fig(HENCHMAN, (9, 20))])
    scene.roll(to_hit=[2, 2], wound=[3, 3], vital_points=[4])
    scene.activate(0, Shoot(0, 1), Shoot(0, 1))
    assert scene.piece(1).hp == 2
    assert not scene.dice.unused()
