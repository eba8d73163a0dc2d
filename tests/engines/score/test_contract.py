"""What all score pads promise: entries as JSON, replays that list faults, corrections, files, the shell."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from engines.__main__ import main
from engines.badass_force.score.entries import EndTurn, Kill, Means, Stop, Vengeance
from engines.badass_force.score.game import GAME
from engines.badass_force.score.setup import BadassSetup
from engines.badass_force.score.state import BadassState
from engines.bagarre.score.entries import Cause, Eliminated, Fall
from engines.core.problems import Illegal, Malformed
from engines.core.score import Entry, PointsChange, SeatChange, encode, shared_places
from engines.core.score_command import read_match, write_match
from engines.registry import GAMES, SCORES

SETUP = BadassSetup(seats=3)
LOG: Sequence[Entry[BadassState]] = (
    Kill(killer=0, victim=1),
    EndTurn(),
    Kill(killer=1, victim=0),
    Vengeance(seat=2),
    EndTurn(),
)
"""Seat 0: 2. Seat 1 kills the sole leader: 2 + 1. Seat 2 starts its turn in Vengeance mode: nothing."""


class TestRegistry:
    def test_every_pad_has_its_command_and_its_code(self) -> None:
        for code, game in SCORES.items():
            assert game.code == code
            assert "score" in GAMES[code]

    def test_these_games_have_pads(self) -> None:
        assert {"bagarre", "badass_force"} <= set(SCORES)

    def test_the_options_offered_are_options_of_the_setup(self) -> None:
        for game in SCORES.values():
            known = set(game.setup_type.__struct_fields__)
            assert {field.name for field in game.setup_fields} <= known

    def test_every_setup_says_its_card_set_and_stores_one_only_where_it_may_have_one(self) -> None:
        for game in SCORES.values():
            setup = game.setup_type(seats=game.least)
            assert setup.cards is None
            assert ("cards" in encode(setup)) == ("cards" in game.setup_type.__struct_fields__)

    def test_every_state_says_whose_turn_it_is_or_that_the_game_keeps_no_order(self) -> None:
        active = {code: game.begin(game.setup_type(seats=game.least)).active for code, game in SCORES.items()}
        assert active == {"badass_force": 0, "bebop": 0, "bagarre": None, "baf": None}


class TestReadingEntries:
    def test_entries_and_setups_survive_json(self) -> None:
        for entry in LOG:
            assert GAME.decode_entry(json.loads(json.dumps(encode(entry)))) == entry
        assert GAME.decode_setup(json.loads(json.dumps(encode(SETUP)))) == SETUP

    def test_the_kind_and_the_game_are_written(self) -> None:
        assert encode(Kill(killer=0, victim=1, means=Means.POWER)) == {
            "kind": "kill",
            "killer": 0,
            "victim": 1,
            "means": "power",
            "of_leader": None,
        }
        assert encode(SETUP)["game"] == "badass_force"

    def test_rows_within_an_entry(self) -> None:
        entry = Eliminated(falls=(Fall(1, 0, Cause.ATTACK),))
        data = {"kind": "eliminated", "falls": [{"seat": 1, "by": 0, "cause": "attack"}]}
        assert encode(entry) == data
        assert SCORES["bagarre"].decode_entry(data) == entry

    @pytest.mark.parametrize(
        ("data", "where"),
        [
            ({"kind": "kill", "killer": 0}, "$"),
            ({"kind": "kill", "killer": "0", "victim": 1}, "$.killer"),
            ({"kind": "kill", "killer": True, "victim": 1}, "$.killer"),
            ({"kind": "kill", "killer": 0, "victim": 1, "means": "sword"}, "$.means"),
            ({"kind": "kill", "killer": 0, "victim": 1, "luck": 1}, "$"),
            ({"kind": "eliminated", "falls": []}, "$.kind"),
            ({"killer": 0, "victim": 1}, "$"),
            ([], "$"),
            (None, "$"),
        ],
    )
    def test_what_is_no_entry_is_malformed(self, data: object, where: str) -> None:
        with pytest.raises(Malformed) as caught:
            GAME.decode_entry(data)
        assert caught.value.where == where

    def test_vast_numbers_can_be_read_and_are_refused(self) -> None:
        entry = GAME.decode_entry({"kind": "kill", "killer": 0, "victim": 10**30})
        assert [problem.code for problem in GAME.problems(GAME.begin(SETUP), entry)] == ["no_such_seat"]

    def test_broken_text_is_malformed(self) -> None:
        with pytest.raises(Malformed):
            SCORES["bagarre"].decode_setup({"game": "bagarre", "seats": 4, "own_heroes": ["\ud800"]})

    def test_a_setup_of_another_game_is_malformed(self) -> None:
        with pytest.raises(Malformed):
            GAME.decode_setup({"game": "bagarre", "seats": 3})


class TestReplay:
    def test_the_board_is_the_replay(self) -> None:
        replay = GAME.replay(SETUP, LOG)
        assert replay.state.totals == (2, 3, 0)
        assert replay.faults == ()
        assert [[p.amount for p in step.points] for step in replay.steps] == [[2], [], [2, 1], [], []]

    def test_nothing_entered(self) -> None:
        replay = GAME.replay(SETUP, ())
        assert replay.state == replay.start == GAME.begin(SETUP)

    def test_an_entry_that_does_not_hold_is_listed_and_passed_over(self) -> None:
        wrong = Kill(killer=1, victim=1)
        replay = GAME.replay(SETUP, (*LOG[:2], wrong, *LOG[2:]))
        (fault,) = replay.faults
        assert (fault.id, fault.entry) == (2, wrong)
        assert [problem.code for problem in fault.problems] == ["own_kill"]
        assert fault.state == replay.steps[1].state
        assert replay.state == GAME.replay(SETUP, LOG).state

    def test_apply_raises_what_replay_lists(self) -> None:
        with pytest.raises(Illegal, match="own_kill"):
            GAME.apply(GAME.begin(SETUP), Kill(killer=1, victim=1))

    def test_a_setup_that_cannot_be_played_raises(self) -> None:
        with pytest.raises(Illegal):
            GAME.replay(BadassSetup(seats=9), LOG)

    def test_ids_are_the_keepers(self) -> None:
        assert [step.id for step in GAME.replay(SETUP, LOG, "abcde").steps] == list("abcde")
        with pytest.raises(ValueError, match="argument"):
            GAME.replay(SETUP, LOG, "abc")

    def test_what_is_known_of_the_same_log_is_not_played_again(self) -> None:
        before = GAME.replay(SETUP, LOG, "abcde")
        assert GAME.replay(SETUP, LOG, "abcde", known=before).steps[-1] is before.steps[-1]
        after = GAME.replay(SETUP, (*LOG[:3], *LOG[4:], Stop()), "abcex", known=before)
        assert after == GAME.replay(SETUP, (*LOG[:3], *LOG[4:], Stop()), "abcex")
        assert [new is old for new, old in zip(after.steps, before.steps, strict=True)] == [True] * 3 + [False] * 2

    def test_what_is_known_of_another_match_is_of_no_use(self) -> None:
        other = GAME.replay(BadassSetup(seats=3, first_kill=5), LOG)
        assert GAME.replay(SETUP, LOG, known=other) == GAME.replay(SETUP, LOG)
        renamed = GAME.replay(SETUP, LOG, "abcde")
        assert GAME.replay(SETUP, LOG, known=renamed) == GAME.replay(SETUP, LOG)

    def test_events_are_the_last_entrys(self) -> None:
        assert GAME.replay(SETUP, LOG[:1]).state.events == ()

    def test_old_matches_keep_their_rules(self) -> None:
        """The version and the house points are part of the setup, which is stored."""
        house = BadassSetup(seats=3, first_kill=3)
        assert GAME.replay(GAME.decode_setup(encode(house)), LOG).state.totals == (3, 4, 0)


class TestChanges:
    def test_striking_an_old_entry(self) -> None:
        """Without the first kill nobody led, so the second brings 2 and no bonus."""
        before = GAME.replay(SETUP, LOG, "abcde")
        after = GAME.replay(SETUP, LOG[1:], "bcde")
        changes = GAME.changes(before, after)
        assert changes.seats == (SeatChange(0, 2, 0, 2, 2), SeatChange(1, 3, 2, 1, 1), SeatChange(2, 0, 0, 3, 2))
        assert [(c.id, [p.amount for p in c.before], [p.amount for p in c.after]) for c in changes.points] == [
            ("a", [2], []),
            ("c", [2, 1], [2]),
        ]
        assert (changes.faults, changes.healed, changes.outcome_changed) == ((), (), False)

    def test_replacing_an_old_entry_can_break_and_heal_later_ones(self) -> None:
        twice = (*LOG, Vengeance(seat=2))
        before = GAME.replay(SETUP, twice, "abcdef")
        after = GAME.replay(SETUP, (*twice[:3], Vengeance(seat=0), *twice[4:]), "abcdef")
        assert [step.id for step in before.faults] == ["f"]
        changes = GAME.changes(before, after)
        assert (changes.faults, changes.healed) == ((), ("f",))
        back = GAME.changes(after, before)
        assert (back.faults, back.healed) == (("f",), ())
        # Seat 2 is Cool at the start of its turn, while seat 0 is not: one point.
        assert changes.seats == (SeatChange(2, 0, 1, 3, 3),)

    def test_an_entry_added_later(self) -> None:
        before, after = GAME.replay(SETUP, LOG[:1], "a"), GAME.replay(SETUP, LOG[:3], "abc")
        (change,) = GAME.changes(before, after).points
        assert change == PointsChange("c", (), after.steps[2].points)

    def test_another_outcome(self) -> None:
        before, after = GAME.replay(SETUP, LOG, "abcde"), GAME.replay(SETUP, (*LOG, Stop()), "abcdef")
        changes = GAME.changes(before, after)
        assert changes.outcome_before is None
        assert changes.outcome_changed
        assert changes.outcome_after is not None
        assert changes.outcome_after.winners == (1,)

    def test_no_change(self) -> None:
        replay = GAME.replay(SETUP, LOG)
        changes = GAME.changes(replay, replay)
        assert (changes.seats, changes.points, changes.faults, changes.healed) == ((), (), (), ())


class TestPlaces:
    @pytest.mark.parametrize(
        ("keys", "expected"),
        [
            ([(5,), (7,), (5,), (1,)], (2, 1, 2, 4)),
            ([(0,), (0,)], (1, 1)),
            ([(3, 1), (3, 2), (4, 0)], (3, 2, 1)),
            ([], ()),
        ],
    )
    def test_equals_share_and_leave_a_gap(self, keys: list[tuple[int, ...]], expected: tuple[int, ...]) -> None:
        assert shared_places(keys) == expected


class TestFile:
    def test_a_match_survives_its_file(self) -> None:
        match = read_match(GAME, json.dumps(write_match(SETUP, LOG, ["Ann", "Bo", "Cy"])))
        assert (match.setup, match.entries, match.names) == (SETUP, tuple(LOG), ("Ann", "Bo", "Cy"))
        assert match.name(1) == "Bo"

    def test_names_are_optional(self) -> None:
        match = read_match(GAME, b"\xef\xbb\xbf" + json.dumps(write_match(SETUP, LOG)).encode())
        assert match.name(1) == "seat 1"

    @pytest.mark.parametrize(
        ("key", "value", "where"),
        [
            ("format", "other", "$.format"),
            ("version", 2, "$.version"),
            ("version", True, "$.version"),
            ("setup", None, "$.setup"),
            ("setup", {"game": "badass_force", "seats": "3"}, "$.setup.seats"),
            ("entries", {}, "$.entries"),
            ("entries", [{"kind": "stop"}, {"kind": "kill"}], "$.entries[1]"),
            ("names", ["Ann"], "$.names"),
            ("names", "Ann", "$.names"),
            ("names", [1, 2, 3], "$.names"),
            ("luck", 1, "$"),
        ],
    )
    def test_what_cannot_be_read(self, key: str, value: object, where: str) -> None:
        with pytest.raises(Malformed) as caught:
            read_match(GAME, json.dumps(write_match(SETUP, LOG) | {key: value}))
        assert caught.value.where == where

    @pytest.mark.parametrize("text", ["", "[]", "null", "{", b"\xff\xfe", "[" * 10_000])
    def test_what_is_no_file(self, text: str | bytes) -> None:
        with pytest.raises(Malformed):
            read_match(GAME, text)


class TestShell:
    def run(self, path: Path, data: object, game: str = "badass_force") -> int:
        path.write_text(json.dumps(data))
        return main([game, "score", str(path)])

    def test_the_board(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(tmp_path / "match.json", write_match(SETUP, (*LOG, Stop()), ["Ann", "Bo", "Cyril"])) == 0
        assert capsys.readouterr().out.splitlines() == [
            "1. Bo     3  (first_kill 2, leader 1)",
            "2. Ann    2  (first_kill 2)",
            "3. Cyril  0",
            "over (stopped): Bo",
        ]

    def test_faults_are_printed_and_are_status_1(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(tmp_path / "match.json", write_match(SETUP, [Kill(killer=1, victim=1)])) == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines[-1] == "entry 0: own_kill (seat 1) [ruling F20]"
        assert "not over" in lines
        assert "seat 2: to_limit 16" in lines

    def test_a_tie_says_what_would_decide_it(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        entries = GAME.final(BadassSetup(seats=2), [{"total": 16}, {"total": 16}])
        assert self.run(tmp_path / "match.json", write_match(BadassSetup(seats=2), entries)) == 0
        assert "over (limit): seat 0, seat 1; missing: cards, ammo" in capsys.readouterr().out

    @pytest.mark.parametrize(
        "data", [{}, write_match(SETUP, LOG) | {"version": 2}, write_match(BadassSetup(seats=9), ())]
    )
    def test_what_cannot_be_read_is_status_2(self, tmp_path: Path, data: object) -> None:
        assert self.run(tmp_path / "match.json", data) == 2

    def test_a_missing_file_is_status_2(self, tmp_path: Path) -> None:
        assert main(["bagarre", "score", str(tmp_path / "none.json")]) == 2
