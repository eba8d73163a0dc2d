"""Several phones at one pad at the same moment: every entry is kept, once. On SQLite files and PostgreSQL."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.matches.models.match import Match, MatchEntry, MatchState
from campaigns.matches.models.player import Player
from campaigns.matches.operations import entries as match_entries, verdicts as match_verdicts
from campaigns.matches.operations.recording import Sitting, open_match
from club.models import Member
from tests.campaigns.wars.test_at_once import at_once
from tests.factories.club import MemberFactory
from tests.factories.matches import END_TURN, kill, pad

pytestmark = pytest.mark.django_db(transaction=True)

EACH = 6


def table() -> list[Member]:
    return [MemberFactory.create() for _seat in range(4)]


def test_four_writers_at_once_lose_nothing() -> None:
    people = table()
    match = pad(people, options={"limit": 500})

    def write(seat: int) -> str:
        for tap in range(EACH):
            match_entries.add_entry(
                match=Match.objects.get(pk=match.pk),
                data=kill(seat, (seat + 1) % 4),
                author=people[seat],
                client_id=f"{seat}-{tap}",
            )
        return "done"

    assert at_once(*(lambda seat=seat: write(seat) for seat in range(4))) == Counter({"done": 4})
    match.refresh_from_db()
    rows = list(MatchEntry.objects.filter(match=match).order_by("position"))
    assert len(rows) == 4 * EACH == match.version
    assert [row.number for row in rows] == list(range(1, 4 * EACH + 1))
    for seat, member in enumerate(people):
        assert [row.client_id for row in rows if row.author_id == member.pk] == [f"{seat}-{n}" for n in range(EACH)]
    # In one turn everybody's first kill brings 2, each further one 1; whatever hit a sole leader brought 1 more.
    points = [seat.points or 0 for seat in match.seats.order_by("seat")]
    assert all(2 + EACH - 1 <= total <= 2 * (EACH + 1) for total in points)
    assert match.faults == 0


def test_one_entry_sent_four_times_at_once_counts_once() -> None:
    people = table()
    match = pad(people)

    def send() -> object:
        row = Match.objects.get(pk=match.pk)
        return match_entries.add_entry(match=row, data=kill(0, 1), author=people[0], client_id="tap").new

    assert at_once(send, send, send, send) == Counter({"False": 3, "True": 1})
    assert match.entries.count() == 1


def test_an_entry_and_the_end_at_the_same_moment_are_both_kept_or_one_is_refused_with_the_reason() -> None:
    people = table()
    match = pad(people, options={"limit": 2}, entries=[kill(0, 1)])

    def enter(data: object, client: str) -> object:
        row = Match.objects.get(pk=match.pk)
        return match_entries.add_entry(match=row, data=data, author=people[0], client_id=client).new

    outcome = at_once(lambda: enter(END_TURN, "end"), lambda: enter(kill(1, 2), "late"))
    if outcome["match_over"]:
        assert outcome == Counter({"True": 1, "match_over": 1})
    else:
        assert outcome == Counter({"True": 2})
    assert match.entries.count() == 1 + outcome["True"]


def test_two_corrections_of_one_version_do_not_overwrite_each_other() -> None:
    people = table()
    match = pad(people, entries=[kill(0, 1)])
    version = match.version

    def correct(victim: int) -> object:
        row = Match.objects.get(pk=match.pk)
        match_entries.correct_entry(
            match=row, number=1, data=kill(0, victim), reason="x", author=people[0], version=version
        )
        return "done"

    assert at_once(lambda: correct(2), lambda: correct(3)) == Counter({"done": 1, "stale": 1})
    assert match.corrections.count() == 1


def test_a_result_is_confirmed_once() -> None:
    people = table()
    match = pad(people, options={"limit": 2}, entries=[kill(0, 1), END_TURN])
    match_verdicts.finish_match(match=match, author=people[0])

    def confirm(member: Member) -> object:
        match_verdicts.confirm_match(match=Match.objects.get(pk=match.pk), member=member)
        return "done"

    outcome = at_once(*(lambda one=one: confirm(one) for one in people[1:]))
    assert outcome == Counter({"done": 1, "match_confirmed": 2})
    match.refresh_from_db()
    assert match.state == MatchState.CONFIRMED


def test_two_phones_write_down_the_same_new_guest_once() -> None:
    ann, ben = table()[:2]

    def seat(member: Member) -> object:
        open_match(sitting=Sitting(game="bagarre", people=[member, "Gail"]), recorder=member)
        return "done"

    assert at_once(lambda: seat(ann), lambda: seat(ben)) == Counter({"done": 2})
    assert Player.objects.filter(name="Gail").count() == 1
