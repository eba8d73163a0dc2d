"""Anti-terrorists against terrorists (Musg, Regroup team !; rulings M107, M158, M207-M216, M333-M342)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engines.core.problems import Illegal
from engines.musg.battle.actions import Activate, Charge, Custom, Deploy, End, Run, Shoot, Walk
from engines.musg.battle.damage import put_out
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import problems
from engines.musg.battle.outcome import Ending
from engines.musg.battle.regroup import conditions, teams
from engines.musg.battle.regroup.bomb import Bomb, Stage
from engines.musg.battle.regroup.game import RegroupTeam
from engines.musg.battle.setup import Setup, Side
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.views import EVERYTHING
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.layout import Climb, Form, Layout, Piece as Terrain, Veil, Zone
from engines.musg.ground.shapes import Rectangle
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.tactics import TEMPERAMENTS, raiding
from engines.musg.warband import Figure
from tests.engines.musg.battle.kit import CALM, EXTRA, HENCHMAN, LEADER, LIEUTENANT, Script, done, fig, only
from tests.engines.musg.battle.road import LIGHT, Road

type Row = tuple[Figure, tuple[float, float] | None]

ZONES = (Zone(Rectangle(0.0, 0.0, 60.0, 8.0)), Zone(Rectangle(0.0, 10.0, 60.0, 30.0)))
"""The strike team enters by the far edge (y = 0); the terrorists may stand from y = 10 on."""
WALL = Terrain(
    kind="wall", shape=Rectangle(0.0, 9.0, 60.0, 1.0), form=Form.WALL, height=3.0, veil=Veil.SOLID, climb=Climb.NEVER
)
"""Behind it nobody is seen."""
OPEN = Layout(width=60, depth=40, zones=ZONES)
WALLED = Layout(width=60, depth=40, zones=ZONES, pieces=(WALL,))
HOSTAGES = ((20.0, 30.0), (21.2, 30.0), (40.0, 35.0), (41.2, 35.0))
SITES = ((10.0, 30.0), (50.0, 30.0))


class Raid:
    """A game at the first activation of the terrorists: side 0 is the strike team, side 1 the terrorists.

    ``rounds``: for each guard, in order, the further markers of its round.
    """

    def __init__(
        self,
        anti: Sequence[Row],
        terrorists: Sequence[Row],
        *,
        module: str = "regroup_team",
        table: Layout = WALLED,
        hostages: Sequence[tuple[float, float]] = HOSTAGES,
        detectors: Sequence[tuple[float, float]] = (),
        holder: int | None = None,
        kits: Sequence[int] = (),
        moves: Mapping[int, tuple[float, float]] | None = None,
        rounds: Sequence[Sequence[tuple[float, float]]] = (),
        dice: Mapping[str, Sequence[int]] | None = None,
        turn_limit: int = 10,
        **rules: Any,
    ) -> None:
        where: dict[int, tuple[float, float] | None] = {}
        sides = []
        for index, side in enumerate((anti, terrorists)):
            figures = []
            for number, (figure, at) in enumerate(side, 1):
                where[len(where)] = at
                figures.append(replace(figure, id=number, name=f"{'ab'[index]}{number}"))
            key = "ab"[index]
            sides.append(Side(key=key, name=key.upper(), race="generic", figures=tuple(figures), zone=index))
        self.setup = Setup(
            sides=tuple(sides),
            table=table,
            rules=Rules(**{**CALM, **rules}),
            turn_limit=turn_limit,
            modules=(module,),
        )
        self.dice = Script({"alert": [2] * 60, "rout": [1] * 40, **(dice or {})})
        self.battle = Battle.new(self.setup, self.dice)
        self.code = module
        plan = {
            "kit": [Custom(f"{module}.kit", uid) for uid in kits],
            "site": [Custom(f"{module}.site", None, None, *spot) for spot in SITES],
            "detector": [Custom(f"{module}.detector", None, None, *spot) for spot in detectors],
            "hostage": [Custom(f"{module}.hostage", None, None, *spot) for spot in hostages],
            "holder": [Custom(f"{module}.holder", len(anti) if holder is None else holder)],
            "move": [Custom(f"{module}.move", uid, None, *spot) for uid, spot in (moves or {}).items()],
        }
        markers = [[Custom(f"{module}.round", None, None, *spot) for spot in row] for row in rounds]
        guards: list[int] = []
        while (decision := self.battle.decision) is not None and decision.ask in (Ask.CUSTOM, Ask.DEPLOY):
            if decision.ask is Ask.DEPLOY:
                uid = decision.options[0]
                at = where[uid]
                assert at is not None
                self.battle.play(Deploy(uid, *at))
                continue
            what = decision.about.partition(".")[2]
            if what == "round":
                if decision.figure not in guards:
                    guards.append(decision.figure or 0)
                row = markers[len(guards) - 1] if len(guards) <= len(markers) else []
                self.battle.play(row.pop(0) if row else self._no_more_markers())
            else:
                self.battle.play(plan[what].pop(0) if plan[what] else Custom(f"{module}.done"))

    def _no_more_markers(self) -> Custom:
        done = Custom(f"{self.code}.done")
        offered = self.battle.actions()[0]
        assert isinstance(offered, Custom)
        return done if self.battle.can(done) else offered

    @property
    def game(self) -> RegroupTeam:
        module = self.battle.modules[0]
        assert isinstance(module, RegroupTeam)
        return module

    def piece(self, uid: int) -> Piece:
        return self.battle.pieces[uid]

    def hostage(self, number: int) -> Piece:
        return self.game.hostages.all[number]

    def own(self, what: str, **values: Any) -> Custom:
        return Custom(f"{self.code}.{what}", **values)

    def act(self, uid: int, *actions: Any) -> list[Event]:
        """Activate a figure, let it do something and stop."""
        found = list(self.battle.play(Activate(uid)))
        for action in actions:
            found += self.battle.play(action)
        decision = self.battle.decision
        if decision is not None and decision.ask is Ask.ACT and decision.figure == uid:
            found += self.battle.play(End())
        return found

    def to(self, side: int) -> Raid:
        """Let the others do nothing until a side has to activate somebody."""
        while (decision := self.battle.decision) is not None and decision.side != side:
            self.idle()
        return self

    def idle(self) -> None:
        decision = self.battle.decision
        assert decision is not None
        if decision.ask is Ask.ACTIVATE:
            self.battle.play(Activate(decision.options[0]))
        elif decision.ask is Ask.ACT:
            self.battle.play(End())
        else:
            self.battle.play(self.battle.actions()[-1])

    def end_turn(self) -> None:
        turn = self.battle.turn
        while self.battle.decision is not None and self.battle.turn == turn:
            self.idle()

    def alarm(self) -> Raid:
        """Give the alert."""
        self.game.alert.level = 6
        return self

    def put(self, uid: int, x: float, y: float) -> None:
        self.battle.put(self.piece(uid), (x, y, 0.0, 0.5))

    def refused(self, action: Any) -> str:
        with pytest.raises(Illegal) as refusal:
            self.battle.play(action)
        return refusal.value.problems[0].code

    def of(self, kind: Kind) -> list[Event]:
        return [event for event in self.battle.events if event.kind is kind]


def raid(anti: Sequence[Row] | None = None, terrorists: Sequence[Row] | None = None, **more: Any) -> Raid:
    """A leader and a lieutenant against a leader and one guard, far apart behind a wall, if nothing else is said."""
    return Raid(
        anti or [fig(LEADER, (30, 2), "pistol", "rifle"), fig(LIEUTENANT, (34, 2), "pistol")],
        terrorists or [fig(LEADER, (30, 38), "pistol"), fig(EXTRA, (5, 38), "pistol")],
        **more,
    )


# --- who may come ---------------------------------------------------------------------------------------------------


def team(*ranks: Rank, key: str = "a", cost: int = 10) -> Side:
    figures = tuple(
        replace(fig(rank)[0], id=number, name=f"{key}{number}", cost=4 if rank is EXTRA else cost)
        for number, rank in enumerate(ranks, 1)
    )
    return Side(key=key, name=key, race="generic", figures=figures, zone=0 if key == "a" else 1)


def wrong(*sides: Side) -> list[str]:
    setup = Setup(sides=sides, table=OPEN, modules=("regroup_team",))
    return [problem.code for problem in problems(setup)]


def test_a_leader_and_four_lieutenants_against_a_leader_a_lieutenant_and_extras() -> None:
    """Rulings M207 and M215: 50 points against 10 + 10 + 7 extras of 4 = 48."""
    anti = team(LEADER, *[LIEUTENANT] * 4)
    assert wrong(anti, team(LEADER, LIEUTENANT, *[EXTRA] * 7, key="b")) == []
    assert wrong(team(LEADER, *[LIEUTENANT] * 5), team(LEADER, EXTRA, key="b")) == ["regroup_lieutenants"]
    assert wrong(team(LEADER, HENCHMAN, LIEUTENANT), team(LEADER, EXTRA, key="b")) == ["regroup_rank"]
    assert wrong(anti, team(LEADER, LIEUTENANT, LIEUTENANT, EXTRA, key="b")) == ["regroup_lieutenants"]
    assert wrong(anti, team(LEADER, LIEUTENANT, key="b")) == ["regroup_no_extras"]
    assert wrong(team(*[LIEUTENANT] * 4), team(LEADER, EXTRA, key="b")) == ["regroup_leader"]


def test_the_terrorists_cost_no_more_than_the_strike_team_and_it_no_more_than_three_hundred() -> None:
    """Ruling M339: 8 extras make 52 for 50 points; 5 figures of 61 points are 305."""
    anti = team(LEADER, *[LIEUTENANT] * 4)
    assert wrong(anti, team(LEADER, LIEUTENANT, *[EXTRA] * 8, key="b")) == ["regroup_outnumbered"]
    dear = team(LEADER, *[LIEUTENANT] * 4, cost=61)
    assert wrong(dear, team(LEADER, EXTRA, key="b")) == ["regroup_over_heroes"]


def test_a_leader_too_dear_for_any_extra_is_told_so_and_nobody_else() -> None:
    """Ruling M339: 50 points against 10 + 60 leave none for the extras, who stay at home; the first side is theirs."""
    terrorists = team(LEADER, LIEUTENANT, EXTRA, EXTRA, key="b", cost=30)
    anti = team(LEADER, *[LIEUTENANT] * 4)
    dear = replace(terrorists, figures=(replace(terrorists.figures[0], cost=60), *terrorists.figures[1:]))
    for sides in ((dear, anti), (anti, dear)):
        mustered = teams.muster(sides, CATALOGUE)
        assert [side.absent for side in mustered] == [(3, 4) if side is dear else () for side in sides]
        found = problems(Setup(sides=mustered, table=OPEN, modules=("regroup_team",)))
        assert [one.code for one in found] == ["regroup_no_extras", "regroup_outnumbered"]
        assert {one.params["warband"] for one in found} == {"b"}


def test_kits_are_part_of_the_total_that_the_terrorists_may_match() -> None:
    """Musg, Regroup team !: equipment is part of it; a kit is 20 points. 50 against 66, with one kit 70."""
    anti, terrorists = team(LEADER, LIEUTENANT, cost=25), team(LEADER, LIEUTENANT, *[EXTRA] * 4, key="b", cost=25)
    assert (teams.total(anti, CATALOGUE), teams.total(terrorists, CATALOGUE)) == (50, 66)
    assert [one.code for one in conditions.missed(anti, terrorists, 300, CATALOGUE)] == ["regroup_outnumbered"]
    assert conditions.missed(anti, terrorists, 300, CATALOGUE, kits=1) == []


def test_two_sides_and_one_game_of_this_kind() -> None:
    anti, terrorists = team(LEADER, LIEUTENANT), team(LEADER, EXTRA, key="b")
    assert wrong(anti, terrorists, replace(team(LEADER, key="c"), zone=0)) == ["regroup_sides"]
    setup = Setup(sides=(anti, terrorists), table=OPEN, modules=("regroup_team", "regroup_bomb"))
    assert [problem.code for problem in problems(setup)] == ["regroup_twice"]


def test_whoever_has_more_extras_plays_the_terrorists() -> None:
    anti, terrorists = team(LEADER, LIEUTENANT), team(LEADER, EXTRA, key="b")
    assert teams.parts((anti, terrorists)) == (0, 1)
    assert teams.parts((terrorists, anti)) == (1, 0)


def test_those_without_a_place_stay_at_home() -> None:
    """Rulings M207, M215, M339: 30 points pay for leader, lieutenant and two of the three extras."""
    anti = team(LEADER, LIEUTENANT, LIEUTENANT, HENCHMAN)
    terrorists = team(LEADER, LIEUTENANT, LIEUTENANT, EXTRA, EXTRA, EXTRA, HENCHMAN, key="b")
    ours, theirs = teams.muster((anti, terrorists), CATALOGUE)
    assert ours.absent == (4,)
    assert theirs.absent == (3, 6, 7)


def asked(found: conditions.Team) -> dict[str, bool | None]:
    """Each condition by its code: met, missed, or ``None`` where nobody can tell yet."""
    return {one.code: None if one.is_open else one.is_met for one in found.conditions}


def test_before_a_battle_each_role_says_what_is_met_and_who_stays_at_home() -> None:
    """Rulings M207, M339: four lieutenants come, the fifth and the henchman stay; 5 figures of 10 cost 50 of 300."""
    found = conditions.as_strike_team(team(LEADER, *[LIEUTENANT] * 5, HENCHMAN), 300, CATALOGUE)
    assert asked(found) == {"leader": True, "lieutenants": True, "ranks": True, "strike_points": True}
    assert found.may_play
    assert [figure.id for figure in found.home] == [6, 7]
    assert found.conditions[-1].params["count"] == 50
    dear = conditions.as_strike_team(team(LEADER, *[LIEUTENANT] * 4, cost=61), 300, CATALOGUE)
    assert (asked(dear)["strike_points"], dear.may_play) == (False, False)


def test_before_a_battle_terrorists_need_extras_and_the_other_teams_cost() -> None:
    """Rulings M215, M339: without another team the cost stays open; 30 points pay for two of three extras of 4."""
    band = team(LEADER, LIEUTENANT, EXTRA, EXTRA, EXTRA, HENCHMAN)
    alone = conditions.as_terrorists(band, None, CATALOGUE)
    assert asked(alone)["terrorist_points_open"] is None
    assert (alone.may_play, [figure.id for figure in alone.home]) == (True, [6])
    against = conditions.as_terrorists(band, 30, CATALOGUE)
    assert asked(against)["terrorist_points"] is True
    assert [figure.id for figure in against.home] == [5, 6]
    assert asked(conditions.as_terrorists(band, 19, CATALOGUE))["extras"] is False, (
        "leader and lieutenant cost 20 already"
    )
    assert asked(conditions.as_terrorists(team(LEADER, LIEUTENANT), None, CATALOGUE))["extras"] is False
    assert asked(conditions.as_terrorists(team(LIEUTENANT, EXTRA), None, CATALOGUE))["leader"] is False


def test_what_is_missed_before_a_battle_is_what_refuses_it() -> None:
    anti, terrorists = team(LIEUTENANT, cost=301), team(LEADER, LIEUTENANT, key="b")
    told = [
        *conditions.as_strike_team(anti, 300, CATALOGUE).conditions,
        *conditions.as_terrorists(terrorists, 301, CATALOGUE).conditions,
    ]
    assert [problem.code for one in told for problem in one.missed] == wrong(anti, terrorists)
    assert wrong(anti, terrorists) == ["regroup_leader", "regroup_over_heroes", "regroup_no_extras"]


# --- before the first turn --------------------------------------------------------------------------------------------


def test_the_terrorists_lay_out_and_deploy_before_the_strike_team() -> None:
    """Musg, Mise en place d'une partie; ruling M214: the holder is chosen before the anti-terrorists deploy."""
    found = raid()
    deployed = [event.side for event in found.of(Kind.DEPLOYED)]
    assert deployed == [1, 1, 0, 0]
    hidden = only(found.battle.events, Kind.BOMB)
    assert hidden.data["what"] == "hidden"
    assert hidden.figure is None
    assert hidden.index < found.of(Kind.DEPLOYED)[0].index
    assert [piece.place for piece in found.game.hostages.all] == [Place.PLAY] * 4


