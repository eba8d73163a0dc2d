"""Warbands as files: what is read, what is refused, and why."""

import json
from typing import Any

import pytest

from engines.core.problems import Malformed
from engines.musg import journal, transfer
from engines.musg.entries import Buy, Fight, Muster, Note, Recover
from tests.engines.musg.builders import LEADER, after, core, down, engagement, mustered, setup

ENTRIES = [
    *core(),
    Muster(),
    Fight(engagement=engagement(mustered(), casualties=down(LEADER))),
    Recover(battle="b1", faces=(3, 3, 6), source="entered"),
    Buy(item="sword", figure=LEADER),
]


def exported() -> dict[str, Any]:
    """A good file, as read from JSON."""
    data: dict[str, Any] = json.loads(json.dumps(transfer.write_file(setup(), ENTRIES)))
    return data


def faults(data: object) -> list[str]:
    with pytest.raises(transfer.MalformedFile) as malformed:
        transfer.read_file(data)
    return [fault.where for fault in malformed.value.faults]


def illegal(data: object) -> list[tuple[int | None, list[str]]]:
    _warband, found = transfer.open_file(transfer.read_file(data))
    return [(one.position, [p.code for p in one.problems]) for one in found]


class TestWhatIsRead:
    def test_a_file_says_what_it_is(self) -> None:
        assert list(exported()) == ["format", "version", "setup", "journal"]
        assert (exported()["format"], exported()["version"]) == ("arriere-ban/warband", 1)

    def test_what_was_written_is_read_back(self) -> None:
        file = transfer.read_file(exported())
        assert (file.setup, file.journal) == (setup(), tuple(ENTRIES))
        assert transfer.read_text(json.dumps(exported())) == file

    def test_the_mark_some_editors_put_in_front_does_no_harm(self) -> None:
        text = json.dumps(exported())
        assert transfer.read_text("\ufeff" + text) == transfer.read_text(text.encode("utf-8-sig"))

    def test_it_opens_to_the_same_warband(self) -> None:
        warband, problems = transfer.open_file(transfer.read_file(exported()))
        assert problems == []
        assert warband == after(journal.begin(setup()), *ENTRIES)

    def test_a_file_without_entries_is_an_empty_draft(self) -> None:
        assert illegal({**exported(), "journal": []}) == []


class TestWhatCannotBeRead:
    @pytest.mark.parametrize("data", [None, [], "text", 5])
    def test_only_objects(self, data: object) -> None:
        assert faults(data) == ["$"]

    @pytest.mark.parametrize("name", [None, "arriere-ban/dice", 1])
    def test_another_format(self, name: object) -> None:
        assert faults({**exported(), "format": name}) == ["$.format"]

    @pytest.mark.parametrize("version", [None, 0, 2, "1", True])
    def test_another_version(self, version: object) -> None:
        assert faults({**exported(), "version": version}) == ["$.version"]

    def test_unknown_parts(self) -> None:
        assert faults({**exported(), "treasury": 9999}) == ["$.treasury"]

    def test_missing_parts(self) -> None:
        assert faults({"format": "arriere-ban/warband", "version": 1}) == ["$.setup", "$.journal"]

    def test_all_places_are_named_at_once(self) -> None:
        data = exported()
        data["setup"]["race"] = 7
        data["journal"][0]["rank"] = "king"
        data["journal"][5]["engagement"]["casualties"][0]["killed"] = "a bit"
        data["journal"][6]["luck"] = 6
        assert faults(data) == [
            "$.setup.race",
            "$.journal[0].rank",
            "$.journal[5].engagement.casualties[0].killed",
            "$.journal[6]",
        ]

    def test_too_many_entries(self) -> None:
        data = exported()
        data["journal"] = [journal.encode(Note(text="x"))] * 5001
        assert faults(data) == ["$.journal"]

    @pytest.mark.parametrize("text", ["", "{", "\ud800", b"\xff\xfe", "[" * 100_000, "NaN"])
    def test_what_is_not_json(self, text: str | bytes) -> None:
        with pytest.raises(Malformed):
            transfer.read_text(text)

    def test_a_huge_file(self) -> None:
        with pytest.raises(Malformed, match="larger"):
            transfer.read_text(" " * 4_000_001)

    def test_the_message_counts_the_rest(self) -> None:
        with pytest.raises(transfer.MalformedFile, match=r"and 1 more"):
            transfer.read_file({"format": "arriere-ban/warband", "version": 1})


class TestWhatTheRulesForbid:
    def test_a_wrong_setup(self) -> None:
        data = exported()
        data["setup"]["race"] = "dragon"
        assert illegal(data) == [(None, ["no_such_race"])]
        assert transfer.open_file(transfer.read_file(data))[0] is None

    def test_tampered_entries_are_all_named_with_their_positions(self) -> None:
        data = exported()
        data["journal"][6]["faces"] = [6, 6, 6]
        data["journal"][7]["item"] = "excalibur"
        data["journal"].append({"kind": "grant", "points": 99999, "reason": ""})
        assert illegal(data) == [
            (6, ["bad_faces"]),
            (7, ["aftermath_waiting"]),
            (8, ["aftermath_waiting"]),
        ]

    def test_an_overspent_muster(self) -> None:
        data = exported()
        data["journal"].insert(4, {"kind": "engage", "mercenary": "elf_sniper", "name": "A"})
        data["setup"]["rules"]["hero_points"] = 100
        assert illegal(data)[0] == (5, ["over_heroes"])

    def test_every_entry_it_lets_pass_can_be_applied(self) -> None:
        warband, problems = transfer.open_file(transfer.read_file(exported()))
        assert problems == []
        assert warband is not None
        assert warband.record.battles == 1
