"""Who sits where, said by several at the same moment. On SQLite files and PostgreSQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from campaigns.league.operations.people import join
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import Player
from campaigns.matches.operations import guests
from campaigns.matches.operations.changes import move_match, replace_player
from campaigns.matches.operations.recording import Sitting, open_match
from campaigns.matches.operations.verdicts import settle_match
from club.models import Member
from tests.campaigns.overlap import overlapping
from tests.campaigns.wars.test_at_once import at_once
from tests.factories.club import MemberFactory
from tests.factories.matches import pad, result, season

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


@pytest.fixture
def people(transactional_db: None) -> list[Member]:
    return list(MemberFactory.create_batch(4))


@pytest.fixture
def judge(transactional_db: None) -> Member:
    return MemberFactory.create(is_staff=True)


def guest() -> Player:
    return Player.objects.get(name="Gail")


def merging(member: Member, judge: Member) -> Callable[[], object]:
    def merge() -> str:
        guests.merge_guest(guest=guest(), member=member, author=judge)
        return "merged"

    return merge


def sitting(*people: Member | str) -> Callable[[], object]:
    def sit() -> str:
        open_match(sitting=Sitting(game="badass_force", people=people), recorder=MemberFactory.create())
        return "opened"

    return sit


def replacing(match: Match, seat: int, who: Member | str, judge: Member) -> Callable[[], object]:
    def replace() -> str:
        replace_player(match=Match.objects.get(pk=match.pk), seat=seat, who=who, author=judge)
        return "replaced"

    return replace


def seated(match: Match) -> list[tuple[int | None, str | None]]:
    """Who sits there: the member, and the guest he was written down as."""
    rows = MatchSeat.objects.filter(match=match).order_by("seat")
    return list(rows.values_list("player__member", "recorded_as__name"))


def test_new_people_are_written_down_in_any_order(people: list[Member]) -> None:
    """Everybody sits down for the first time at four tables, each of which lists them in another order."""
    for turn in range(ROUNDS):
        everybody = [*MemberFactory.create_batch(2), f"Gail {turn}", f"Hugh {turn}"]
        orders = (everybody, everybody[::-1], everybody[2:] + everybody[:2], everybody[1::-1] + everybody[:1:-1])
        assert at_once(*(sitting(*order) for order in orders)) == Counter({"opened": 4})
    assert Player.objects.exclude(name="").count() == 2 * ROUNDS


def test_a_match_opened_for_a_guest_goes_with_him(people: list[Member], judge: Member) -> None:
    pad([people[0], "Gail"])
    assert overlapping(sitting(people[0], "Gail"), merging(people[1], judge)) == ("opened", "merged")
    assert not guest().seats.exists()
    assert Player.objects.get(member=people[1]).seats.count() == 2


def test_the_name_of_a_guest_leads_to_the_member_at_once(people: list[Member], judge: Member) -> None:
    pad([people[0], "Gail"])
    assert overlapping(merging(people[1], judge), sitting(people[0], "Gail")) == ("merged", "opened")
    assert not guest().seats.exists()
    assert Player.objects.get(member=people[1]).seats.count() == 2


def test_the_member_sits_down_beside_the_guest(people: list[Member], judge: Member) -> None:
    match = pad([people[0], "Gail", people[1]])
    pad([people[0], people[3]])
    outcome = overlapping(replacing(match, 2, people[3], judge), merging(people[3], judge))
    assert outcome == ("replaced", "met_each_other")
    assert seated(match) == [(people[0].pk, None), (None, None), (people[3].pk, None)]


def test_the_guest_was_somebody_else_in_one_match(people: list[Member], judge: Member) -> None:
    wrong, right = pad([people[0], "Gail"]), pad([people[0], "Gail"])
    outcome = overlapping(replacing(wrong, 1, people[1], judge), merging(people[2], judge))
    assert outcome == ("replaced", "merged")
    assert seated(wrong) == [(people[0].pk, None), (people[1].pk, None)]
    assert seated(right) == [(people[0].pk, None), (people[2].pk, "Gail")]


def test_of_two_guests_of_one_table_one_is_the_member(people: list[Member], judge: Member) -> None:
    match = pad([people[0], "Gail", "Hugh"])
    pad([people[1], people[2]])

    def hugh() -> str:
        guests.merge_guest(guest=Player.objects.get(name="Hugh"), member=people[1], author=judge)
        return "merged"

    assert overlapping(merging(people[1], judge), hugh) == ("merged", "met_each_other")
    assert seated(match) == [(people[0].pk, None), (people[1].pk, "Gail"), (None, None)]


def test_a_newcomer_is_seated_and_takes_over_a_guest(people: list[Member], judge: Member) -> None:
    """Nobody has written him down before: both do, and both want the same matches."""
    for turn in range(ROUNDS):
        newcomer = MemberFactory.create()
        names = [f"Gail {turn}", f"Hugh {turn}"]
        tables = [pad([people[0], *names]), pad([people[0], *names])]
        known = Player.objects.get(name=names[0])

        def merge(known: Player = known, newcomer: Member = newcomer) -> str:
            guests.merge_guest(guest=known, member=newcomer, author=judge)
            return "merged"

        outcome = at_once(merge, *(replacing(match, 2, newcomer, judge) for match in tables))
        if outcome["merged"]:
            assert outcome == Counter({"merged": 1, "twice_at_table": 2})
        else:
            assert outcome["met_each_other"] == 1
            assert outcome["replaced"] == 2


def test_the_season_a_match_was_moved_to_says_who_judges(people: list[Member], judge: Member) -> None:
    referee, recorder = people[0], people[1]
    thursdays = season(referee=referee)
    for member in (recorder, people[2]):
        join(campaign=thursdays, member=member, code=thursdays.join_code)
    match = result([recorder, people[2]], [16, 3])

    def move() -> str:
        move_match(match=Match.objects.get(pk=match.pk), season=thursdays, author=recorder)
        return "moved"

    def settle() -> str:
        settle_match(match=Match.objects.get(pk=match.pk), judge=referee)
        return "settled"

    outcome = overlapping(move, settle)
    assert outcome == ("moved", "settled")
    match.refresh_from_db()
    assert (match.campaign, match.state) == (thursdays, "confirmed")
