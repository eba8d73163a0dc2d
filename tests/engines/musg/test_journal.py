"""Setup and journal make the warband: applying, refusing, undoing, correcting, reading and writing."""

import copy
from typing import Any

import pytest

from engines.core.problems import Illegal, Malformed
from engines.musg import journal
from engines.musg.entries import (
    AnyEntry,
    Buy,
    Dismiss,
    Engage,
    Fight,
    Grant,
    Hire,
    Learn,
    Move,
    Muster,
    Note,
    PayFee,
    Recover,
    Release,
    Rename,
    Struck,
    Succeed,
    TakeBack,
)
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Setup, Standing
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    changed,
    core,
    down,
    drafted,
    engagement,
    fought,
    hire,
    mustered,
    refusals,
    setup,
    took,
)

MUSTER = [*core(), Muster()]
"""Positions 0-3 hire figures 1-4 with daggers 1-4, position 4 closes the muster."""


class TestSetup:
    def test_a_warband_starts_with_a_full_treasury(self) -> None:
        warband = journal.begin(Setup("elf", " The Leaves ", Rules(points=300)))
        assert (warband.race, warband.name, warband.treasury, warband.figures) == ("elf", "The Leaves", 300, ())

    def test_a_wrong_setup_is_refused_with_all_its_problems(self) -> None:
        with pytest.raises(Illegal) as illegal:
            journal.begin(Setup("dragon", "", Rules(points=0)))
        assert {p.code for p in illegal.value.problems} == {"no_such_race", "name_empty", "rules_points"}


class TestSeasons:
    def test_returning_and_closing_belong_to_the_muster(self) -> None:
        for entry in (TakeBack(item=1), Muster()):
            assert refusals(mustered(), entry) == {"muster_closed"}

    @pytest.mark.parametrize(
        "entry",
        [
            Grant(points=5, reason="x"),
            PayFee(figure=1),
            Release(figure=1),
            Learn(figure=1, skill="brawler"),
            Succeed(figure=2),
            Fight(engagement=engagement(mustered())),
            Recover(battle="b1", faces=(), source="seeded"),
        ],
        ids=lambda entry: type(entry).__name__,
    )
    def test_campaign_steps_wait_for_the_muster(self, entry: AnyEntry) -> None:
        assert refusals(after(drafted(), *core()), entry) == {"muster_open"}

    @pytest.mark.parametrize(
        "entry", [Buy(item="sword", figure=1), hire(Rank.HENCHMAN), Move(item=1), Dismiss(figure=3)], ids=str
    )
    def test_between_battle_and_aftermath_the_roster_stands_still(self, entry: AnyEntry) -> None:
        assert refusals(fought(mustered()), entry) == {"aftermath_waiting"}

    def test_but_names_and_notes_may_be_written(self) -> None:
        waiting = fought(mustered())
        assert refusals(waiting, Rename(figure=1, name="Anne")) == set()
        assert refusals(waiting, Note(text="What a day")) == set()


class TestRefusals:
    def test_a_refused_entry_leaves_no_trace(self) -> None:
        warband = mustered()
        before = copy.deepcopy(warband)
        for entry in (hire(Rank.LEADER), Buy(item="excalibur"), Dismiss(figure=LEADER), Rename(name="")):
            with pytest.raises(Illegal):
                journal.apply(warband, entry)
        assert warband == before

    def test_an_applied_entry_leaves_the_old_state_alone(self) -> None:
        warband = mustered()
        before = copy.deepcopy(warband)
        after(warband, Buy(item="sword", figure=LEADER), Dismiss(figure=HENCHMAN))
        assert warband == before

    def test_a_warband_and_its_parts_cannot_be_altered(self) -> None:
        warband: Any = mustered()
        for thing, field in ((warband, "treasury"), (warband.figures[0], "name"), (warband.rules, "points")):
            with pytest.raises(AttributeError):
                setattr(thing, field, 1)
        hash(warband)

    def test_an_old_fault_does_not_forbid_other_steps(self) -> None:
        """All henchmen fell: that must be mended, but swords may still be bought."""
        thinned = changed(changed(mustered(), HENCHMAN, standing=Standing.DEAD), 4, standing=Standing.DEAD)
        assert refusals(thinned, Buy(item="sword", figure=LEADER)) == set()
        assert refusals(thinned, hire(Rank.HENCHMAN)) == set()


