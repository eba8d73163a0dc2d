"""Whatever a warband lives through: money is conserved, experience never falls, nothing is ever in two places."""

from collections import Counter

from hypothesis import given, strategies as st

from engines.core.problems import Illegal
from engines.musg import journal, muster, transfer
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import (
    AnyEntry,
    Award,
    Bestow,
    Buy,
    Dismiss,
    Engage,
    EngageAgain,
    Exempt,
    Grant,
    Hire,
    HireCharacter,
    PayFee,
    RaiseZombie,
    Recover,
    TakeBack,
)
from engines.musg.ranks import Rank
from engines.musg.rules import Era
from engines.musg.succession import character_for_hire
from engines.musg.warband import Figure, Item, Standing, Warband
from tests.engines.musg.builders import mustered, rich
from tests.engines.musg.journeys import LONGEST, Journey, journey, lives

journeys = st.builds(journey, seed=lives, length=st.integers(0, LONGEST))
"""Beginnings of random lives."""

PROFILE_COST = {Rank.LEADER: 40, Rank.LIEUTENANT: 20, Rank.HENCHMAN: 8, Rank.EXTRA: 4}


def price_of_hiring(warband: Warband, entry: Hire) -> int:
    """Musg, Les personnages; goblins at half price (ruling M18), henchmen among others at 8 with the switch (M19)."""
    cost = PROFILE_COST[entry.rank]
    if warband.is_tribe and entry.rank is Rank.HENCHMAN:
        cost //= 2  # ruling M169
    if entry.race == "goblin" and entry.rank is not Rank.EXTRA:
        away = warband.race != "goblin" and warband.rules.goblins_full_price_elsewhere
        return cost if away else cost // 2
    return cost


def price_of_buying(warband: Warband, entry: Buy) -> int:
    """Ruling M29: a figure's first dagger, and its first pistol outside the middle ages, are free."""
    figure = warband.figure(entry.figure) if entry.figure is not None else None
    free = {"dagger"} if warband.rules.era is Era.MEDIEVAL else {"dagger", "pistol"}
    if figure is not None and entry.item in free and entry.item not in figure.free_taken:
        return 0
    return CATALOGUE.items[entry.item].cost


def income(warband: Warband, entry: AnyEntry) -> int:
    """What an entry must change in the treasury, worked out by hand."""
    match entry:
        case Hire():
            return -price_of_hiring(warband, entry)
        case RaiseZombie():
            return -4
        case Engage():
            return -50 - 30
        case HireCharacter(character=character):
            return -character.price
        case PayFee(figure=number) | EngageAgain(figure=number):
            figure = warband.figure(number)
            assert figure is not None
            assert figure.contract is not None
            again = isinstance(entry, EngageAgain)
            return -figure.contract.fee - (50 if again and figure.mercenary else 0)
        case Buy():
            return -price_of_buying(warband, entry)
        case TakeBack(item=item):
            return next(i.paid for f in (warband, *warband.figures) for i in things(f) if i.id == item)
        case Dismiss(figure=number) if not warband.mustered:
            return next(f.value for f in warband.figures if f.id == number)
        case Grant(points=points):
            return points
        case Bestow(charged=True, item=item):
            return -CATALOGUE.items[item].cost
        case Recover():
            assert warband.engagement is not None
            return max(0, warband.engagement.victory_points)
    return 0


def things(holder: Warband | Figure) -> tuple[Item, ...]:
    """What lies in the stash or is carried."""
    return holder.stash if isinstance(holder, Warband) else holder.items


@given(journeys)
def test_money_is_conserved(trip: Journey) -> None:
    """Treasury and spending always add up to what there was at the start, was granted and was banked."""
    for before, entry, after in zip(trip.states, trip.entries, trip.states[1:], strict=False):
        assert after.treasury == before.treasury + income(before, entry), entry
    draft = [state for state in trip.states if not state.mustered]
    for state in draft:
        assert state.treasury + muster.totals(state).total == state.rules.points


@given(journeys)
def test_the_treasury_is_never_negative_once_mustered(trip: Journey) -> None:
    assert all(state.treasury >= 0 for state in trip.states if state.mustered)