def test_half_of_the_hostages_are_moved_at_most_rounded_down() -> None:
    """Musg, Mise en place: of 4 hostages 2 may be moved, when all terrorists stand."""
    found = raid(moves={4: (22, 35), 5: (24, 35), 6: (26, 35)})
    assert [piece.base[:2] for piece in found.game.hostages.all] == [(22, 35), (24, 35), (40, 35), (41.2, 35)]


def test_nothing_is_laid_near_the_entry_and_two_sites_are_two_places() -> None:
    setup = raid().setup
    battle = Battle.new(setup, Script({}))
    while battle.decision and battle.decision.about != "regroup_team.site":
        battle.play(Custom("regroup_team.done"))
    site = Custom("regroup_team.site", None, None, 30, 30)
    assert not battle.can(Custom("regroup_team.site", None, None, 30, 17))  # the zone ends at 8, 10 paces more are 18
    assert not battle.can(Custom("regroup_team.hostage", None, None, 30, 30))
    battle.play(site)
    assert not battle.can(Custom("regroup_team.site", None, None, 30, 30))
    assert not battle.can(Custom("regroup_team.site", None, None, 30, 34.5))
    assert battle.can(Custom("regroup_team.site", None, None, 30, 35))


def test_who_carries_the_bomb_is_shown_to_the_terrorists_only() -> None:
    """Ruling M214: the anti-terrorist player does not know it."""
    found = raid(holder=3)
    assert found.battle.view(1).modules["regroup_team"]["holder"] == 3
    assert found.battle.view(EVERYTHING).modules["regroup_team"]["holder"] == 3
    for side in (0, None):  # a spectator knows what every side knows
        assert "holder" not in found.battle.view(side).modules["regroup_team"]


