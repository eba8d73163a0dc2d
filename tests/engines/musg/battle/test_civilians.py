"""Civilians: found, led, stolen, shot at, saved (Musg, Rencontre de civils; M156, M195, M202-M206, M330, M332)."""

from __future__ import annotations

import pytest

from engines.musg.attacks.fighter import Fighter
from engines.musg.battle import civilians, neutral
from engines.musg.battle.actions import End, Shoot, Walk
from engines.musg.battle.civilians import FIRST_NUMBER, sheet_of
from engines.musg.battle.damage import put_out
from engines.musg.battle.events import Kind
from engines.musg.battle.invasion import sheet_of as zombie_sheet
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.zombies import Zombies
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.tactics import player
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, fig, only

CIVILIAN_AT_POINT_1 = {"encounter": [1, 6], "encounter_table": [1, 6]}
"""Turn 1: 1 - 1 = 0, an encounter for the first side, none for the second; 16 is one civilian at point 1."""


def scene(
    civilian: int = 1, *, modules: tuple[str, ...] = ("zombies",), more: dict[str, list[int]] | None = None
) -> Scene:
    """One civilian of the first warband at the first point, drawn with this face."""
    dice = {**CIVILIAN_AT_POINT_1, "civilian": [civilian], **(more or {})}
    own = [fig(LEADER, (30, 30), "rifle"), fig(HENCHMAN, (30, 34))]
    return Scene(own, [fig(LEADER, (50, 30), "rifle")], modules=modules, dice=dice)


def met(found: Scene) -> Piece:
    return next(p for p in found.battle.pieces if p.bystander)


def guns(sheet: Fighter) -> list[tuple[int, int, int, int, int]]:
    return [(one.short, one.medium, one.long, one.strength, one.dice) for one in sheet.guns]


class TestCards:
    """The five cards, transcribed from the page (rulings M202, M203)."""

    @pytest.mark.parametrize(
        ("face", "code", "profile"),
        [
            (1, "civilian_ashlee", (6, 6, 5, 5, 3, 2, 3)),
            (2, "civilian_suzy_q", (6, 6, 5, 5, 3, 2, 3)),
            (3, "civilian_three", (6, 6, 5, 5, 3, 2, 3)),
            (4, "civilian_shaun", (6, 7, 4, 5, 3, 2, 3)),
            (5, "civilian_marvin", (8, 8, 4, 4, 4, 3, 4)),
        ],
    )
    def test_profile(self, face: int, code: str, profile: tuple[int, ...]) -> None:
        one = sheet_of(code, CATALOGUE)
        assert list(CATALOGUE.civilians)[face - 1] == code
        found = (one.movement, one.leadership, one.shooting, one.melee, one.strength, one.toughness, one.hit_points)
        assert found == profile
        assert one.action_points == 2  # ruling M332
        assert one.victory_points == 0  # ruling M156

    def test_weapons(self) -> None:
        assert guns(sheet_of("civilian_ashlee", CATALOGUE)) == [(6, 12, 18, 3, 3)]
        assert [(b.dice, b.strength) for b in sheet_of("civilian_ashlee", CATALOGUE).strikes[0].blades] == [(2, 6)]
        assert guns(sheet_of("civilian_three", CATALOGUE)) == [(6, 12, 18, 3, 3)] * 2
        assert guns(sheet_of("civilian_marvin", CATALOGUE)) == [(6, 12, 18, 4, 1)]
        shaun = sheet_of("civilian_shaun", CATALOGUE)
        assert [(gun.strength, gun.template is not None) for gun in shaun.guns] == [(4, True)]
        assert [(b.dice, b.strength) for b in shaun.strikes[0].blades] == [(1, 4)]


class TestFound:
    def test_the_finder_leads_it_from_the_next_turn_on(self) -> None:
        """Ruling M195: placed at the point, controlled from the next turn."""
        found = scene()
        one = met(found)
        assert (one.sheet.name, one.side, one.number, one.acted) == ("Ashlee", 0, FIRST_NUMBER, True)
        point = next(mark for mark in found.battle.marks if mark.code == "point")
        assert abs(one.base[0] - point.x) + abs(one.base[1] - point.y) < 1.5
        found.skip_turn()
        assert not one.acted
        assert found.battle.decision is not None
        assert one.uid in found.battle.decision.options

    def test_six_and_whoever_was_drawn_are_rolled_again(self) -> None:
        """Ruling M204: without replacement."""
        dice = {"encounter": [1, 6], "encounter_table": [2, 6], "civilian": [6, 2, 2, 6, 3]}
        found = Scene([fig(LEADER, (30, 30))], [fig(LEADER, (50, 30))], modules=("zombies",), dice=dice)
        assert [p.sheet.name for p in found.battle.pieces if p.bystander] == ["Suzy Q", "Third civilian"]
        assert found.dice.unused().get("civilian") is None

    def test_the_sixth_begins_a_fresh_set(self) -> None:
        """Ruling M332."""
        found = scene()
        battle = found.battle
        found.roll(civilian=[2, 3, 4, 5, 1])
        for _ in range(5):
            assert list(civilians.of(battle).discover(battle, 0, 20.0, 20.0)) == []
        assert [p.sheet.name for p in battle.pieces if p.bystander][-1] == "Ashlee"

    def test_both_invasions_share_one_set(self) -> None:
        found = scene(modules=("zombies", "aliens"))
        assert sum(module.code == "civilians" for module in found.battle.modules) == 1