@given(journeys)
def test_experience_falls_only_for_the_new_sheet_of_a_promotion_and_by_a_referees_word(trip: Journey) -> None:
    for before, entry, after in zip(trip.states, trip.entries, trip.states[1:], strict=False):
        if isinstance(entry, Award) and entry.points < 0:
            continue
        for old in before.figures:
            new = after.figure(old.id)
            if new is None:
                assert not before.mustered
                continue
            assert new.lifetime >= old.lifetime
            promoted = old.rank is Rank.HENCHMAN and new.rank is not Rank.HENCHMAN
            assert (new.experience == 0) if promoted else (new.experience >= old.experience)


@given(journeys)
def test_numbers_are_unique_and_nothing_is_in_two_places(trip: Journey) -> None:
    for state in trip.states:
        figures = Counter(f.id for f in state.figures)
        items = Counter(item.id for holder in (state, *state.figures) for item in things(holder))
        assert set(figures.values()) | set(items.values()) <= {1}
        assert all(0 < number < state.next_figure for number in figures)
        assert all(0 < number < state.next_item for number in items)


@given(journeys)
def test_sheets_stay_possible(trip: Journey) -> None:
    """Choices are never overdrawn, skills known once with all they need, the dead and dismissed carry nothing."""
    for figure in (figure for state in trip.states for figure in state.figures):
        assert figure.choices >= 0
        assert len(set(figure.skills)) == len(figure.skills)
        assert all(set(CATALOGUE.skills[code].requires) <= set(figure.skills) for code in figure.skills)
        if figure.standing in (Standing.DEAD, Standing.LEFT):
            assert figure.items == ()


@given(journeys)
def test_whoever_departs_may_be_hired(trip: Journey) -> None:
    """Ruling M290: any warband may take what the aftermath or a claim sent away."""
    employer = rich(mustered())
    for figure in trip.end.figures:
        if figure.standing is Standing.FOR_HIRE:
            character = character_for_hire(figure)
            assert journal.can_apply(employer, HireCharacter(character=character))
            assert character.price >= PROFILE_COST[figure.rank]


@given(journeys)
def test_gear_always_combines_once_mustered(trip: Journey) -> None:
    gear = {"bars_two_handed", "bars_two_one_handed", "slot_taken", "too_many_items"}
    if any(isinstance(entry, Exempt) for entry in trip.entries):
        return  # what a referee allowed and then no longer does stays on the sheet until it is laid down
    for state in trip.states:
        if state.mustered:
            assert not gear & {problem.code for problem in muster.problems(state)}


@given(journeys)
def test_setup_and_journal_are_the_whole_truth(trip: Journey) -> None:
    assert journal.replay(trip.setup, trip.entries) == trip.end
    assert journal.replay_tolerant(trip.setup, trip.entries) == (trip.end, [])


@given(journeys)
def test_undoing_the_last_step_is_replaying_without_it(trip: Journey) -> None:
    if trip.entries and trip.entries[-1].can_be_undone:
        assert journal.replay(trip.setup, trip.entries[:-1]) == trip.states[-2]


@given(journeys)
def test_everything_is_read_back_as_it_was_written(trip: Journey) -> None:
    assert journal.decode_setup(journal.encode(trip.setup)) == trip.setup
    assert journal.decode_warband(journal.encode(trip.end)) == trip.end
    for entry in trip.entries:
        assert journal.decode_entry(journal.encode(entry)) == entry
    file = transfer.read_file(transfer.write_file(trip.setup, trip.entries))
    assert transfer.open_file(file) == (trip.end, [])


@given(journeys)
def test_refused_entries_say_why_and_leave_no_trace(trip: Journey) -> None:
    for warband, entry in trip.refused:
        before = journal.encode(warband)
        problems = journal.problems(warband, entry)
        assert problems
        try:
            journal.apply(warband, entry)
        except Illegal as illegal:
            assert list(illegal.problems) == problems
        else:
            raise AssertionError(entry)
        assert journal.encode(warband) == before
