"""What players and referees are told of matches of the card games and of card tables."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from campaigns.league import news
from campaigns.league.models import Campaign, News
from campaigns.league.operations import people
from campaigns.matches.models.match import Match
from campaigns.matches.operations import changes, entries, guests, verdicts
from campaigns.seating.people import Person
from campaigns.tables.operations import tables
from club.models import Member
from tests.factories.club import MemberFactory
from tests.factories.matches import result, season
from tests.factories.tables import BOT, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita() -> Member:
    return MemberFactory.create(display_name="Rita")


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(display_name="Ann")


@pytest.fixture
def ben() -> Member:
    return MemberFactory.create(display_name="Ben")


@pytest.fixture
def thursdays(rita: Member, ann: Member, ben: Member) -> Campaign:
    """A season of Rita's in which Ann and Ben play; nobody has any news yet."""
    made = season(referee=rita)
    for member in (ann, ben):
        people.join(campaign=made, member=member, code=made.join_code)
    News.objects.all().delete()
    return made


@pytest.fixture
def match(thursdays: Campaign, ann: Member, ben: Member) -> Match:
    """Ann recorded a result of theirs."""
    return result([ann, ben], [16, 3], season=thursdays)


def told(member: Member) -> list[str]:
    """What a member was told, in order, without the date; a mark shows what waits for them."""
    today = f" ({date_format(timezone.localdate(), 'DATE_FORMAT')})"
    lines = reversed(news.lines_of(news.news_of(member)))
    return [f"{'! ' if line.waits else ''}{line.sentence.replace(today, '')}" for line in lines]


def test_a_result_waits_for_the_others_who_sat_there(match: Match, ann: Member, ben: Member, rita: Member) -> None:
    verdicts.confirm_match(match=match, member=ben)
    assert told(ben) == ["! Ann recorded your result in Badass Force: is it right?"]
    assert told(ann) == ["Ben confirmed your result in Badass Force."]
    assert told(rita) == []
    assert {row.address for row in News.objects.all()} == {match.get_absolute_url()}


def test_a_dispute_waits_for_the_referee(match: Match, ann: Member, ben: Member, rita: Member) -> None:
    verdicts.dispute_match(match=match, member=ben, text="It was 15.")
    final = {"kind": "final", "totals": [16, 15]}
    entries.correct_entry(match=match, number=1, data=final, reason="Ben is right", author=rita)
    verdicts.settle_match(match=match, judge=rita)
    verdicts.reopen_match(match=match, author=rita)
    changes.cancel_match(match=match, author=rita)
    assert told(rita) == ["! Ben disputes a result in Badass Force: decide."]
    both = [
        "! Rita corrected your match of Badass Force.",
        "Rita settled your result in Badass Force as the referee.",
        "Rita opened your match of Badass Force again.",
        "Rita called your match of Badass Force off.",
    ]
    assert told(ann) == ["Ben disputes your result in Badass Force.", *both]
    assert told(ben) == ["! Ann recorded your result in Badass Force: is it right?", *both]


def test_a_dispute_outside_of_seasons_waits_for_the_club_s_admins(ann: Member, ben: Member, rita: Member) -> None:
    admin = MemberFactory.create(display_name="Ada", is_staff=True)
    MemberFactory.create(is_staff=True, is_active=False)
    alone = result([ann, ben], [16, 12])
    verdicts.dispute_match(match=alone, member=ben, text="It was 15.")
    assert told(admin) == ["! Ben disputes a result in Badass Force: decide."]
    assert told(rita) == []
    assert told(ann) == ["Ben disputes your result in Badass Force."]
    verdicts.settle_match(match=alone, judge=admin)


def test_silence_tells_everybody(match: Match, ann: Member, ben: Member) -> None:
    Match.objects.update(confirms_at=timezone.now())
    assert verdicts.confirm_due() == 1
    for player in (ann, ben):
        assert told(player)[-1] == "Nobody objected in time: your result in Badass Force counts."


def test_a_guest_who_was_somebody(ann: Member, ben: Member) -> None:
    match = result([ann, "Gail"], [16, 3])
    guest = match.seats.get(seat=1).player
    guests.refuse_claim(claim=guests.claim_guest(guest=guest, member=ben), author=ann)
    guests.claim_guest(guest=guest, member=ben)
    guests.merge_guest(guest=guest, member=ben, author=ann)
    assert told(ben) == [
        "Ann does not agree that you are the guest “Gail”.",
        "What “Gail” played as a guest is yours now, says Ann.",
    ]
    assert told(ann) == []


def test_a_seat_that_is_kept_waits_and_a_move_is_no_news(ann: Member, ben: Member) -> None:
    table = open_table(ann, ben, BOT)
    tables.call_off(table=table)
    assert told(ben) == [
        "! Ann keeps a seat for you at a table of La Bagarre.",
        "Ann called your table of La Bagarre off.",
    ]
    assert told(ann) == []
    with translation.override("fr"):
        assert told(ben)[0].startswith("! Ann vous garde un siège")


def test_a_rematch_waits_for_the_others(ann: Member, ben: Member) -> None:
    table = open_table(ann, ben, BOT)
    table.state = "over"
    table.save()
    News.objects.all().delete()
    tables.rematch(table=table, person=Person(ben))
    tables.rematch(table=table, person=Person(ann))
    assert told(ann) == ["! Ben wants a rematch at your table of La Bagarre."]
    assert told(ben) == []