def test_kits_cost_20_points_each_within_the_limit() -> None:
    """Ruling M339: 300 binds the team. Leader 30, lieutenant 25 (the tables): 245 points pay for 12 kits, one each."""
    found = raid(kits=(0, 1))
    assert found.game.bomb.kits == {0, 1}
    dear = Raid(
        [(replace(fig(LEADER)[0], cost=285), (30.0, 2.0))],
        [fig(LEADER, (30, 38)), fig(EXTRA, (5, 38))],
    )
    assert dear.game.bomb.kits == set()
    assert not any(event.data["what"] == "kit" for event in dear.of(Kind.BOMB))


# --- turns ------------------------------------------------------------------------------------------------------------


def test_all_terrorists_then_all_anti_terrorists_without_any_die() -> None:
    """Rulings M211, M336: no initiative and no activation die, all game long."""
    found = raid()
    assert found.battle.decision is not None
    assert found.battle.decision.options == (2, 3)
    found.end_turn()
    assert found.battle.order == [1, 0]
    order = [event.figure for event in found.of(Kind.ACTIVATED)]
    assert order == [2, 3, 0, 1]
    assert found.of(Kind.INITIATIVE) == []
    assert {roll.reason for roll in found.dice.rolls} <= {"alert"}


# --- the alert --------------------------------------------------------------------------------------------------------


def test_at_the_start_of_a_turn_the_very_number_raises_the_level() -> None:
    """Ruling M208: level 0 needs a 6, level 1 exactly a 5; a 6 at level 1 does nothing."""
    found = raid(dice={"alert": [6, 6, 5, 2]})
    assert found.game.alert.level == 1
    found.end_turn()
    assert found.game.alert.level == 1
    found.end_turn()
    assert found.game.alert.level == 2
    assert [event.data["raised"] for event in found.of(Kind.ALERT)] == [True, False, True]


