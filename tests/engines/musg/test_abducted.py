"""Civilians whom the aliens carry off: kept, freed or dead, battle after battle (Musg, Les « autres »; M201, M330)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st
from msgspec.json import decode, encode

from engines.musg import abducted, report
from engines.musg.abducted import Civilian, Ending, Fate, Tidings, Told, Word, endings, kept, strays
from engines.musg.report import Report
from tests.engines.musg.builders import mustered

ASHLEE, MARVIN = "civilian_ashlee", "civilian_marvin"
ONE, OTHER = Civilian("landing", ASHLEE), Civilian("landing", MARVIN)
LANDING = Told("landing", Tidings(taken=(ASHLEE, MARVIN)))


def rescue(battle: str, *freed: Civilian, died: tuple[Civilian, ...] = ()) -> Told:
    return Told(battle, Tidings(freed=freed, died=died))


class TestWhoIsKept:
    def test_whoever_was_left_lying_is_kept_until_a_rescue(self) -> None:
        """M330: civilians can be rescued; until then they are where they are."""
        assert kept([LANDING]) == (ONE, OTHER)

    def test_a_rescue_frees_some_and_others_die_and_whoever_stays_may_be_sought_again(self) -> None:
        """M330: « A failed rescue may be tried again. »"""
        third = Civilian("ambush", ASHLEE)
        course = [LANDING, Told("ambush", Tidings(taken=(ASHLEE,))), rescue("nest", ONE, died=(OTHER,))]
        assert endings(course) == {
            ONE: Ending(Fate.FREED, "nest"),
            OTHER: Ending(Fate.DIED, "nest"),
            third: Ending(Fate.KEPT),
        }
        assert kept(course) == (third,)
        assert kept([*course, rescue("again", third)]) == ()

    def test_two_alike_are_two(self) -> None:
        """M332: after five a fresh set, so that one battle may lose two of a card; M204: other battles draw anew."""
        course = [Told("b", Tidings(taken=(ASHLEE, ASHLEE))), Told("c", Tidings(taken=(ASHLEE,)))]
        assert kept(course) == (Civilian("b", ASHLEE), Civilian("b", ASHLEE, 2), Civilian("c", ASHLEE))

    def test_a_rescue_may_lose_others_to_the_aliens(self) -> None:
        """A rescue is a battle against aliens like another: whoever lies there in the end is carried off."""
        course = [LANDING, Told("nest", Tidings(taken=(ASHLEE,), freed=(ONE, OTHER)))]
        assert kept(course) == (Civilian("nest", ASHLEE),)

    @pytest.mark.parametrize("fate", list(Fate))
    def test_a_referee_has_the_last_word(self, fate: Fate) -> None:
        """M330, as for the captives of a warband; what he said he may say otherwise."""
        course: list[Told | Word] = [LANDING, rescue("nest", ONE), Word(ONE, fate)]
        assert endings(course)[ONE] == Ending(fate)
        assert (ONE in kept(course)) == (fate is Fate.KEPT)

    def test_what_a_correction_leaves_without_its_ground_is_listed(self) -> None:
        """Once the landing lost nobody, the rescue has nobody to free; of two rescues the first freed it."""
        assert endings([rescue("nest", ONE)]) == {}
        assert strays([rescue("nest", ONE)]) == [("nest", ONE)]
        assert strays([LANDING, rescue("nest", ONE), rescue("again", ONE)]) == [("again", ONE)]
        assert strays([LANDING, rescue("nest", ONE)]) == []


PEOPLE = [ONE, OTHER, Civilian("landing", ASHLEE, 2), Civilian("other", MARVIN)]
TIDINGS = st.builds(
    Tidings,
    taken=st.lists(st.sampled_from([ASHLEE, MARVIN]), max_size=3).map(tuple),
    freed=st.lists(st.sampled_from(PEOPLE), max_size=3).map(tuple),
    died=st.lists(st.sampled_from(PEOPLE), max_size=3).map(tuple),
)


@given(st.lists(TIDINGS, max_size=5), st.data())
def test_everybody_has_one_fate(told: list[Tidings], data: st.DataObject) -> None:
    """Whoever was taken is kept, freed or dead, and was taken; nobody is settled in two battles (M330)."""
    names = data.draw(st.permutations(["landing", "other", "b3", "b4", "b5"]))
    course = [Told(name, one) for name, one in zip(names, told, strict=False)]
    found = endings(course)
    lost = Counter((one.battle, card) for one in course for card in one.tidings.taken)
    assert Counter((one.battle, one.card) for one in found) == lost
    settled = [one for said in course for one in {*said.tidings.freed, *said.tidings.died}]
    for one, ending in found.items():
        if ending.fate is Fate.KEPT:
            assert ending.battle == ""
        else:
            assert one in settled
            assert names.index(ending.battle) > names.index(one.battle)
    assert set(kept(course)) == {one for one, ending in found.items() if ending.fate is Fate.KEPT}


class TestReport:
    def faults(self, tidings: Tidings, waiting: tuple[Civilian, ...] | None = (ONE,)) -> list[str]:
        rosters = {"us": mustered(), "them": mustered("orc")}
        return [p.code for p in report.problems(rosters, Report(civilians=tidings), waiting)]

    def test_it_may_say_all_of_it(self) -> None:
        assert self.faults(Tidings(taken=(ASHLEE, MARVIN), freed=(ONE,))) == []
        assert self.faults(Tidings(died=(ONE,))) == []

    def test_cards_are_the_five_printed(self) -> None:
        assert self.faults(Tidings(taken=("somebody",))) == ["no_such_civilian"]
        assert self.faults(Tidings(taken=(ASHLEE,) * (abducted.ALIKE_MOST + 1))) == ["civilians_alike"]

    def test_only_whom_the_aliens_keep_is_freed_or_dies_and_once(self) -> None:
        assert self.faults(Tidings(freed=(OTHER,))) == ["civilian_not_kept"]
        assert self.faults(Tidings(freed=(ONE,), died=(ONE,))) == ["civilian_settled_twice"]

    def test_the_past_is_not_asked_who_was_kept(self) -> None:
        """A correction lives the reports anew without the civilians: what no longer holds of them is listed apart."""
        assert self.faults(Tidings(freed=(OTHER,)), None) == []

    def test_old_reports_read_and_write_the_same(self) -> None:
        assert b"civilians" not in encode(Report())
        told = Report(civilians=Tidings(taken=(ASHLEE,), freed=(ONE,)))
        assert decode(encode(told), type=Report) == told