class TestLed:
    def test_it_walks_off_any_edge_and_scores_once(self) -> None:
        """Rulings M205, M332: five points for its leader, by any edge."""
        found = scene()
        one = met(found)
        found.battle.put(one, (59.5, 20, 0, 0.5))
        found.skip_turn()
        found.activate(one.uid, Walk(59.5, 20, leave=True))
        assert one.place is Place.LEFT
        saved = only(found.battle.events, Kind.SAVED)
        assert (saved.side, saved.data["points"], saved.data["total"]) == (0, 5, 5)
        assert found.battle.bands[0].points == 5
        assert dict(found.battle.report().bonus) == {"a": 5}

    def test_its_shots_make_noise(self) -> None:
        """Ruling M331: players' figures and civilians."""
        found = scene()
        battle, one = found.battle, met(found)
        for module in battle.modules:
            module.shot_fired(battle, one)
        assert [mark.code for mark in battle.marks].count("noise") == 1

    def test_it_may_not_shoot_at_other_players_figures(self) -> None:
        """Musg, Rencontre de civils: they attack them only if one of them shot at it, and then that one."""
        found = scene()
        battle, one, theirs = found.battle, met(found), found.piece(2)
        battle.put(one, (40, 30, 0, 0.5))
        found.skip_turn()
        found.activate(one.uid)
        shot = Shoot(0, theirs.uid)
        assert found.refused(shot) == "not_seen"
        for module in battle.modules:
            module.shot_at(battle, one, theirs)
        assert battle.can(shot)

    def test_putting_one_out_scores_nothing(self) -> None:
        """Rulings M156, M332."""
        found = scene()
        one = met(found)
        one.hp = 0
        put_out(found.battle, one, found.piece(2))
        assert found.battle.bands[1].points == 0
        assert found.battle.report().downs == ()

    def test_its_warband_scores_nothing_by_it(self) -> None:
        """What nobody's figure did is nobody's takedown (ruling M326)."""
        found = scene()
        theirs = found.piece(2)
        theirs.hp = 0
        put_out(found.battle, theirs, met(found))
        assert found.battle.bands[0].points == 0
        assert found.battle.report().downs[0].by is None

    def test_it_waits_when_its_warband_is_gone(self) -> None:
        found = scene()
        battle, one = found.battle, met(found)
        for number in (0, 1):
            piece = found.piece(number)
            piece.hp = 0
            put_out(battle, piece, None)
        list(civilians.of(battle).turn_started(battle))
        assert one.side == civilians.of(battle).side


class TestStolen:
    def test_in_contact_from_one_activation_to_the_next(self) -> None:
        """Ruling M206 (a)."""
        found = scene()
        one = met(found)
        found.touch(2, one.uid)
        found.skip_turn()
        assert one.side == 0  # touched at the end of the activation of this turn
        found.skip_turn()
        assert one.side == 1
        led = [e for e in found.battle.events if e.kind is Kind.LED][-1]
        assert (led.rule, led.side, led.target) == ("ruling M206", 1, 2)

    def test_not_by_whom_it_was_shot_at(self) -> None:
        """Musg, Rencontre de civils: it refuses to join the team of whoever shot at it."""
        found = scene()
        one = met(found)
        civilians.of(found.battle).shot_at(found.battle, one, found.piece(2))
        found.touch(2, one.uid)
        found.skip_turn()
        found.skip_turn()
        assert one.side == 0

    def test_it_leaves_its_own_leader_who_shoots_at_it(self) -> None:
        """Ruling M332: at once, and stands until another warband holds it."""
        found = scene()
        battle, one = found.battle, met(found)
        civilians.of(battle).shot_at(battle, one, found.piece(0))
        assert one.side == civilians.of(battle).side
        assert only([e for e in battle.events if e.rule == "ruling M332"], Kind.LED).data["led"] is False
        found.touch(2, one.uid)
        found.skip_turn()
        found.skip_turn()
        assert one.side == 1