class TestReplay:
    def test_setup_and_journal_give_the_state(self) -> None:
        entries = [*MUSTER, Buy(item="sword", figure=1), Rename(name="The Wolves")]
        assert journal.replay(setup(), entries) == after(drafted(), *entries)

    def test_the_first_entry_that_does_not_hold_stops_it(self) -> None:
        with pytest.raises(Illegal):
            journal.replay(setup(), [*MUSTER, hire(Rank.LEADER)])

    def test_or_is_listed_and_passed_over(self) -> None:
        warband, refused = journal.replay_tolerant(
            setup(), [*MUSTER, hire(Rank.LEADER), Buy(item="sword", figure=1), Buy(item="x", figure=9)]
        )
        assert [(one.position, [p.code for p in one.problems]) for one in refused] == [
            (5, ["several_leaders"]),
            (7, ["no_such_item", "no_such_figure"]),
        ]
        assert warband == after(mustered(), Buy(item="sword", figure=1))


class TestUndo:
    @pytest.mark.parametrize(
        "entry",
        [
            Buy(item="sword", figure=LEADER),
            hire(Rank.HENCHMAN),
            Move(item=2),
            Dismiss(figure=HENCHMAN),
            Rename(name="X"),
            Grant(points=4, reason="x"),
            Engage(mercenary="orc_hunter", name="X"),
        ],
        ids=lambda entry: type(entry).__name__,
    )
    def test_what_rolled_nothing_may_be_taken_back(self, entry: AnyEntry) -> None:
        after(mustered(), entry)
        assert entry.can_be_undone

    @pytest.mark.parametrize("kind", [Fight, Recover, Struck])
    def test_what_rolled_or_settled_may_not(self, kind: type[AnyEntry]) -> None:
        assert not kind.undoable


class TestGap:
    def test_a_gap_passes_over_numbers_and_does_nothing_else(self) -> None:
        warband = after(drafted(), Struck(figures=2, items=3), hire(Rank.LEADER))
        assert (warband.figures[0].id, warband.figures[0].items[0].id) == (3, 4)

    @pytest.mark.parametrize("gap", [Struck(figures=-1), Struck(items=1001)])
    def test_neither_backwards_nor_absurd(self, gap: Struck) -> None:
        assert refusals(drafted(), gap) == {"gap_size"}


class TestReading:
    @pytest.mark.parametrize(
        ("data", "where"),
        [
            ({"kind": "hire", "rank": "king", "race": "elf", "name": "X"}, "$.rank"),
            ({"kind": "hire", "race": "elf", "name": "X"}, "$"),
            ({"kind": "buy", "item": 5}, "$.item"),
            ({"kind": "buy", "item": "sword", "price": 0}, "$"),
            ({"kind": "fly"}, "$.kind"),
            ({"kind": "pay_fee", "figure": True}, "$.figure"),
            ({"kind": "fight", "engagement": {"battle": "b", "luck": 3}}, "$.engagement"),
            ([], "$"),
            (None, "$"),
        ],
    )
    def test_what_cannot_be_read_says_where(self, data: object, where: str) -> None:
        with pytest.raises(Malformed) as malformed:
            journal.decode_entry(data)
        assert malformed.value.where == where

    def test_malformed_and_illegal_are_different_value_errors(self) -> None:
        assert issubclass(Malformed, ValueError)
        assert issubclass(Illegal, ValueError)
        assert not issubclass(Malformed, Illegal)

    def test_a_warband_is_read_back_as_it_was_written(self) -> None:
        warband = fought(mustered(), casualties=down(LEADER, LIEUTENANT), takedowns=took(HENCHMAN, Rank.EXTRA))
        assert journal.decode_warband(journal.encode(warband)) == warband

    def test_an_entry_is_written_with_its_kind(self) -> None:
        data = journal.encode(Hire(rank=Rank.LEADER, race="elf", name="X"))
        assert data == {"kind": "hire", "rank": "leader", "race": "elf", "name": "X"}