def test_at_level_five_only_a_one_raises_it_at_the_start_and_anything_when_somebody_is_seen() -> None:
    """Ruling M210: 6 - 5 = 1; M209: at least 1 is any face."""
    found = raid(table=OPEN, dice={"alert": [1, 2, 2, 2]}, terrorists=[fig(LEADER, (30, 38)), fig(EXTRA, (5, 38))])
    found.game.alert.level = 5
    found.end_turn()
    assert found.game.alert.level == 5
    found.to(0)
    found.act(0, Walk(30, 4))
    assert found.game.alert.given


def test_being_seen_raises_it_on_the_number_or_more() -> None:
    """Ruling M209: at level 2 a 4 or more, here a 5."""
    found = raid(table=OPEN).to(0)
    found.game.alert.level = 2
    found.dice.left["alert"] = [5]
    said = only(found.act(0, Walk(30, 4)), Kind.ALERT)
    assert (said.data["why"], said.data["need"], said.data["level"]) == ("seen", 4, 3)
    assert said.figure == 0


def test_one_roll_for_each_anti_terrorist_and_activation_however_often_it_is_seen() -> None:
    """Ruling M334: two walks in view of two terrorists: one roll. Who stays where he is in view: none."""
    found = raid(table=OPEN).to(0)
    assert len([e for e in found.act(0, Walk(30, 4), Walk(30, 6)) if e.kind is Kind.ALERT]) == 1
    staying = [e for e in found.act(1) if e.kind is Kind.ALERT and e.data["why"] == "seen"]
    assert staying == []


def test_behind_a_wall_nobody_is_seen() -> None:
    found = raid().to(0)
    assert [e for e in found.act(0, Walk(30, 6)) if e.kind is Kind.ALERT] == []


def test_a_guard_that_walks_brings_somebody_into_view_once() -> None:
    """Ruling M334: one roll when the move of a terrorist brings him into view; he merely stays in view after that.

    The wall ends at x = 20: from (15, 11) the guard sees the leader at (12, 3), from (22, 11) not.
    """
    table = replace(OPEN, pieces=(replace(WALL, shape=Rectangle(0.0, 9.0, 20.0, 1.0)),))
    anti = [fig(LEADER, (12, 3), "pistol"), fig(LIEUTENANT, (2, 2))]
    guards = [fig(LEADER, (2, 39)), fig(EXTRA, (18, 11)), fig(EXTRA, (20.5, 11.5))]
    found = raid(anti, guards, table=table, rounds=([(22.9, 11)], [(24.4, 11.5)]), module="regroup_hostages")
    first = [e for e in found.act(3, found.own("walk", target=1)) if e.kind is Kind.ALERT]
    assert [(e.data["why"], e.figure) for e in first] == [("seen", 0)]
    second = [e for e in found.act(4, found.own("walk", target=1)) if e.kind is Kind.ALERT]
    assert second == []


def test_a_terrorists_shot_is_another_roll_a_silenced_pistol_none() -> None:
    """Musg, En alerte; rulings M107 and M334: the intruder is seen when he walks, then he shoots without a roll."""
    found = raid(terrorists=[fig(LEADER, (30, 12), "pistol"), fig(EXTRA, (5, 38))], table=OPEN)
    found.dice.left |= {"to_hit": [1] * 9, "wound": [1] * 9}
    heard = found.act(2, Shoot(0, 0))
    assert [e.data["why"] for e in heard if e.kind is Kind.ALERT] == ["shot"]
    found.to(0)
    assert [e for e in found.act(0, Shoot(0, 2)) if e.kind is Kind.ALERT] == []


def test_before_the_alert_terrorists_shoot_in_their_own_part_only() -> None:
    """Musg, En alerte: the terrorist may shoot at whom he sees if it is his activation; afterwards at any time.

    The lieutenant (level 2) comes into the guard's sight past the wall's end, the guard keeps its nerve (2 on 2 dice).
    """
    for given in (False, True):
        table = replace(OPEN, pieces=(replace(WALL, shape=Rectangle(0.0, 9.0, 29.0, 1.0)),))
        guards = [fig(LEADER, (59, 39)), fig(EXTRA, (24, 14), "pistol")]
        found = raid(terrorists=guards, table=table, first_sight=True, rounds=([(20.0, 14.0)],))
        found.dice.left |= {"first_sight": [1] * 8}
        found.to(0)
        found.put(3, 24, 14)
        found.game.alert.level = 6 if given else 0
        found.battle.play(Activate(1))
        found.battle.play(Walk(36, 7))
        assert found.battle.decision is not None
        assert (found.battle.decision.ask is Ask.FREE_SHOT) is given


def test_a_detector_rolls_for_each_passage_of_anybody_once_an_activation() -> None:
    """Rulings M216, M335: within 3 paces of the marker; standing still: none; terrorists too."""
    found = raid(
        terrorists=[fig(LEADER, (30, 38)), fig(EXTRA, (24, 24))], detectors=[(30.0, 24.0)], rounds=([(27.0, 24.0)],)
    )
    walked = found.act(3, found.own("walk", target=1))
    assert [e.data["why"] for e in walked if e.kind is Kind.ALERT] == ["detector"]
    found.end_turn()
    found.game.rounds.markers.clear()
    stood = [e for e in found.act(3) if e.kind is Kind.ALERT and e.data["why"] == "detector"]
    assert stood == []


def test_beyond_three_paces_a_detector_sees_nothing() -> None:
    """Ruling M335: a base half a pace wide at 3.6 paces from the marker is 3.1 away."""
    found = raid(
        terrorists=[fig(LEADER, (30, 38)), fig(EXTRA, (24, 27.6))], detectors=[(30.0, 24.0)], rounds=([(28.9, 27.6)],)
    )
    assert [e for e in found.act(3, found.own("walk", target=1)) if e.kind is Kind.ALERT] == []


def test_until_the_alert_no_running_and_the_silenced_pistol_only() -> None:
    """Rulings M333, M342: both bans end with the alert, not with being seen."""
    found = raid(table=OPEN, terrorists=[fig(LEADER, (30, 12)), fig(EXTRA, (5, 38))]).to(0)
    found.battle.play(Activate(0))
    assert found.refused(Run(30, 9)) == "no_running"
    assert found.refused(Shoot(1, 2)) == "too_loud"
    assert found.battle.can(Shoot(0, 2))
    assert all(shot.weapon == 0 for shot in found.battle.shots(found.piece(0)))
    found.alarm()
    assert found.battle.can(Run(30, 9))
    assert found.battle.can(Shoot(1, 2))


def test_in_a_bomb_race_there_is_no_alert() -> None:
    """Ruling M337: off unless the scenario switches it on."""
    found = raid(module="regroup_bomb", table=OPEN)
    found.battle.play(Activate(3))
    assert found.battle.can(Run(5, 32))
    assert found.of(Kind.ALERT) == []
    assert found.of(Kind.APPEARED) == []


