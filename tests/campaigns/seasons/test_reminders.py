"""A season's referee reminds who has a result to answer: once a day, on the site and by mail to who wants mails."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from campaigns.jobs.models import Mail
from campaigns.league import news
from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.league.operations.reminders import remind
from club.models import Member
from club.operations import Refused
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.matches import result, season

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita() -> Member:
    return MemberFactory.create(display_name="Rita")


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(display_name="Ann", email="ann@club.example", language="en")


@pytest.fixture
def ben() -> Member:
    return MemberFactory.create(display_name="Ben", email="ben@club.example", language="en")


@pytest.fixture
def thursdays(rita: Member, ann: Member, ben: Member) -> Campaign:
    """Ann typed a result that Ben has not answered."""
    made = season(referee=rita)
    for member in (ann, ben):
        people.join(campaign=made, member=member, code=made.join_code)
    result([ann, ben], [16, 3], season=made)
    return made


def mails() -> list[str]:
    return [str(one.body) for one in mail.outbox] or [str(one.content["body"]) for one in Mail.objects.all()]


def test_the_desk_reminds_who_is_waited_for(thursdays: Campaign, rita: Member, ben: Member) -> None:
    client, desk = client_of(rita), reverse("campaigns:dashboard", args=[thursdays.slug])
    assert "Remind a player of what is waiting" in client.get(desk).content.decode()
    address = reverse("campaigns:power", args=[thursdays.slug, "remind"])
    sent = {"member": thursdays.memberships.get(member=ben).pk, "reason": "The month ends"}
    assert client_of(ben).post(address, sent).status_code == 403
    client.post(address, sent)
    (text,) = mails()
    assert "is the result right?" in text
    assert "The month ends" in text
    assert any("reminds you of what is waiting" in line.sentence for line in news.lines_of(news.news_of(ben)))
    assert thursdays.referee_acts.get().code == "reminded"
    with pytest.raises(Refused) as refused:
        remind(campaign=thursdays, member=ben, referee=rita, reason="Again")
    assert refused.value.codes == ["reminded_lately"]


def test_who_is_not_waited_for_is_not_reminded(thursdays: Campaign, rita: Member, ann: Member) -> None:
    with pytest.raises(Refused) as refused:
        remind(campaign=thursdays, member=ann, referee=rita, reason="The month ends")
    assert refused.value.codes == ["nothing_waits"]


def test_who_wants_no_mail_gets_none(thursdays: Campaign, rita: Member, ben: Member) -> None:
    Member.objects.filter(pk=ben.pk).update(reminders=False)
    ben.refresh_from_db()
    remind(campaign=thursdays, member=ben, referee=rita, reason="The month ends")
    assert mails() == []
    assert thursdays.referee_acts.exists()
