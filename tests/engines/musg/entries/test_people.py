"""Hiring, dismissing, naming (Musg, Composition d'une Bande; rulings M30, M245, M248, M249)."""

import pytest

from engines.core.problems import Problem
from engines.musg import journal
from engines.musg.entries import Buy, Change, Dismiss, Hire, Move, Note, Rename
from engines.musg.ranks import Rank
from engines.musg.warband import Standing, Warband
from tests.engines.musg.builders import (
    ANOTHER_HENCHMAN,
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    changed,
    core,
    drafted,
    figure,
    hire,
    mustered,
    refusals,
    rich,
)


def named(name: str) -> set[str]:
    return refusals(drafted(), Hire(rank=Rank.LEADER, race="human", name=name))


def apply(warband: Warband, entry: Hire | Dismiss) -> Change:
    return journal.apply(warband, entry)


class TestHiring:
    def test_the_new_figure_gets_the_next_number(self) -> None:
        warband = after(drafted(), *core())
        assert [f.id for f in warband.figures] == [1, 2, 3, 4]

    def test_a_number_is_never_given_twice(self) -> None:
        warband = after(drafted(), *core(), Dismiss(figure=ANOTHER_HENCHMAN), hire(Rank.HENCHMAN))
        assert [f.id for f in warband.figures] == [1, 2, 3, 5]

    def test_hiring_in_the_campaign_is_paid_from_the_treasury(self) -> None:
        warband = mustered()
        assert after(warband, hire(Rank.HENCHMAN)).treasury == warband.treasury - 8

    def test_no_money_no_hiring(self) -> None:
        (problem,) = journal.problems(rich(mustered(), 7), hire(Rank.HENCHMAN))
        assert problem == Problem("too_expensive", None, {"needs": 8, "has": 7})

    def test_while_mustering_the_draft_may_overspend(self) -> None:
        """Problems are shown while drawing up; only closing the muster needs a legal roster."""
        assert refusals(drafted(points=10), hire(Rank.LEADER)) == set()
        assert after(drafted(points=10), hire(Rank.LEADER)).treasury == -30

    @pytest.mark.parametrize(("rank", "race"), [(Rank.MERCENARY, "human"), (Rank.LEADER, "dragon")])
    def test_there_must_be_such_a_profile(self, rank: Rank, race: str) -> None:
        assert refusals(drafted(), Hire(rank=rank, race=race, name="X")) == {"no_such_profile"}

    def test_the_event_tells_who_joined(self) -> None:
        (event,) = apply(drafted(), hire(Rank.LEADER, name=" Anne ")).events
        assert (event.code, event.figure, event.params) == ("hired", 1, {"name": "Anne", "rank": "leader"})


class TestNames:
    @pytest.mark.parametrize(
        "name", ["A", "Œil-de-Bœuf", "Jean «\u00a0le Fou\u00a0»", "Hardi\u202f!", "\u2694\ufe0f Bob", "李", "x" * 60]
    )
    def test_people_may_be_called_so(self, name: str) -> None:
        """French spaces that do not break, other scripts and pictures are welcome."""
        assert named(name) == set()

    @pytest.mark.parametrize("name", ["", "   ", "\u00a0", "\u200d", "\n"])
    def test_a_name_must_show(self, name: str) -> None:
        assert named(name) == {"name_empty"}

    @pytest.mark.parametrize("name", ["a\0b", "a\nb", "a\x1bb", "a\ud800b", "a\u202eb", "a\u2066b", "a\u2028b"])
    def test_a_name_holds_no_control_characters(self, name: str) -> None:
        assert named(name) == {"name_unprintable"}

    def test_a_name_has_60_characters_at_most(self) -> None:
        (problem,) = journal.problems(drafted(), Hire(rank=Rank.LEADER, race="human", name="x" * 61))
        assert (problem.code, problem.params["value"], problem.params["most"]) == ("name_long", 61, 60)

    def test_a_name_and_a_wrong_race_are_both_named(self) -> None:
        assert refusals(drafted(), Hire(rank=Rank.LEADER, race="elf", name="")) == {"name_empty", "race_not_allowed"}

    def test_figure_and_warband_may_be_renamed_at_any_time(self) -> None:
        for warband in (after(drafted(), *core()), mustered()):
            renamed = after(warband, Rename(figure=LEADER, name=" Anne "), Rename(name="The Wolves"))
            assert (figure(renamed, LEADER).name, renamed.name) == ("Anne", "The Wolves")

    def test_the_dead_may_be_renamed_and_strangers_not(self) -> None:
        dead = changed(mustered(), HENCHMAN, standing=Standing.DEAD)
        assert refusals(dead, Rename(figure=HENCHMAN, name="Poor Tom")) == set()
        assert refusals(dead, Rename(figure=9, name="Nobody")) == {"no_such_figure"}
        assert refusals(dead, Rename(figure=LEADER, name="")) == {"name_empty"}


