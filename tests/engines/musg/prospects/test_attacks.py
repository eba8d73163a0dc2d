"""The odds of shots and blows, by hand from the rulebook's tables, and as the engine then rolls them."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Shoot, Strike
from engines.musg.battle.events import Kind
from engines.musg.ground.layout import Form, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from engines.musg.prospects import OptionKind
from tests.engines.musg.battle.kit import EXTRA, HENCHMAN, LEADER, Scene, fig, layout, only
from tests.engines.musg.prospects.asking import asked, offered, one, term

FENCE = Piece(kind="barrier", shape=Rectangle(14.0, 15.0, 0.3, 10.0), form=Form.WALL, height=1.0, veil=Veil.SCREEN)


def aimed(gap: float, weapon: str = "pistol", **values: object) -> Scene:
    """A leader (3+, strength 5) may shoot at a henchman (toughness 2, 3 hit points) so many paces away."""
    scene = Scene([fig(LEADER, (5, 20), weapon)], [fig(HENCHMAN, (6 + gap, 20))], **values)  # type: ignore[arg-type]
    scene.activate(0)
    return scene


@pytest.mark.parametrize(("gap", "need", "hit"), [(6, 2, 5 / 6), (12, 3, 4 / 6), (18, 4, 3 / 6)])
def test_a_pistol_by_its_ranges(gap: float, need: int, hit: float) -> None:
    """Musg, Tableau des armes de tir: 6/12/18, strength 3; Tableau des dommages: 3 against 2 wounds on 4+."""
    scene = aimed(gap)
    option = one(scene, OptionKind.SHOOT)
    assert (option.figure, option.target, option.cost, option.weapon) == (0, 1, 1, "pistol")
    assert (term(option, "to_hit"), term(option, "to_wound")) == (need, 4)
    assert option.chances is not None
    assert option.chances.hit == pytest.approx(hit)
    assert option.chances.wound == pytest.approx(hit / 2)
    assert option.chances.out == 0
    scene.roll(to_hit=[6], wound=[1])
    events = scene.play(option.action)
    assert only(events, Kind.SHOT).data["to_hit"] == need
    assert only(events, Kind.WOUND_ROLL).data["needs"] == [4]


def test_the_last_hit_point() -> None:
    """Musg, Caractéristiques des personnages: at 0 hit points he is out; one wound more never falls, so nobody dies."""
    scene = aimed(12)
    scene.piece(1).hp = 1
    chances = one(scene, OptionKind.SHOOT).chances
    assert chances is not None
    assert (chances.out, chances.dead) == (pytest.approx(4 / 6 / 2), 0)


def test_cover_is_a_die_more() -> None:
    """Musg, Jet de couvert: an obstacle at medium range (8.5 paces of a pistol's 12) is passed on 4+."""
    scene = aimed(12, table=layout(FENCE))
    option = one(scene, OptionKind.SHOOT)
    cover = [(term.value, term.item) for term in option.terms if term.code == "cover"]
    assert cover == [(4, "barrier")]
    assert option.chances is not None
    assert option.chances.hit == pytest.approx(1 / 2 * 4 / 6)
    scene.roll(cover=[4], to_hit=[1])
    assert only(scene.play(option.action), Kind.SHOT).data["cover"] == [4]


def test_a_volley_goes_through_a_group() -> None:
    """Musg, Tableau des armes de tir (« Cibles »): three dice; the second is hit by what the first leaves over.

    A « mitraillette » at medium range: 3+ to hit, strength 4 against toughness 2 wounds on 3+, so a die wounds with
    4/9. With one hit point each the first is out unless all three fail, 1 - (5/9)^3; the second with two wounds or
    three, 3 * (4/9)^2 * (5/9) + (4/9)^3.
    """
    scene = Scene([fig(LEADER, (5, 20), "submachine_gun")], [fig(HENCHMAN, (18, 20)), fig(HENCHMAN, (18, 22))])
    scene.piece(1).hp = scene.piece(2).hp = 1
    scene.activate(0)
    option = one(scene, OptionKind.SHOOT)
    assert option.chances is not None
    first, second = option.chances.harms
    assert (first.figure, second.figure) == (1, 2)
    assert first.out == pytest.approx(604 / 729)
    assert second.out == pytest.approx(304 / 729)
    assert first.hit == pytest.approx(1 - 1 / 27)


def test_a_grenade_scatters() -> None:
    """Musg, Matériel; rulings M74-M78: a dud on 1; else 3 paces of drift leave all within 5 covered. 10 against 2: 2+.

    A friend 6.5 paces behind the target is reached by a drift of at least one pace that way: 1/6.
    """
    scene = Scene([fig(LEADER, (5, 20), "grenade"), fig(HENCHMAN, (18.5, 20))], [fig(HENCHMAN, (12, 20))])
    scene.activate(0)
    option = one(scene, OptionKind.SHOOT, weapon="grenade")
    assert option.chances is not None
    harms = {harm.figure: harm for harm in option.chances.harms}
    assert harms[2].hit == pytest.approx(5 / 6)
    assert harms[2].wound == pytest.approx(5 / 6 * 5 / 6)
    assert harms[1].friend
    assert harms[1].wound == pytest.approx(1 / 6 * 5 / 6)
    assert not harms[2].friend


def test_blows_by_hand() -> None:
    """Musg, Tableau des armes de corps à corps: sword, 2 dice, +2; a leader hits on 3+; 7 against 2 wounds on 2+.

    A die wounds with 2/3 * 5/6 = 5/9.
    """
    scene = Scene([fig(LEADER, (5, 20), "sword")], [fig(HENCHMAN, (12, 20))])
    scene.touch(0, 1)
    scene.activate(0)
    option = one(scene, OptionKind.STRIKE, weapon="sword")
    assert option.chances is not None
    assert option.chances.hit == pytest.approx(8 / 9)
    assert option.chances.wound == pytest.approx(1 - (4 / 9) ** 2)
    assert option.chances.expected_wounds == pytest.approx(10 / 9)
    scene.piece(1).hp = 2
    again = one(scene, OptionKind.STRIKE, weapon="sword").chances
    assert again is not None
    assert (again.out, again.dead) == (pytest.approx(25 / 81), 0)
    scene.roll(to_hit=[3, 1], wound=[2])
    struck = only(scene.play(option.action), Kind.STRUCK)
    assert (struck.data["to_hit"], struck.data["needs"]) == (3, [3, 3, 2])


def test_extras_strike_as_one() -> None:
    """Musg, Les figurants: two of them in contact are one attack of two dice; who is asked has both named."""
    scene = Scene([fig(EXTRA, (5, 20)), fig(EXTRA, (5, 21.2))], [fig(HENCHMAN, (12, 20))])
    for number, y in ((0, 19.5), (1, 20.5)):
        scene.battle.put(scene.piece(number), (12 - 0.87, y, 0.0, 0.5))
    scene.play(*[o.action for o in offered(scene, OptionKind.ACTIVATE, figure=0, joined=(1,))])
    option = offered(scene, OptionKind.STRIKE)[0]
    assert (option.joined, term(option, "crowd")) == ((1,), 2)
    assert isinstance(option.action, Strike)


def test_who_is_shot_at_by_something_stronger_is_tested() -> None:
    """Musg, Subir un tir; rulings M142-M144: a henchman (6) with nothing to shoot; 2d6 up to 6 are 15 of 36."""
    scene = aimed(12, under_fire=True)
    option = one(scene, OptionKind.SHOOT)
    (test,) = asked(option, "under_fire")
    assert (test.figure, test.foe, test.need) == (1, 0, 6)
    assert test.chance == pytest.approx(15 / 36)
    scene.roll(to_hit=[1], under_fire=[3, 3])
    assert only(scene.play(option.action), Kind.UNDER_FIRE).data["need"] == 6


def test_all_shots_that_are_legal_are_offered() -> None:
    scene = aimed(12, "pistol")
    assert [option.action for option in offered(scene, OptionKind.SHOOT)] == [Shoot(0, 1)]
