"""Deploying, activating, healing and ending, as options."""

from __future__ import annotations

import pytest

from engines.musg.battle.actions import Activate, End, Medikit, Pass, Recover, Reserve
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.ground.layout import Form, Piece, Veil
from engines.musg.ground.shapes import Rectangle
from engines.musg.prospects import OptionKind, options
from tests.engines.musg.battle.kit import EXTRA, HENCHMAN, LEADER, Scene, Script, fig, hired, layout
from tests.engines.musg.prospects.asking import asked, offered, one, term

HOUSE = Piece(kind="house", shape=Rectangle(25.0, 10.0, 3.0, 20.0), form=Form.WALL, height=5.0, veil=Veil.SOLID)


def test_places_to_stand_at_first() -> None:
    """The last to deploy sees who stands there (ruling M41), so it is told where it is out of sight."""
    scene = Scene([fig(HENCHMAN, (15, 20))], [hired("orc_hunter", (45, 20))], table=layout(HOUSE), spread=True)
    battle = Battle.new(scene.setup, Script({}))
    asked_first = battle.actor
    assert asked_first is not None
    offers = options(battle, asked_first)
    deploys = [option for option in offers if option.kind is OptionKind.DEPLOY]
    assert {"front", "back"} <= {option.code for option in deploys}
    assert options(battle, 1 - asked_first) == ()
    while battle.decision is not None and battle.decision.ask is Ask.DEPLOY:
        offers = options(battle, battle.decision.side)
        held_back = [option for option in offers if option.kind is OptionKind.RESERVE]
        assert [option.action for option in held_back] == ([Reserve(1)] if battle.decision.side == 1 else [])
        battle.play(offers[0].action)


def test_whom_to_activate() -> None:
    """Musg, Les figurants: an extra with those of its group; ruling M44: in the first wave one may stop."""
    scene = Scene([fig(LEADER, (5, 20)), fig(EXTRA, (5, 21.5)), fig(EXTRA, (5, 23))], [fig(HENCHMAN, (50, 20))])
    leader = offered(scene, OptionKind.ACTIVATE, figure=0)
    assert [(option.action, option.joined) for option in leader] == [(Activate(0), ()), (Activate(0, (1,)), (1,))]
    assert term(leader[0], "action_points") == 3
    assert one(scene, OptionKind.PASS).action == Pass()


def test_a_commando_shows_himself_when_activated() -> None:
    """Ruling M280; Musg, Apercevoir l'ennemi: a henchman (6) who sees him then is tested."""
    scene = Scene([hired("human_commando", (30, 20))], [fig(HENCHMAN, (40, 20))], first_sight=True)
    option = one(scene, OptionKind.ACTIVATE)
    assert option.code == "reveals"
    (test,) = asked(option, "first_sight")
    assert (test.figure, test.foe, test.chance) == (1, 0, pytest.approx(15 / 36))


def test_healing_says_what_it_leaves() -> None:
    """Musg, Médikit and Volonté de vivre: a hit point for 1 and for 2 action points."""
    figure = fig(LEADER, (5, 20), "medikit", skills=("will_to_live",))
    scene = Scene([figure], [fig(HENCHMAN, (50, 20))])
    scene.piece(0).hp = 4
    scene.activate(0)
    heal, recover = one(scene, OptionKind.HEAL), one(scene, OptionKind.RECOVER)
    assert (heal.action, heal.cost, term(heal, "hit_points")) == (Medikit(0), 1, 5)
    assert (recover.action, recover.cost, term(recover, "hit_points")) == (Recover(), 2, 5)
    end = one(scene, OptionKind.END)
    assert (end.action, end.lost) == (End(), 3), "points left are lost (ruling M48)"