# --- rounds -----------------------------------------------------------------------------------------------------------


def test_a_guard_goes_from_marker_to_marker_and_back_by_itself() -> None:
    """Ruling M338: each turn to a neighbouring marker; here it goes on by itself, and turns at the end."""
    found = raid(rounds=([(5.0, 33.5), (5.0, 29.0)],))
    places = []
    for _ in range(4):
        found.end_turn()
        places.append(round(found.piece(3).base[1], 1))
    assert places == [33.5, 29.0, 33.5, 38.0]


def test_a_guard_is_bound_to_its_round_until_the_alert() -> None:
    """Musg, En alerte; ruling M338: neither walk nor charge nor a marker that is no neighbour."""
    found = raid(rounds=([(5.0, 33.5), (5.0, 29.0)],))
    found.battle.play(Activate(3))
    assert found.refused(Walk(6, 36)) == "on_round"
    assert found.refused(Charge((0,))) == "on_round"
    assert found.refused(found.own("walk", target=2)) == "no_such_marker"
    found.battle.play(found.own("walk", target=1))
    assert found.refused(found.own("walk", target=0)) == "no_such_marker"
    found.battle.play(End())
    found.end_turn()
    found.alarm()
    found.battle.play(Activate(3))
    assert found.battle.can(Walk(6, 33.5))


def test_markers_are_a_walk_apart_at_most_and_two_at_least() -> None:
    """Ruling M338: an extra's movement is 5."""
    setup = raid().setup
    battle = Battle.new(setup, Script({}))
    while battle.decision and not battle.decision.about.endswith(".round"):
        decision = battle.decision
        if decision.ask is Ask.DEPLOY:
            uid = decision.options[0]
            battle.play(Deploy(uid, *((30, 2), (34, 2), (30, 38), (5, 38))[uid]))
        else:
            battle.play(battle.actions()[0])
    assert not battle.can(Custom("regroup_team.done"))
    assert not battle.can(Custom("regroup_team.round", None, None, 5, 32.9))
    battle.play(Custom("regroup_team.round", None, None, 5, 33))
    assert battle.can(Custom("regroup_team.done"))


def test_a_guard_who_shoots_stays_where_it_is() -> None:
    """Ruling M338: an extra seeing an intruder may shoot from where he is."""
    found = raid(terrorists=[fig(LEADER, (30, 38)), fig(EXTRA, (30, 12), "pistol")], table=OPEN)
    found.dice.left |= {"to_hit": [1], "wound": [1]}
    found.act(3, Shoot(0, 0))
    assert found.piece(3).base[:2] == (30, 12)


def test_leader_and_lieutenant_keep_within_two_paces_of_terrain_they_hold() -> None:
    """Musg, En alerte: not more than 2 paces from terrain that the band controls."""
    house = Terrain(kind="crate", shape=Rectangle(28.0, 30.0, 4.0, 4.0), form=Form.WALL, height=1.0)
    found = raid(terrorists=[fig(LEADER, (30, 35.5)), fig(EXTRA, (5, 38))], table=replace(WALLED, pieces=(WALL, house)))
    found.battle.play(Activate(2))
    assert found.battle.can(Walk(33, 35.5))
    assert found.refused(Walk(30, 37.5)) == "leaves_terrain"  # base edge at 37, 3 paces from the crate's 34
    found.alarm()
    assert found.battle.can(Walk(30, 37.5))


# --- hostages ---------------------------------------------------------------------------------------------------------


def free_one(found: Raid) -> Raid:
    """Stand the leader beside the first two hostages, in the strike team's part, everybody free to move."""
    found.alarm().to(0)
    found.put(0, 20.6, 27)
    return found


def test_a_touch_frees_several_in_one_move_and_they_follow_within_two_paces() -> None:
    """Musg, Délivrer un otage: by contact, several in one move; each follows less than 2 paces behind."""
    found = free_one(raid())
    said = found.act(0, Walk(20.6, 29.196), Walk(24, 26))
    assert [e.figure for e in said if e.kind is Kind.LED] == [found.hostage(0).uid, found.hostage(1).uid]
    for number in (0, 1):
        assert found.battle.gap(found.hostage(number), found.piece(0)) <= 2.003
    assert found.game.hostages.led_by(found.battle, found.piece(0)) == [found.hostage(0), found.hostage(1)]
    assert found.battle.gap(found.hostage(2), found.piece(0)) > 10


def test_freed_hostages_leave_by_the_edge_of_entry_for_five_points_each() -> None:
    """Ruling M340: exfiltrated by the edge the anti-terrorists entered, 5 victory points each."""
    found = free_one(raid())
    found.act(0, Walk(20.6, 29.196))
    for piece, x in ((found.piece(0), 20.6), (found.hostage(0), 20.0), (found.hostage(1), 21.3)):
        piece.base = (x, 3.0 if piece.uid else 2.0, 0.0, 0.5)
    found.battle.moved()
    found.end_turn()
    found.to(0)
    found.battle.play(Activate(0))
    assert found.refused(Walk(59.5, 2, leave=True)) != ""
    found.battle.play(Walk(20.6, 0.5, leave=True))
    assert [found.hostage(n).place for n in (0, 1, 2)] == [Place.LEFT, Place.LEFT, Place.PLAY]
    assert found.battle.bands[0].points == 10
    assert found.game.hostages.saved == 2
    assert [e.data["points"] for e in found.of(Kind.HOSTAGE)] == [5, 5]


def test_no_other_edge_and_no_terrorist_leaves() -> None:
    """Ruling M340: by the edge of entry only."""
    found = raid().alarm()
    found.battle.play(Activate(2))
    assert found.refused(Walk(30, 39.5, leave=True)) == "may_not_leave"
    found.battle.play(End())
    found.to(0)
    found.put(0, 3, 2)
    found.battle.play(Activate(0))
    assert found.refused(Walk(0.5, 2, leave=True)) == "wrong_edge"


def test_a_hostage_whose_guide_falls_waits_for_anybody() -> None:
    """Musg, Délivrer un otage: it moves no more until somebody, an anti-terrorist or not, comes for it."""
    found = free_one(raid())
    found.act(0, Walk(20.6, 29.196))
    found.piece(0).hp = 0
    from engines.musg.battle.damage import put_out

    put_out(found.battle, found.piece(0), None)
    assert found.game.hostages.led_by(found.battle, found.piece(0)) == []
    where = found.hostage(0).base
    found.end_turn()
    assert found.hostage(0).base == where
    found.put(2, where[0] - 1.0, where[1])
    found.battle.play(Activate(2))
    assert not found.battle.can(found.own("take", target=found.hostage(2).uid))
    found.battle.play(found.own("take", target=found.hostage(0).uid))
    assert found.game.hostages.trail.leader(found.battle, found.hostage(0)) is found.piece(2)


