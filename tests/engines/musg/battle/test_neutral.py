"""A neutral side: figures that come and go, things on the ground, and what captains' rules do not ask of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engines.core.problems import Illegal
from engines.musg.battle import hunting, modules, neutral
from engines.musg.battle.actions import Activate, End, Shoot, Strike, Walk
from engines.musg.battle.decision import Answer, Ask, Decision, Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.invasion import sheet_of
from engines.musg.battle.marks import Mark
from engines.musg.battle.opening import problems
from engines.musg.battle.outcome import Ending
from engines.musg.battle.state import Piece, Place
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.report import Down
from engines.musg.trials.faults import faults, faults_of_events
from tests.engines.musg.battle.kit import LEADER, Scene, fig, only


class Ghosts(modules.Module):
    """A module for the test: two ghosts come on the first turn, and only strike whom they touch."""

    code = "ghosts"
    name = "Ghosts"
    neutral = True
    open_edges = True

    def encounters(self, field: Field) -> Flow[None]:
        if field.turn == 1:
            sheet = sheet_of("zombie", frozenset({"no_reactions"}), CATALOGUE)
            for _ in range(2):
                yield from neutral.appear(field, self.side, sheet, "zombie", 30, 20, "the ghosts")

    def neutral_part(self, field: Field) -> Flow[None]:
        yield from neutral.act(field, self.side, "the ghosts", lambda field, piece: not piece.foes)

    def decide(self, field: Field, decision: Decision) -> Answer:
        piece = field.pieces[decision.figure or 0]
        if decision.ask is Ask.ACT:
            return hunting.strike(piece) if piece.foes else hunting.STAYS
        return hunting.by_chance(field, decision)


@pytest.fixture(autouse=True)
def ghosts() -> Iterator[None]:
    modules.register(Ghosts())
    yield
    del modules.MODULES["ghosts"]


def haunted(*sides: object, **more: object) -> Scene:
    return Scene(*sides, modules=("ghosts",), **more)  # type: ignore[arg-type]


def scene(**more: object) -> Scene:
    return haunted([fig(LEADER, (5, 5), "rifle"), fig(at=(5, 8))], [fig(LEADER, (50, 5))], **more)


def test_figures_come_where_there_is_room_beside_each_other() -> None:
    """The nearest free ground: the first on the very spot, the second touching the first."""
    found = scene()
    first, second = found.battle.pieces[3:]
    assert first.base[:2] == (30, 20)
    assert neutral_gap(first, second) < 0.3
    assert [(e.figure, e.side, e.data["number"]) for e in found.events(Kind.APPEARED)] == [(3, 2, 1), (4, 2, 2)]
    assert found.battle.bands[2].key == "ghosts"
    assert [band.index for band in found.battle.warbands] == [0, 1]


def neutral_gap(a: Piece, b: Piece) -> float:
    dx, dy = a.base[0] - b.base[0], a.base[1] - b.base[1]
    return float((dx * dx + dy * dy) ** 0.5) - 1


def test_nobody_comes_in_contact_with_an_enemy() -> None:
    found = haunted([fig(LEADER, (30, 20))], [fig(LEADER, (50, 5))])
    assert found.piece(0).foes == []
    assert len(found.battle.pieces) == 4


def test_they_have_no_captain_no_initiative_and_no_points() -> None:
    found = scene()
    assert found.last(Kind.INITIATIVE).data["sides"] == [0, 1]
    assert len(found.battle.view().points) == 2
    assert [seen.side for seen in found.battle.view().pieces[3:]] == [2, 2]
    found.skip_turn()
    assert found.battle.decision
    assert found.last(Kind.END_OF_TURN).data["points"] == [0, 0]
    assert only(found.events(Kind.OTHERS), Kind.OTHERS).side == 2


def test_they_act_after_all_warbands_and_strike_by_the_ordinary_rules() -> None:
    """Two strikes of two dice at 4+; strength 3 against toughness 3 wounds at 4+ (Musg, Tableau des dommages)."""
    found = scene(dice={"to_hit": [4, 1, 1, 1], "wound": [4]})
    found.touch(1, 4)
    found.to_side(1)
    found.skip_turn()
    struck = found.events(Kind.STRUCK)
    assert [(e.side, e.figure, e.target) for e in struck] == [(2, 4, 1), (2, 4, 1)]
    assert found.piece(1).hp == found.piece(1).sheet.hit_points - 1
    last_of_bands = [e.index for e in found.events(Kind.ENDED_ACTIVATION) if e.side in (0, 1) and e.turn == 1]
    assert last_of_bands[-1] < struck[0].index


def test_whom_they_put_out_nobody_scores_for_and_the_report_knows_no_feller() -> None:
    """Rulings M156, M326."""
    found = scene(dice={"to_hit": [6, 6, 6, 6], "wound": [6, 6, 1, 1]})
    found.piece(1).hp = 2
    found.touch(1, 4)
    found.skip_turn()
    out = only(found.battle.events, Kind.OUT)
    assert (out.figure, out.target, out.data["accident"]) == (1, 4, False)
    assert found.events(Kind.POINTS) == []
    down = only_down(found)
    assert (down.victim.warband, down.by, down.killed) == ("a", None, False)


def only_down(found: Scene) -> Down:
    (down,) = found.battle.report().downs
    return down


def test_who_puts_them_out_scores_nothing_and_they_leave_no_body() -> None:
    """Ruling M156: 0; they are not in the report, either."""
    found = scene(dice={"to_hit": [6], "wound": [6]})
    found.piece(3).hp = 1
    found.activate(0, Shoot(0, 3), End())
    assert found.piece(3).place is Place.DEAD
    assert found.piece(3).struck_down == 0
    assert found.battle.bands[0].points == 0
    assert found.battle.report().downs == ()
    assert faults(found.battle) == []


def test_the_battle_ends_when_one_warband_is_left_whoever_haunts_the_table() -> None:
    """Ruling M325: the neutral side is none."""
    found = scene()
    found.battle.remove(found.piece(2), Place.FLED)
    found.skip_turn()
    assert found.battle.outcome
    assert found.battle.outcome.ending is Ending.LAST_SIDE
    assert found.battle.outcome.points == (0, 0)


def test_a_warband_alone_fights_until_it_has_nobody_left() -> None:
    found = haunted([fig(LEADER, (5, 5))], turn_limit=4)
    found.skip_turn()
    assert found.battle.decision
    found.battle.remove(found.piece(0), Place.FLED)
    found.skip_turn()
    assert found.battle.outcome
    assert (found.battle.outcome.ending, found.battle.outcome.winner) == (Ending.NOBODY, None)


def test_a_warband_alone_wins_while_somebody_stands_at_the_turn_limit() -> None:
    found = haunted([fig(LEADER, (5, 5))], turn_limit=1)
    found.skip_turn()
    assert found.battle.outcome
    assert (found.battle.outcome.ending, found.battle.outcome.winner) == (Ending.TURN_LIMIT, 0)


def test_one_side_needs_a_neutral_one_and_no_module_comes_twice() -> None:
    alone = haunted([fig(LEADER, (5, 5))]).setup
    assert problems(alone) == []
    assert [p.code for p in problems(replace(alone, modules=()))] == ["battle_sides"]
    assert [p.code for p in problems(replace(alone, modules=("ghosts", "ghosts")))] == ["battle_module_twice"]
    assert "battle_module" in [p.code for p in problems(replace(alone, modules=("gong",)))]
    with pytest.raises(Illegal):
        Scene([fig(LEADER, (5, 5))])


def test_figures_may_walk_off_any_edge_and_a_leader_who_does_is_lost() -> None:
    """Rulings M325, M151: alive, not out, not returning."""
    found = haunted([fig(LEADER, (3, 5)), fig(at=(5, 8))], [fig(LEADER, (50, 5))], dice={"rout": [1, 1]})
    found.play(Activate(0))
    assert Walk(0.5, 5, leave=True) in found.battle.actions()
    events = found.play(Walk(0.5, 5, leave=True))
    left = only(events, Kind.LEFT_TABLE)
    assert (left.figure, left.target, left.data["fled"]) == (0, None, False)
    assert found.piece(0).place is Place.LEFT
    assert not found.piece(0).down
    found.skip_turn()
    assert found.last(Kind.ROUT_TEST).data["cause"] == "leader_lost"
    plain = Scene([fig(LEADER, (3, 5))], [fig(LEADER, (50, 5))])
    plain.play(Activate(0))
    assert plain.refused(Walk(0.5, 5, leave=True)) == "may_not_leave"


def test_marks_are_laid_seen_and_taken_up() -> None:
    found = scene()
    mark = Mark("noise", 1, 3.0, 4.0)
    found.battle.lay(mark, "the ghosts", found.piece(0))
    assert found.battle.view().marks == (mark,)
    laid = only(found.battle.events, Kind.MARKED)
    assert laid.data == {"code": "noise", "number": 1, "spot": [3.0, 4.0]}
    found.battle.take_up([mark], "the ghosts")
    assert found.battle.view(1).marks == ()
    assert only(found.battle.events, Kind.UNMARKED).data["numbers"] == [1]


def test_neutral_figures_are_struck_and_counted_like_others() -> None:
    found = scene(dice={"to_hit": [6, 6], "wound": [6, 6]})
    found.touch(0, 4)
    found.activate(0, Strike(4), End())
    assert found.piece(4).hp == 1
    assert faults(found.battle) == []
    assert faults_of_events(found.battle, found.battle.events) == []


def test_no_more_come_than_a_table_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neutral, "MOST", 1)
    assert len(scene().battle.pieces) == 4
