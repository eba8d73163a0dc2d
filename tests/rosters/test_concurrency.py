"""Two people pressing at once: nothing is lost, nothing is spent twice."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from club.operations import Refused
from engines.musg.entries import Grant, Hire
from engines.musg.ranks import Rank
from rosters.models import JournalEntry, Warband
from rosters.operations import roster_at, take_step, undo_last
from tests.factories.rosters import WarbandFactory

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 8
COST = 8  # a human henchman


def in_threads(act: object, count: int = AT_ONCE) -> list[object]:
    def guarded(number: int) -> object:
        try:
            return act(number)  # type: ignore[operator]
        except Refused as refused:
            return refused.codes
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(guarded, range(count)))


def hire(warband: Warband, number: int, version: int | None = None) -> str:
    mine = Warband.objects.get(pk=warband.pk)
    entry = Hire(rank=Rank.HENCHMAN, race="human", name=f"H{number}")
    take_step(warband=mine, entry=entry, author=mine.owner, version=version)
    return "hired"


def with_money_for(count: int) -> Warband:
    warband = WarbandFactory.create(mustered=True)
    spare = warband.treasury - count * COST
    take_step(warband=warband, entry=Grant(points=-spare, reason="Only so much"), author=warband.owner)
    return warband


def test_money_for_four_hires_exactly_four() -> None:
    warband = with_money_for(4)
    results = in_threads(lambda number: hire(warband, number))
    assert results.count("hired") == 4
    assert results.count(["too_expensive"]) == 4
    stored = Warband.objects.get(pk=warband.pk)
    assert stored.treasury == 0
    assert len(stored.roster.active) == 2 + 4
    assert stored.characters.count() == 6
    assert stored.gear.count() == 6
    assert roster_at(stored) == stored.roster
    numbers = list(JournalEntry.objects.filter(warband=stored).values_list("number", flat=True))
    assert len(numbers) == len(set(numbers)) == stored.version


def test_of_eight_sent_from_one_page_one_is_taken() -> None:
    warband = with_money_for(8)
    results = in_threads(lambda number: hire(warband, number, version=warband.version))
    assert results.count("hired") == 1
    assert results.count(["stale"]) == 7


def test_a_step_is_undone_once() -> None:
    warband = with_money_for(1)
    hire(warband, 1)

    def undo(number: int) -> str:
        mine = Warband.objects.get(pk=warband.pk)
        undo_last(warband=mine, author=mine.owner, version=warband.version + 1)
        return "undone"

    results = in_threads(undo, 4)
    assert results.count("undone") == 1
    stored = Warband.objects.get(pk=warband.pk)
    assert stored.treasury == COST
    assert roster_at(stored) == stored.roster