def test_terrorists_do_not_take_those_who_are_led() -> None:
    found = free_one(raid())
    found.act(0, Walk(20.6, 29.196))
    found.end_turn()
    one = found.hostage(0)
    found.put(3, one.base[0] - 1.0, one.base[1])
    found.battle.play(Activate(3))
    assert found.refused(found.own("take", target=one.uid)) == "no_hostage"


def test_comrades_hand_hostages_on_by_contact_for_nothing() -> None:
    """Musg, Délivrer un otage; ruling M340: only a touch counts, no action point."""
    found = free_one(raid())
    found.act(0, Walk(20.6, 29.196))
    x, y = found.piece(0).base[:2]
    found.put(1, x, y - 1.0)
    found.battle.play(Activate(1))
    points = found.piece(1).ap
    found.battle.play(found.own("take", target=found.hostage(0).uid))
    assert found.piece(1).ap == points
    assert found.game.hostages.led_by(found.battle, found.piece(1)) == [found.hostage(0)]
    assert found.game.hostages.led_by(found.battle, found.piece(0)) == [found.hostage(1)]


def test_each_hostage_killed_by_a_terrorist_costs_twenty_points() -> None:
    """Ruling M158: per hostage; by the strike team or by chance: nothing (ruling M340)."""
    found = raid(terrorists=[fig(LEADER, (20, 28.9), "sword"), fig(EXTRA, (5, 38))], hostages=HOSTAGES)
    found.dice.left |= {"to_hit": [6] * 4, "wound": [6] * 4}
    found.put(2, 20, 29)
    said = found.act(2, found.own("kill", target=found.hostage(0).uid))
    assert found.hostage(0).place is Place.DEAD
    assert found.battle.bands[1].points == -20
    assert only(said, Kind.HOSTAGE).data["total"] == -20
    from engines.musg.battle.damage import put_out

    found.hostage(1).hp = -1
    put_out(found.battle, found.hostage(1), found.piece(0))
    found.hostage(2).hp = -1
    put_out(found.battle, found.hostage(2), None)
    assert [band.points for band in found.battle.warbands] == [0, -20]
    assert found.battle.report().bonus == {"b": -20}


def test_of_two_hostages_as_near_to_a_shooter_the_first_is_hit() -> None:
    """Ruling M87 asks the defender, who is nobody here: both are sqrt(0.6² + 5²) paces away, and alike."""
    found = raid(terrorists=[fig(LEADER, (20.6, 35), "pistol"), fig(EXTRA, (5, 38))])
    found.dice.left |= {"to_hit": [1]}
    said = found.act(2, Shoot(0, found.hostage(1).uid))
    assert only(said, Kind.SHOT).target == found.hostage(0).uid


def test_hostages_are_nobodys_enemies_but_stand_in_the_way() -> None:
    """Musg, Délivrer un otage: hostages do not fight."""
    found = raid(terrorists=[fig(LEADER, (20, 28.9), "pistol"), fig(EXTRA, (5, 38))])
    found.put(2, 20, 29)
    one = found.hostage(0)
    assert found.piece(2).foes == []
    assert one not in found.battle.enemies(found.piece(2))
    assert one.base in found.battle.in_the_way(found.piece(2))
    found.alarm()
    found.battle.play(Activate(2))
    assert not found.battle.can(Walk(20, 30))


# --- the bomb ---------------------------------------------------------------------------------------------------------


def ticking(found: Raid, *, at: tuple[float, float] = SITES[0]) -> Raid:
    """Let the holder place the bomb in the first turn."""
    found.alarm()
    found.put(2, at[0], at[1] - 1)
    found.act(2, found.own("place"))
    return found


def test_only_the_holder_places_it_on_a_site_for_one_point() -> None:
    """Musg, Amorcer: 1 action point; ruling M214: by the one who was noted."""
    found = raid().alarm()
    found.put(3, 10, 29)
    found.battle.play(Activate(3))
    assert found.refused(found.own("place")) == "no_bomb"
    found.battle.play(End())
    found.battle.play(Activate(2))
    assert found.refused(found.own("place")) == "no_site_here"
    found.put(2, 11, 30)
    points = found.piece(2).ap
    found.battle.play(found.own("place"))
    assert found.piece(2).ap == points - 1
    assert found.game.bomb.stage is Stage.TICKING
    assert [(m.x, m.y) for m in found.battle.marks if m.code == "bomb"] == [SITES[0]]


def test_it_goes_off_after_both_parts_of_the_third_turn_after_placing() -> None:
    """Ruling M212: the turn of placing not counted: placed in turn 1, it goes off at the end of turn 4."""
    found = ticking(raid())
    told = found.battle.view(0).modules["regroup_team"]
    assert told["turns_left"] == 3
    for turn in (1, 2, 3):
        assert found.battle.turn == turn
        found.end_turn()
        assert found.game.bomb.stage is Stage.TICKING
    acted = len(found.of(Kind.ACTIVATED))
    found.end_turn()
    assert found.game.bomb.stage is Stage.EXPLODED
    assert len(found.of(Kind.ACTIVATED)) == acted + 4
    assert found.battle.outcome is not None
    assert (found.battle.outcome.ending, found.battle.outcome.turns) == (Ending.OBJECTIVE, 4)


def test_all_nearer_than_twenty_paces_die_walls_or_not_and_score_for_the_terrorists() -> None:
    """Rulings M213, M326, M341: leader of the team at 15 paces dies for 10 points, the lieutenant at 24 lives.

    Two hostages at 10 and 11 paces cost 20 each; the terrorists' own dead score for nobody.
    """
    found = ticking(raid(module="regroup_team"))
    for _ in range(3):
        found.end_turn()
    found.put(0, 25, 30)
    found.put(1, 34.9, 30)
    found.put(3, 12, 33)
    found.end_turn()
    assert found.piece(0).place is Place.DEAD
    assert found.piece(1).place is Place.PLAY
    assert found.piece(3).place is Place.DEAD
    assert [found.hostage(n).place for n in range(4)] == [Place.DEAD, Place.DEAD, Place.PLAY, Place.PLAY]
    assert [band.points for band in found.battle.warbands] == [0, 10 - 40]
    assert found.battle.outcome is not None
    assert found.battle.outcome.winner == 1


