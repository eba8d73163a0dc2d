"""Whoever keeps a table waiting is reminded by who sits there: late enough, once a day, by mail to who wants mails."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from campaigns.jobs.models import Mail
from campaigns.league import news
from campaigns.seating.people import Person
from campaigns.tables.absence import ABSENT_AFTER
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations.reminders import remind
from club.models import Member
from club.operations import Refused
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.tables import plain_duel

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Member:
    return MemberFactory.create(display_name="Ann", email="ann@club.example", language="en")


@pytest.fixture
def bob() -> Member:
    return MemberFactory.create(display_name="Bob", email="bob@club.example", language="en")


def mails() -> list[str]:
    return [str(one.body) for one in mail.outbox] or [str(one.content["body"]) for one in Mail.objects.all()]


def late(ann: Member, bob: Member) -> tuple[CardTable, Member, Member]:
    """A duel, who keeps it waiting, and who waits."""
    table = plain_duel(ann, bob)
    CardTable.objects.filter(pk=table.pk).update(moved=timezone.now() - ABSENT_AFTER)
    return table, *((ann, bob) if table.actor == 0 else (bob, ann))


def refused(table: CardTable, person: Person) -> list[str]:
    with pytest.raises(Refused) as found:
        remind(table=table, person=person)
    return found.value.codes


def test_who_keeps_the_table_waiting_is_reminded_once_a_day(ann: Member, bob: Member) -> None:
    table, away, other = late(ann, bob)
    client = client_of(other)
    assert f"Remind {away.name}" in client.get(table.get_absolute_url()).content.decode()
    assert "Remind" not in client_of(away).get(table.get_absolute_url()).content.decode()
    client.post(reverse("tables:remind", args=[table.pk]))
    (text,) = mails()
    assert "It is your move at the table of La Bagarre." in text
    (line,) = [one for one in news.lines_of(news.news_of(away)) if "waits for your move" in one.sentence]
    assert line.waits
    assert refused(table, Person(other)) == ["reminded_lately"]


def test_nobody_is_reminded_too_early_by_himself_or_from_outside(ann: Member, bob: Member) -> None:
    table, away, _other = late(ann, bob)
    assert refused(table, Person(away)) == ["nobody_to_remind"]
    assert refused(table, Person(MemberFactory.create())) == ["nobody_to_remind"]
    CardTable.objects.filter(pk=table.pk).update(moved=timezone.now())
    assert refused(table, Person(_other)) == ["nobody_to_remind"]
    assert mails() == []


def test_who_wants_no_mail_is_reminded_on_the_site_alone(ann: Member, bob: Member) -> None:
    table, away, other = late(ann, bob)
    Member.objects.filter(pk=away.pk).update(reminders=False)
    remind(table=table, person=Person(other))
    assert mails() == []
    assert any("waits for your move" in one.sentence for one in news.lines_of(news.news_of(away)))
