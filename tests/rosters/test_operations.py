"""The operations: money kept to the point, nothing half done, the journal the truth."""

import pytest

from club.models import Member
from club.operations import Refused, Stale
from club.visibility import Visibility
from engines.musg.entries import AnyEntry, Buy, Dismiss, Engage, Grant, Hire, Learn, Muster, Note, Rename
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters.models import Character, Gear, JournalEntry, Warband
from rosters.operations import (
    change_visibility,
    create_warband,
    rebuild,
    roster_at,
    take_step,
    take_steps,
    undo_last,
)
from tests.factories.rosters import WarbandFactory, lost_battle, recovered

pytestmark = pytest.mark.django_db

HENCHMAN = Hire(rank=Rank.HENCHMAN, race="human", name="Cy")


def traces(warband: Warband) -> tuple[object, ...]:
    """Everything stored about a warband."""
    stored = Warband.objects.values().get(pk=warband.pk)
    return (
        stored,
        list(warband.journal.values()),
        list(warband.characters.values()),
        list(warband.gear.values()),
    )


def test_a_step_is_paid_written_down_and_copied(warband: Warband, owner: Member) -> None:
    row = take_step(warband=warband, entry=HENCHMAN, author=owner)
    assert (row.kind, row.before, row.after, row.author) == ("hire", 452, 444, owner)
    assert warband.treasury == warband.roster.treasury == 444
    assert Character.objects.get(warband=warband, number=3).name == "Cy"
    assert Gear.objects.get(warband=warband, character__number=3).code == "dagger"
    assert Warband.objects.get(pk=warband.pk).roster == warband.roster


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Buy(item="heavy_armour", figure=9), "no_such_figure"),
        (Buy(item="excalibur", figure=1), "no_such_item"),
        (Dismiss(figure=1), "leader_stays"),
        (Learn(figure=1, skill="brave"), "no_choice_waiting"),
        (Hire(rank=Rank.HENCHMAN, race="orc", name="Ug"), "race_not_allowed"),
        (Rename(figure=1, name=" "), "name_empty"),
        (Muster(), "muster_closed"),
    ],
)
def test_a_refused_step_leaves_no_trace(warband: Warband, owner: Member, entry: AnyEntry, code: str) -> None:
    before = traces(warband)
    with pytest.raises(Refused) as refused:
        take_step(warband=warband, entry=entry, author=owner)
    assert refused.value.codes == [code]
    assert traces(warband) == before


def test_money_never_runs_below_nothing(warband: Warband, owner: Member) -> None:
    take_step(warband=warband, entry=Grant(points=-445, reason="Fire"), author=owner)
    with pytest.raises(Refused) as refused:
        take_step(warband=warband, entry=HENCHMAN, author=owner)
    assert refused.value.codes == ["too_expensive"]
    assert Warband.objects.get(pk=warband.pk).treasury == 7


def test_several_steps_are_taken_all_or_none(warband: Warband, owner: Member) -> None:
    before = traces(warband)
    with pytest.raises(Refused):
        take_steps(warband=warband, entries=[HENCHMAN, Buy(item="sword", figure=9)], author=owner)
    assert traces(warband) == before
    take_steps(warband=warband, entries=[HENCHMAN, Buy(item="sword", figure=3)], author=owner)
    assert warband.treasury == 452 - 8 - 5


def test_a_page_out_of_date_changes_nothing(warband: Warband, owner: Member) -> None:
    seen = warband.version
    take_step(warband=warband, entry=HENCHMAN, author=owner, version=seen)
    before = traces(warband)
    with pytest.raises(Stale):
        take_step(warband=warband, entry=HENCHMAN, author=owner, version=seen)
    with pytest.raises(Stale):
        undo_last(warband=warband, author=owner, version=seen)
    with pytest.raises(Stale):
        change_visibility(warband=warband, visibility=Visibility.PUBLIC, version=seen)
    assert traces(warband) == before


def test_undoing_brings_back_the_state_and_keeps_the_struck_step(warband: Warband, owner: Member) -> None:
    before = warband.roster
    take_step(warband=warband, entry=HENCHMAN, author=owner)
    row = undo_last(warband=warband, author=owner)
    assert row.struck
    assert row.undone_by == owner
    assert warband.roster == before
    assert not Character.objects.filter(warband=warband, number=3).exists()
    again = take_step(warband=warband, entry=HENCHMAN, author=owner)
    assert again.number > row.number
    numbers = list(JournalEntry.objects.filter(warband=warband).values_list("number", flat=True))
    assert len(numbers) == len(set(numbers))


def test_only_its_author_takes_a_step_back(warband: Warband, owner: Member) -> None:
    stranger = WarbandFactory.create(mustered=True).owner
    take_step(warband=warband, entry=HENCHMAN, author=stranger, reason="On the phone")
    with pytest.raises(Refused) as refused:
        undo_last(warband=warband, author=owner)
    assert refused.value.codes == ["not_your_step"]


def test_nothing_that_rolled_is_taken_back(warband: Warband, owner: Member) -> None:
    take_step(warband=warband, entry=lost_battle(), author=owner)
    with pytest.raises(Refused) as refused:
        undo_last(warband=warband, author=owner)
    assert refused.value.codes == ["step_stands"]
    take_step(warband=warband, entry=recovered((4, 1)), author=owner)
    with pytest.raises(Refused) as refused:
        undo_last(warband=warband, author=owner)
    assert refused.value.codes == ["step_stands"]


def test_an_empty_journal_has_nothing_to_take_back(muster: Warband, owner: Member) -> None:
    with pytest.raises(Refused) as refused:
        undo_last(warband=muster, author=owner)
    assert refused.value.codes == ["nothing_to_undo"]


def test_the_state_of_any_date_is_the_replay_up_to_it(warband: Warband, owner: Member) -> None:
    then = warband.version
    take_step(warband=warband, entry=HENCHMAN, author=owner)
    take_step(warband=warband, entry=Note(text="A wet day."), author=owner)
    assert roster_at(warband) == warband.roster
    assert len(roster_at(warband, then).figures) == 2
    assert roster_at(warband, then).treasury == 452


def test_rebuilding_writes_the_same(owner: Member) -> None:
    warband = WarbandFactory.create(owner=owner, full=True)
    take_step(warband=warband, entry=lost_battle(present=tuple(range(1, 11)), fallen=2), author=owner)
    take_step(warband=warband, entry=recovered((2, 2)), author=owner)
    before = Warband.objects.values_list("state", "treasury", "value", "battles").get(pk=warband.pk)
    figures = sorted(warband.characters.values_list("number", "experience", "value", "standing"))
    Character.objects.filter(warband=warband).update(name="?", value=0)
    Gear.objects.filter(warband=warband, number__lt=5).delete()
    Warband.objects.filter(pk=warband.pk).update(treasury=-1, value=0)
    rebuild(warband=warband)
    assert Warband.objects.values_list("state", "treasury", "value", "battles").get(pk=warband.pk) == before
    assert sorted(warband.characters.values_list("number", "experience", "value", "standing")) == figures
    assert warband.gear.count() == sum(len(figure.items) for figure in warband.roster.figures)


def test_a_warband_that_may_not_be_is_not_founded(owner: Member) -> None:
    with pytest.raises(Refused) as refused:
        create_warband(owner=owner, setup=Setup("martian", " "))
    assert refused.value.codes == ["name_empty", "no_such_race"]
    with pytest.raises(Refused):
        create_warband(owner=owner, setup=Setup("human", "Half"), entries=[Engage(mercenary="nobody", name="X")])
    assert not Warband.objects.exists()