class TestDismissing:
    def test_while_mustering_everything_is_refunded(self) -> None:
        warband = after(drafted(), *core(), Buy(item="rifle", figure=HENCHMAN))
        assert after(warband, Dismiss(figure=HENCHMAN)).treasury == 500 - 76 + 8
        assert after(warband, Dismiss(figure=HENCHMAN)).figure(HENCHMAN) is None

    def test_while_mustering_even_the_leader(self) -> None:
        assert refusals(after(drafted(), *core()), Dismiss(figure=LEADER)) == set()

    def test_free_firsts_go_with_whoever_never_joined_m29(self) -> None:
        """Hiring and dismissing must not fill the stash with free pistols."""
        warband = after(drafted(), *core(), Buy(item="pistol", figure=HENCHMAN))
        dagger, pistol = figure(warband, HENCHMAN).items
        handed_on = after(warband, Move(item=pistol.id, to=LEADER, edition=1), Move(item=dagger.id, to=None))
        left = after(handed_on, Dismiss(figure=HENCHMAN))
        assert figure(left, LEADER).item_codes == ("dagger",)
        assert left.stash == ()

    def test_a_borrowed_free_pistol_may_be_taken_anew_m29(self) -> None:
        """The pistol leaves with the dismissed bearer; the figure whose first it was may take another."""
        warband = after(drafted(), *core(), Buy(item="pistol", figure=LEADER))
        pistol = figure(warband, LEADER).items[1]
        left = after(warband, Move(item=pistol.id, to=HENCHMAN, edition=1), Dismiss(figure=HENCHMAN))
        assert after(left, Buy(item="pistol", figure=LEADER)).treasury == left.treasury

    def test_in_the_campaign_the_gear_stays_and_the_points_are_gone(self) -> None:
        """But for the free dagger, which belongs to its bearer (ruling M296)."""
        warband = after(mustered(), Buy(item="rifle", figure=HENCHMAN))
        left = after(warband, Dismiss(figure=HENCHMAN))
        assert left.treasury == warband.treasury
        assert [item.code for item in left.stash] == ["rifle"]
        assert figure(left, HENCHMAN).standing is Standing.LEFT
        assert figure(left, HENCHMAN).items == ()

    def test_a_leader_in_office_stays(self) -> None:
        assert refusals(mustered(), Dismiss(figure=LEADER)) == {"leader_stays"}

    def test_the_last_henchman_stays(self) -> None:
        warband = after(mustered(), Dismiss(figure=HENCHMAN))
        assert refusals(warband, Dismiss(figure=ANOTHER_HENCHMAN)) == {"no_henchman"}

    def test_nobody_leaves_twice(self) -> None:
        left = after(mustered(), Dismiss(figure=LIEUTENANT))
        assert refusals(left, Dismiss(figure=LIEUTENANT)) == {"figure_gone"}
        assert refusals(left, Dismiss(figure=77)) == {"no_such_figure"}

    def test_a_henchman_whose_extras_would_be_too_many_stays_m174(self) -> None:
        warband = mustered("human", *[hire(Rank.EXTRA)] * 8)
        assert refusals(warband, Dismiss(figure=HENCHMAN)) == {"too_many_extras"}


class TestNotes:
    def test_a_note_changes_nothing(self) -> None:
        warband = mustered()
        assert after(warband, Note(text="Two lines\nof memory\tkept"), Note(figure=LEADER, text="Limps")) == warband

    @pytest.mark.parametrize(
        ("text", "code"),
        [("", "note_empty"), (" \n", "note_empty"), ("x" * 2001, "text_long"), ("a\0b", "text_unprintable")],
    )
    def test_a_note_says_something_that_can_be_kept(self, text: str, code: str) -> None:
        assert refusals(mustered(), Note(text=text)) == {code}

    def test_a_note_is_about_somebody_who_exists(self) -> None:
        assert refusals(mustered(), Note(figure=9, text="Who?")) == {"no_such_figure"}
