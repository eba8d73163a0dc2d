"""What a plan prefers, worked out by hand for small evenings."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from engines.__main__ import main
from engines.core.dice import Dice, FastDice
from engines.core.problems import Illegal, Malformed
from engines.evenings.planner import (
    Because,
    Comer,
    Fixed,
    Help,
    Kind,
    Owed,
    PlanDraw,
    PlannerSetup,
    Proposals,
    Reason,
    Spot,
    plan,
)

BAF = Kind("baf", 3, 4, 60)
CHESS = Kind("chess", 2, 2, 60)
A, B, C, D = (Comer(name) for name in "ABCD")


def planned(people: tuple[Comer, ...], kinds: tuple[Kind, ...] = (), seed: int = 1, **more: object) -> Proposals:
    setup = PlannerSetup(0, 240, people, kinds, **more)  # type: ignore[arg-type]
    return plan(setup, dice=Dice.of(seed))


def groups(found: Proposals) -> set[frozenset[str]]:
    return {frozenset(game.people) for game in found.games}


def battle(key: str, people: str, **more: object) -> Owed:
    return Owed(key, "musg", tuple(people), 120, **more)  # type: ignore[arg-type]


def codes(found: Proposals, number: int = 0) -> list[Because]:
    return [reason.code for reason in found.games[number].reasons]


class TestBattles:
    def test_they_come_before_other_games(self) -> None:
        found = planned((A, B, C, D), (Kind("baf", 4, 4, 60),), owed=(battle("7", "AB"),))
        assert [(game.key, game.people) for game in found.games] == [("7", ("A", "B"))]

    def test_as_many_as_can_be_of_those_due(self) -> None:
        """A–B alone would leave C and D without theirs."""
        owed = (battle("1", "BC", rank=0), battle("2", "AB", rank=5), battle("3", "CD", rank=5))
        assert groups(planned((A, B, C, D), owed=owed)) == {frozenset("AB"), frozenset("CD")}

    def test_one_due_before_two_to_be_paired(self) -> None:
        owed = (battle("1", "BC"), battle("2", "AB", due=False), battle("3", "CD", due=False))
        found = planned((A, B, C, D), owed=owed)
        assert groups(found) == {frozenset("BC")}
        assert codes(found)[0] == Because.OWED

    def test_fair_odds_before_others(self) -> None:
        owed = (battle("1", "AB", odds=449), battle("2", "AC", odds=450), battle("3", "AD", odds=551))
        found = planned((A, B, C, D), owed=owed)
        assert groups(found) == {frozenset("AC")}
        assert Reason(Because.EVEN, {"odds": 450}) in found.games[0].reasons

    def test_what_would_even_out_is_named(self) -> None:
        """Of two that bring it between 450 and 550 the one nearer to 500; what makes it worse never."""
        helps = (Help("points_10", 380), Help("points_30", 470), Help("points_40", 540), Help("none", 200))
        found = planned((A, B), owed=(battle("1", "AB", odds=300, helps=helps),))
        assert found.games[0].reasons[1:3] == (
            Reason(Because.UNEVEN, {"odds": 300}),
            Reason(Because.EVENED_BY, {"help": "points_30", "odds": 470}),
        )

    def test_no_warband_has_two_battles_even_if_another_leads_it(self) -> None:
        owed = (battle("1", "AB", warbands=(1, 2)), battle("2", "CD", warbands=(1, 3)))
        assert len(planned((A, B, C, D), owed=owed).games) == 1

    def test_none_of_who_wishes_for_another_game(self) -> None:
        assert planned((A, Comer("B", wants=("baf",))), (BAF,), owed=(battle("1", "AB"),)).games == ()

    def test_at_their_own_time_if_they_have_one(self) -> None:
        """A and B fight from 60 to 180: before it there is time for a game of an hour, and none for one of more."""
        owed = (battle("1", "AB", begins=60),)
        assert [(g.key, g.begins, g.ends) for g in planned((A, B), (CHESS,), owed=owed).games] == [
            ("1", 60, 180),
            ("", 0, 60),
        ]
        long = Kind("long", 2, 2, 61)
        assert len(planned((A, B), (long,), owed=owed).games) == 1

    def test_a_table_large_enough_either_way_round(self) -> None:
        owed = (battle("1", "AB", width=24, depth=36),)
        assert planned((A, B), owed=owed, spots=(Spot(1, 2, 36, 23), Spot(2, 2, 36, 24))).games[0].spot == 2
        assert planned((A, B), owed=owed, spots=(Spot(1, 6),)).games == ()


class TestGroups:
    def test_nobody_meets_again_while_that_can_be_avoided(self) -> None:
        met = (("A", "B", 1), ("C", "D", 1))
        for seed in range(20):
            found = planned((A, B, C, D), (CHESS,), seed, met=met)
            assert frozenset("AB") not in groups(found)
            assert codes(found)[0] == Because.FIRST_MEETING

    def test_nobody_sits_at_a_table_again_while_that_can_be_avoided(self) -> None:
        for seed in range(20):
            found = planned((A, B), (CHESS,), seed, spots=(Spot(1, 2), Spot(2, 6)), sat=(("B", 1, 2),))
            assert found.games[0].spot == 2
            assert codes(found)[-1] == Because.FRESH_TABLE

    def test_it_is_said_when_it_cannot(self) -> None:
        spots = (Spot(1, 2), Spot(2, 2))
        found = planned((A, B), (CHESS,), spots=spots, sat=(("B", 1, 1), ("B", 2, 2)), met=(("A", "B", 3),))
        assert found.games[0].reasons == (
            Reason(Because.HAVE_MET, {"pairs": 1, "times": 3}),
            Reason(Because.TABLE_AGAIN, {"person": "B", "times": 1}),
        )

    def test_newcomers_sit_beside_somebody_who_explains(self) -> None:
        """Two groups of three, two who explain, and one newcomer: he is in a group with one of them, and beside him."""
        people = (Comer("new", new_to=("baf",)), *(Comer(f"x{n}", explains=("baf",)) for n in (1, 2)), A, B, C)
        for seed in range(20):
            found = planned(people, (Kind("baf", 3, 3, 60),), seed)
            (game,) = (game for game in found.games if "new" in game.people)
            (by,) = (why.params["by"] for why in game.reasons if why.code == Because.EXPLAINED_BY)
            assert by in {"x1", "x2"}
            assert abs(game.people.index("new") - game.people.index(str(by))) == 1

    def test_whole_groups_of_who_wishes_for_them(self) -> None:
        people = (*(Comer(f"f{n}", wants=("baf",)) for n in range(4)), A, B)
        found = planned(people, (BAF, CHESS))
        assert groups(found) == {frozenset({"f0", "f1", "f2", "f3"}), frozenset("AB")}
        assert found.games[0].reasons[:2] == (Reason(Because.GROUP, {"size": 4}), Reason(Because.WISHED, {"people": 4}))

    def test_who_wishes_for_any_game_completes_a_group(self) -> None:
        found = planned((Comer("F", wants=("baf",)), A, B), (BAF, CHESS))
        assert groups(found) == {frozenset("FAB")}

    def test_a_later_wish_is_said(self) -> None:
        people = (Comer("F", wants=("baf", "chess")), Comer("G", wants=("chess",)))
        found = planned(people, (BAF, CHESS))
        assert groups(found) == {frozenset("FG")}
        assert Reason(Because.LATER_WISH, {"person": "F"}) in found.games[0].reasons

    def test_what_is_settled_is_joined_where_there_is_room(self) -> None:
        fixed = (Fixed("g1", "baf", ("C", "D"), 0, 60, 1, room=2), Fixed("g2", "baf", (), 0, 60, 2))
        found = planned((A, B, C, D), (BAF,), fixed=fixed, spots=(Spot(1, 4), Spot(2, 4)))
        (game,) = found.games
        assert (game.joins, game.spot, set(game.people)) == ("g1", 1, {"A", "B"})
        assert game.reasons[0] == Reason(Because.JOINS, {"people": 2})

    def test_a_second_start_brings_others_together(self) -> None:
        found = planned((A, B, C, D), (CHESS,), starts=(0, 60, 120))
        assert len(found.games) == 6
        assert len(groups(found)) == 6


@pytest.mark.parametrize(
    ("people", "kinds", "spots", "due"),
    [
        ((A,), (CHESS,), (), Because.NO_PARTNER),
        ((Comer("A", wants=("chess",)),), (CHESS,), (), Because.WISH_TOO_RARE),
        ((Comer("A", leaves=59), B), (CHESS,), (), Because.NOT_THERE),
        ((A, B), (BAF,), (Spot(1, 2),), Because.NO_TABLE),
    ],
)
def test_why_somebody_is_left_over(
    people: tuple[Comer, ...], kinds: tuple[Kind, ...], spots: tuple[Spot, ...], due: Because
) -> None:
    assert planned(people, kinds, spots=spots).left_over[0].reason.code == due


class TestDraw:
    SETUP = PlannerSetup(0, 240, (A, B, C, D), (CHESS,), owed=(battle("1", "AB", due=False),), spots=(Spot(1, 4),))

    def test_a_document_is_checked_from_a_shell(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "plan.json"
        proof = PlanDraw.new(self.SETUP, dice=Dice.of(3)).prove()
        file.write_bytes(msgspec.json.encode(proof))
        assert main(["verify", str(file)]) == 0
        assert capsys.readouterr().out.startswith("OK: 0 actions, 2 draws")
        written = json.loads(file.read_text())
        written["setup"]["people"].pop()
        file.write_text(json.dumps(written))
        assert main(["verify", str(file)]) == 1
        assert "seed and setup do not match" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("wrong", "code"),
        [
            (PlannerSetup(0, 0, ()), "ends_before_it_begins"),
            (PlannerSetup(0, 1, (A, A)), "named_twice"),
            (PlannerSetup(0, 1, tuple(Comer(str(n)) for n in range(257))), "too_many"),
            (PlannerSetup(0, 1, (), (Kind("baf", 3, 2, 60),)), "no_such_game"),
            (PlannerSetup(0, 1, (A,), owed=(battle("1", "AA"),)), "no_such_battle"),
            (PlannerSetup(0, 1, (), spots=(Spot(0, 4),)), "no_such_table"),
            (PlannerSetup(0, 1, (A,), met=(("A", "B", -1),)), "option_out_of_range"),
            (PlannerSetup(0, 1, (), rules=2), "no_such_rules"),
        ],
    )
    def test_what_is_no_setup_is_refused(self, wrong: PlannerSetup, code: str) -> None:
        with pytest.raises(Illegal, match=code):
            plan(wrong, dice=Dice.of(1))

    def test_what_is_malformed_is_refused(self) -> None:
        with pytest.raises(Malformed, match=r"\$\.setup\.people"):
            PlanDraw.read_setup({"begins": 0, "ends": 1, "people": "all"})
        with pytest.raises(Malformed, match="no actions"):
            PlanDraw.replay(self.SETUP, ["seat"], dice=Dice.of(1))
        with pytest.raises(ValueError, match="seeded"):
            PlanDraw.new(self.SETUP, dice=FastDice(1)).prove()