def test_exactly_twenty_paces_away_one_dies_and_farther_off_one_lives() -> None:
    """Musg, Amorcer; ruling M2: the limit is included. From (10, 30) the bases' edges are 20.0 and 20.1 paces away."""
    found = ticking(raid())
    for _ in range(3):
        found.end_turn()
    found.put(0, 30.5, 30)
    found.put(1, 10, 9.4)
    found.end_turn()
    assert found.piece(0).place is Place.DEAD
    assert found.piece(1).place is Place.PLAY


def test_defusing_costs_two_points_and_one_with_a_kit() -> None:
    """Musg, Amorcer; ruling M341: in one activation of one figure, in contact with the bomb."""
    found = ticking(raid(kits=(1,))).to(0)
    found.put(0, 10, 32)
    found.put(2, 40, 38)
    found.battle.play(Activate(0))
    assert found.refused(found.own("defuse")) == "no_bomb_here"
    found.put(0, 10, 31)
    found.piece(0).ap = 1
    assert found.refused(found.own("defuse")) == "action_points"
    found.battle.play(End())
    found.put(1, 11, 30)
    found.battle.play(Activate(1))
    points = found.piece(1).ap
    found.battle.play(found.own("defuse"))
    assert found.piece(1).ap == points - 1
    assert found.game.bomb.stage is Stage.DEFUSED
    assert [m for m in found.battle.marks if m.code == "bomb"] == []


def test_who_strikes_blows_does_not_defuse() -> None:
    found = ticking(raid()).to(0)
    found.put(0, 10, 31)
    found.put(2, 10, 32.002)
    found.battle.play(Activate(0))
    assert found.refused(found.own("defuse")) == "engaged"


def test_a_fallen_bearers_bomb_and_kit_are_picked_up_by_a_touch() -> None:
    """Rulings M214, M341: contact, no action points; the bomb by a terrorist, the kit by an anti-terrorist."""
    from engines.musg.battle.damage import put_out

    found = raid(kits=(0,)).alarm()
    found.piece(2).hp = found.piece(0).hp = 0
    put_out(found.battle, found.piece(2), found.piece(1))
    put_out(found.battle, found.piece(0), None)
    assert {m.code for m in found.battle.marks} >= {"dropped_bomb", "kit"}
    assert found.game.bomb.stage is Stage.DROPPED
    found.put(3, 28, 35)
    found.act(3, Walk(30, 37))
    assert (found.game.bomb.stage, found.game.bomb.holder) == (Stage.CARRIED, 3)
    found.act(1, Walk(31, 2))
    assert found.game.bomb.kits == {1}


def test_a_defused_bomb_ends_the_race_for_the_strike_team() -> None:
    """Musg, Victoire !: the anti-terrorists have kept the bomb from going off."""
    found = ticking(raid(module="regroup_bomb")).to(0)
    found.put(2, 40, 38)
    found.put(0, 11, 30)
    found.act(0, found.own("defuse"))
    assert found.battle.outcome is not None
    assert (found.battle.outcome.ending, found.battle.outcome.winner) == (Ending.OBJECTIVE, 0)


# --- who wins ---------------------------------------------------------------------------------------------------------


def test_without_a_hostage_brought_out_the_terrorists_win() -> None:
    """Musg, Victoire !: they keep the hostages from being exfiltrated."""
    found = raid(module="regroup_hostages", turn_limit=1)
    found.end_turn()
    assert found.battle.outcome is not None
    assert (found.battle.outcome.ending, found.battle.outcome.winner) == (Ending.TURN_LIMIT, 1)
    assert found.battle.report().winner == "b"


def test_a_bomb_that_never_went_off_is_the_strike_teams_victory() -> None:
    found = raid(module="regroup_bomb", turn_limit=1)
    found.end_turn()
    assert found.battle.outcome is not None
    assert found.battle.outcome.winner == 0


def test_when_no_terrorist_is_left_the_strike_team_wins() -> None:
    """Musg, Victoire !: or kill all terrorists."""
    from engines.musg.battle.damage import put_out

    found = raid(module="regroup_hostages").to(0)
    for uid in (2, 3):
        found.piece(uid).hp = 0
        put_out(found.battle, found.piece(uid), found.piece(0))
    found.act(0)
    assert found.battle.outcome is not None
    assert (found.battle.outcome.ending, found.battle.outcome.winner) == (Ending.LAST_SIDE, 0)


def test_a_ticking_bomb_must_still_be_defused_when_no_terrorist_is_left() -> None:
    """Ruling M212 goes on: the dead placed it in turn 1, it goes off at the end of turn 4."""
    from engines.musg.battle.damage import put_out

    found = ticking(raid())
    for uid in (2, 3):
        found.piece(uid).hp = 0
        put_out(found.battle, found.piece(uid), found.piece(0))
    while found.battle.decision is not None:
        found.idle()
    assert found.battle.outcome is not None
    assert (found.battle.outcome.turns, found.battle.outcome.winner) == (4, 1)


def test_a_bomb_that_nobody_is_left_to_stop_is_the_terrorists_victory() -> None:
    """Musg, Victoire !: with the strike team gone, placed or not, nothing keeps the bomb from going off."""
    from engines.musg.battle.damage import put_out

    for placed in (False, True):
        found = raid(module="regroup_bomb")
        if placed:
            found = ticking(found)
        for uid in (0, 1):
            found.piece(uid).hp = 0
            put_out(found.battle, found.piece(uid), found.piece(2))
        while found.battle.decision is not None:
            found.idle()
        assert found.battle.outcome is not None
        assert (found.battle.outcome.turns, found.battle.outcome.winner) == (1, 1)


def test_hostages_are_held_beside_a_site_not_on_it() -> None:
    """A site is 2 paces about its middle: a hostage's base stands a base's width outside of it, a placer within."""
    battle = Battle.new(raid().setup, Script({}))
    while battle.decision and not battle.decision.about.endswith(".hostage"):
        about = battle.decision.about.partition(".")[2]
        spot = Custom("regroup_team.site", None, None, 30, 30)
        battle.play(spot if about == "site" and battle.can(spot) else battle.actions()[0])
    assert not battle.can(Custom("regroup_team.hostage", None, None, 32.9, 30))
    assert battle.can(Custom("regroup_team.hostage", None, None, 33.1, 30))
    found = raid().alarm()
    found.put(2, 12.1, 30)
    found.battle.play(Activate(2))
    assert found.refused(found.own("place")) == "no_site_here"
    found.put(2, 11.9, 30)
    found.battle.play(found.own("place"))
    assert found.game.bomb.spot == SITES[0]