def zombie(found: Scene, x: float, y: float) -> Piece:
    battle = found.battle
    side = next(module.side for module in battle.modules if module.code == "zombies")
    sheet = zombie_sheet("zombie", Zombies.traits, CATALOGUE)
    return neutral.stand(battle, side, sheet, "zombie", (x, y, 0.0, 0.5), Kind.APPEARED, "the test")


class TestPrey:
    def test_a_zombie_walks_into_a_civilian_and_strikes(self) -> None:
        """Musg, Gestion des zombies: towards the nearest figure that is none."""
        found = scene(more={"to_hit": [1, 1]})
        one = met(found)
        x, y = one.base[:2]
        there = zombie(found, x + (4 if x < 30 else -4), y)
        found.skip_turn()
        assert there.foes == [one]

    def test_a_bitten_civilian_turns(self) -> None:
        """Rulings M180-M182 hold for every figure: 2d6 12 less toughness 2 is over 7; one activation left."""
        found = scene(more={"infection": [6, 6], "incubation": [1]})
        battle, one = found.battle, met(found)
        there = zombie(found, 10, 10)
        zombies = next(module for module in battle.modules if isinstance(module, Zombies))
        list(zombies.wounded(battle, one, there, shot=False))
        assert zombies.infections.carriers == (one.uid,)
        found.skip_turn()
        found.skip_turn()
        assert one.place is Place.DEAD
        assert only(battle.events, Kind.ROSE).target == one.uid
        assert battle.report().downs == ()

    def test_the_fallen_civilian_is_carried_off_by_aliens(self) -> None:
        """Ruling M330: civilians can be captured; the campaign's report names figures of warbands only."""
        found = scene(modules=("aliens",))
        battle, one = found.battle, met(found)
        one.hp = 0
        put_out(battle, one, None)
        battle.turn = battle.setup.turn_limit
        found.skip_turn()
        assert battle.outcome is not None
        assert one.uid in battle.outcome.captured
        assert battle.report().downs == ()


class TestBots:
    def test_they_lead_a_civilian_off_the_table(self) -> None:
        found = scene()
        battle, one = found.battle, met(found)
        bots = [player("cautious", 1), player("bold", 2)]
        found.dice.left["to_hit"] = [1] * 200
        while battle.decision is not None and one.place is Place.PLAY and battle.turn < 4:
            battle.play(bots[battle.decision.side].decide(battle))
        assert one.place is Place.LEFT

    def test_they_do_not_shoot_at_civilians(self) -> None:
        found = scene()
        battle, one = found.battle, met(found)
        battle.put(found.piece(0), (10, 38, 0, 0.5))
        battle.put(found.piece(1), (11.5, 38, 0, 0.5))
        battle.put(one, (50, 24, 0, 0.5))
        found.skip_turn()
        found.dice.left["to_hit"] = [1] * 50
        bot = player("bold", 2)
        shots = 0
        while battle.decision is not None and battle.turn < 3:
            if battle.decision.side == 1:
                action = bot.decide(battle)
                shots += isinstance(action, Shoot) and action.target == one.uid
                battle.play(action)
            else:
                battle.play(battle.actions()[-1])
        assert shots == 0


def test_one_ends_where_one_began() -> None:
    """A civilian that does nothing keeps its place: ``End`` is legal for it like for anybody."""
    found = scene()
    one = met(found)
    found.skip_turn()
    before = one.base
    found.activate(one.uid, End())
    assert one.base == before


class TestRetreat:
    """A warband alone has not lost if somebody walked off unhurt (ruling M325): outnumbered, its captain leaves."""

    def alone(self, zombies: int) -> Scene:
        found = Scene([fig(LEADER, (2, 20)), fig(HENCHMAN, (2, 24))], modules=("zombies",))
        for number in range(zombies):
            zombie(found, 40, 5 + 3 * number)
        return found

    def left(self, found: Scene) -> list[Place]:
        bot = player("cautious", 1)
        while found.battle.decision is not None and found.battle.turn < 2:
            found.battle.play(bot.decide(found.battle))
        return [found.piece(number).place for number in (0, 1)]

    def test_three_against_two_are_too_many(self) -> None:
        assert self.left(self.alone(3)) == [Place.LEFT, Place.LEFT]

    def test_two_against_two_are_not(self) -> None:
        assert self.left(self.alone(2)) == [Place.PLAY, Place.PLAY]