def test_a_kit_leaves_the_table_with_a_bearer_who_walks_off_and_lies_where_one_falls() -> None:
    """Ruling M363; Musg, Amorcer: if the bearer dies another fetches it."""
    found = raid(kits=(0, 1)).alarm()
    found.battle.remove(found.piece(0), Place.LEFT)
    done(found.game.acted(found.battle, found.piece(0)))
    assert found.game.bomb.kits == {1}
    assert [m for m in found.battle.marks if m.code == "kit"] == []
    found.piece(1).hp = 0
    put_out(found.battle, found.piece(1), found.piece(2))
    assert found.game.bomb.kits == set()
    assert [(m.x, m.y) for m in found.battle.marks if m.code == "kit"] == [found.piece(1).base[:2]]


def test_a_bomb_that_ticks_at_the_turn_limit_is_no_victory_of_the_strike_team() -> None:
    """Ruling M364: not defused; nobody has won by it, and victory points decide (M53): none on either side."""
    found = ticking(raid(module="regroup_bomb", turn_limit=2))
    for _ in range(2):
        found.end_turn()
    assert found.game.bomb.stage is Stage.TICKING
    assert found.battle.outcome is not None
    assert (found.battle.outcome.ending, found.battle.outcome.winner) == (Ending.TURN_LIMIT, None)


# --- with vehicles on the table ---------------------------------------------------------------------------------------


def aboard(found: Raid, uid: int) -> Piece:
    """Let somebody sit in a vehicle."""
    piece = found.piece(uid)
    found.battle.remove(piece, Place.ABOARD)
    return piece


def test_the_bomb_gets_into_a_vehicle_with_its_holder_and_leaves_the_table_with_it() -> None:
    """Rulings M344, M363: a vehicle leaves the table with its occupants, and they with what they carry.

    Nothing can be placed any more, and the strike team wins when the time is up; it is told so then (ruling M214).
    """
    found = raid(holder=2, module="regroup_bomb")
    holder = aboard(found, 2)
    list(found.game.acted(found.battle, holder))
    assert (found.game.bomb.stage, found.game.bomb.holder) == (Stage.CARRIED, 2)
    holder.place = Place.LEFT
    list(found.game.acted(found.battle, found.piece(3)))
    assert (found.game.bomb.stage, found.game.bomb.holder) == (Stage.GONE, None)
    assert not [mark for mark in found.battle.marks if mark.code == "dropped_bomb"]
    shown = {side: found.battle.view(side).modules["regroup_bomb"]["bomb"] for side in (0, 1, None)}
    assert shown == {0: "carried", 1: "gone", None: "carried"}
    assert found.game.verdict(found.battle) == (0,)
    found.battle.ended = True
    assert found.battle.view(0).modules["regroup_bomb"]["bomb"] == "gone"


def test_from_a_vehicle_nobody_places_or_defuses_the_bomb() -> None:
    """Rulings M341, M348: one stands beside it, on foot."""
    found = raid(holder=2, module="regroup_bomb")
    holder = found.piece(2)
    found.put(2, *SITES[0])
    holder.ap = 2
    assert found.game.problem(found.battle, holder, found.own("place")) is None
    aboard(found, 2)
    assert found.game.problem(found.battle, holder, found.own("place")) == "aboard"


def test_a_team_that_sits_in_vehicles_has_not_left() -> None:
    """Musg, Victoire !: the terrorists are still there, and the bomb has not gone off: it is about the bomb alone."""
    found = raid(module="regroup_team")
    assert found.game.verdict(found.battle) == (1,)
    for uid in (2, 3):
        aboard(found, uid)
    assert found.game.verdict(found.battle) == (1,)


def test_the_blast_reaches_into_vehicles() -> None:
    """Ruling M213: everybody nearer than 20 paces dies."""
    found = raid(holder=2, module="regroup_bomb")
    found.put(3, 30, 30)
    rider = aboard(found, 3)
    found.game.bomb.spot, found.game.bomb.stage = (30.0, 35.0), Stage.TICKING
    found.game.bomb.explode(found.battle)
    assert rider.place is Place.DEAD


def test_the_blast_wrecks_vehicles_that_any_part_of_reaches() -> None:
    """Ruling M341: vehicles within 20 are wrecked; a light one is 2 by 4 paces (M344).

    From (31, 20) the middles are 10, 20.5 and 22.5 paces away, so that the nearest parts are 8, 18.5 and 20.5 at most
    or at least, however they face. Who dies aboard is in it no more.
    """
    spots = ((31.0, 30.0, 0), (51.5, 20.0, 0), (8.5, 20.0, 0))
    scene = Road([None, None, None], [(1, 1)], [(0, LIGHT, spot, (n,)) for n, spot in enumerate(spots, 1)])
    bomb = Bomb()
    bomb.spot = (31.0, 20.0)
    bomb.explode(scene.battle)
    assert [scene.car(number).wreck for number in range(3)] == [True, True, False]
    assert scene.piece(0).place is Place.DEAD
    assert (scene.car(0).crew, scene.car(2).crew) == ([], [scene.piece(2)])
    told = [event.data["wreck"] for event in scene.battle.events if event.kind is Kind.VEHICLE_DAMAGED]
    assert told == [True, True]


def test_whoever_drives_does_not_fetch_the_bomb() -> None:
    """All terrorists may sit in vehicles while the bomb lies there: they drive as in any battle, and get off for it."""
    found = raid(holder=2).alarm()
    found.game.bomb.dropped(found.battle, found.piece(2))
    for one in (0, 1, 2, 3):
        aboard(found, one)
    assert raiding.raid(found.battle, found.piece(2), found.game, TEMPERAMENTS["bold"]) is None


def test_an_intruder_hides_beside_its_way_and_not_where_none_leads_on() -> None:
    """A wall from the table's edge to x = 30, the way to the hostage round its end, a guard in sight of that end.

    Out of sight behind the wall are places west, nearer to the hostage as the crow flies, and places on the way east.
    """
    wall = Terrain(
        kind="wall",
        shape=Rectangle(0.0, 20.0, 30.0, 1.0),
        form=Form.WALL,
        height=3.0,
        veil=Veil.SOLID,
        climb=Climb.NEVER,
    )
    crates = [
        Terrain(kind="crate", shape=Rectangle(x, 18.5, 1.0, 1.0), form=Form.WALL, height=1.0, veil=Veil.SCREEN)
        for x in (20.0, 28.0)
    ]
    found = raid(
        [fig(LEADER, (50, 2), "pistol"), fig(LIEUTENANT, (24, 5), "dagger")],
        [fig(LEADER, (45, 28), "pistol"), fig(EXTRA, (59, 39), "pistol")],
        table=replace(OPEN, pieces=(wall, *crates)),
    ).to(0)
    found.battle.play(Activate(1))
    found.put(1, 24, 17)
    found.piece(1).ap = 1
    action = raiding.raid(found.battle, found.piece(1), found.game, TEMPERAMENTS["cautious"])
    assert isinstance(action, Walk)
    assert action.x > 26
