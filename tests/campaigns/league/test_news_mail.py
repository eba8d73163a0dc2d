"""News by mail: when, to whom, in which language, once; and how it ends."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail, signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.jobs.models import Mail
from campaigns.league import digest, news
from campaigns.league.models import News
from campaigns.league.operations import people
from campaigns.league.operations.campaigns import close_campaign
from club.models import Member, NewsMail, Topic, Wishes
from club.visibility import Visibility
from tests.factories.campaigns import campaign, join, membership
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
EVENING = datetime(2031, 5, 5, 20, 0, tzinfo=timezone.get_default_timezone())


def reader(wants: NewsMail, *, verified: bool = True, **values: object) -> Member:
    member = MemberFactory.create(news_mail=wants, language="en", **values)
    EmailAddress.objects.create(user=member, email=f"{member.username}@club.example", verified=verified, primary=True)
    return member


def told(*members: Member, name: str = "The Ford", waits: bool = False, at: datetime = EVENING) -> None:
    before = News.objects.count()
    address = reverse("campaigns:list")
    news.tell(campaign=None, to=members, code="turned_away", params={"name": name}, address=address, waits=waits)
    assert News.objects.count() == before + len(members)
    News.objects.filter(pk__in=News.objects.order_by("-pk")[: len(members)].values("pk")).update(at=at)


def sent_at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> list[str]:
    """To whom mails are written at this moment."""
    mail.outbox.clear()
    monkeypatch.setattr(digest.timezone, "now", lambda: moment)
    digest.send_due()
    return [to for message in mail.outbox for to in message.to]


def test_every_morning_once_and_only_to_who_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    never, daily, at_once = (reader(wants) for wants in (NewsMail.OFF, NewsMail.DAILY, NewsMail.AT_ONCE))
    told(never, daily, at_once)
    assert sent_at(monkeypatch, EVENING + timedelta(hours=1)) == []
    assert sent_at(monkeypatch, EVENING + timedelta(hours=10, minutes=59)) == []
    wanted = [f"{member.username}@club.example" for member in (daily, at_once)]
    assert sorted(sent_at(monkeypatch, EVENING + timedelta(hours=11))) == sorted(wanted)
    assert sent_at(monkeypatch, EVENING + timedelta(hours=12)) == []
    assert sent_at(monkeypatch, EVENING + timedelta(days=3)) == []


def test_what_waits_is_sent_at_once_with_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    daily, at_once = reader(NewsMail.DAILY), reader(NewsMail.AT_ONCE)
    told(daily, at_once, name="first")
    told(daily, at_once, name="second", waits=True)
    assert sent_at(monkeypatch, EVENING) == [f"{at_once.username}@club.example"]
    (message,) = mail.outbox
    assert message.subject.endswith("2 pieces of news")
    body = str(message.body)
    assert body.index("“second”.") < body.index("“first”.")
    row = News.objects.filter(member=at_once).latest("pk")
    assert f"http://testserver{reverse('campaigns:news_open', args=[row.pk])}" in body
    html = str(message.alternatives[0][0])
    assert "You were not let into “second”." in html


def test_what_was_read_or_is_a_week_old_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    daily = reader(NewsMail.DAILY)
    told(daily, name="read")
    news.mark_read(member=daily, up_to=News.objects.latest("pk").pk)
    told(daily, name="old", at=EVENING - timedelta(days=8))
    assert sent_at(monkeypatch, EVENING + timedelta(hours=11)) == []


def test_nothing_is_said_of_what_may_not_be_read_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    anne, daily = MemberFactory.create(), reader(NewsMail.DAILY)
    secret = campaign(anne, name="Hushwood", visibility=Visibility.PRIVATE)
    join(secret, daily)
    close_campaign(campaign=secret, closed=True, author=anne)
    membership(secret, daily).delete()
    News.objects.update(at=EVENING)
    assert sent_at(monkeypatch, EVENING + timedelta(hours=11)) == []
    assert not News.objects.filter(member=daily, mailed=None).exists()


def test_leaving_a_campaign_leaves_nothing_new_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    anne, daily = MemberFactory.create(display_name="Anne"), reader(NewsMail.DAILY)
    secret = campaign(anne, name="Hushwood", visibility=Visibility.PRIVATE)
    join(secret, daily)
    people.leave(membership=membership(secret, daily), author=anne)
    assert [line.sentence for line in news.lines_of(news.unread_of(daily))] == ["Anne removed you from “Hushwood”."]
    assert News.objects.filter(member=daily, read_at=None).count() == 1


@pytest.mark.parametrize("values", [{"verified": False}, {"is_active": False}])
def test_nobody_is_written_to_whose_address_is_not_known_to_be_theirs_or_who_is_shut_out(
    values: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(reader(NewsMail.DAILY, **values))  # type: ignore[arg-type]
    assert sent_at(monkeypatch, EVENING + timedelta(hours=11)) == []


def test_each_is_written_to_in_their_own_language(monkeypatch: pytest.MonkeyPatch) -> None:
    member = reader(NewsMail.DAILY)
    Member.objects.filter(pk=member.pk).update(language="fr")
    told(member)
    sent_at(monkeypatch, EVENING + timedelta(hours=11))
    (message,) = mail.outbox
    assert "Votre admission dans «\xa0The Ford\xa0» a été refusée." in str(message.body)
    assert 'lang="fr"' in str(message.alternatives[0][0])
    assert message.subject.endswith("1 nouvelle")


def test_a_mail_that_is_not_stored_is_no_mail_and_is_written_again(
    settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marks and mail are of one transaction: dying between them leaves neither."""
    settings.MAILERS = {"default": {"BACKEND": "campaigns.jobs.mail.QueueBackend"}}  # type: ignore[attr-defined]
    told(reader(NewsMail.DAILY))
    monkeypatch.setattr(digest.timezone, "now", lambda: EVENING + timedelta(hours=11))
    with monkeypatch.context() as dying:
        dying.setattr("campaigns.jobs.queue.enqueue", lambda **_job: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            digest.send_due()
    assert (Mail.objects.count(), News.objects.filter(mailed=None).count()) == (0, 1)
    assert (digest.send_due(), digest.send_due()) == (1, 0)
    assert Mail.objects.count() == 1


def test_names_cannot_break_out_of_the_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    told(reader(NewsMail.DAILY), name="<img src=x>\r\nBcc: all@club.example")
    sent_at(monkeypatch, EVENING + timedelta(hours=11))
    (message,) = mail.outbox
    assert "<img" not in str(message.alternatives[0][0])
    assert "Bcc" not in message.extra_headers


def test_the_link_in_a_mail_ends_them_with_one_click_and_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    member, other = reader(NewsMail.DAILY), reader(NewsMail.AT_ONCE)
    told(member)
    sent_at(monkeypatch, EVENING + timedelta(hours=11))
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].strip("<>").removeprefix("http://testserver")
    client = Client(enforce_csrf_checks=True)
    assert client.post(f"{address[:-2]}x/").status_code == 404
    assert client.get(address).status_code == 200
    member.refresh_from_db()
    assert not Wishes.objects.exists()  # looking is not ending
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    member.refresh_from_db()
    other.refresh_from_db()
    assert (member.news_mail, other.news_mail) == (NewsMail.DAILY, NewsMail.AT_ONCE)
    (wishes,) = Wishes.objects.all()
    assert (wishes.member, wishes.not_by_mail) == (member, [Topic.CHRONICLE])
    told(member)
    assert sent_at(monkeypatch, EVENING + timedelta(days=1, hours=11)) == []


def test_each_kind_of_news_in_a_mail_is_ended_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    member, anne = reader(NewsMail.DAILY), MemberFactory.create()
    told(member)
    news.tell(campaign=campaign(anne, visibility=Visibility.PUBLIC), to=[member], code="reminded", by=anne)
    News.objects.filter(code="reminded").update(at=EVENING)
    sent_at(monkeypatch, EVENING + timedelta(hours=11))
    lines = str(mail.outbox[0].body).splitlines()
    assert [line.partition("”")[0] for line in lines if line.startswith("No more mails")] == [
        "No more mails about “My turn",
        "No more mails about “Life of campaigns and club",
    ]
    address = next(line for line in lines if "My turn" in line).rpartition("http://testserver")[2]
    Client(enforce_csrf_checks=True).post(address)
    assert Wishes.objects.get().not_by_mail == [Topic.TURN]


def test_a_link_of_before_ends_all_mails() -> None:
    member = reader(NewsMail.DAILY)
    old = signing.dumps(member.pk, salt="news-mail")
    assert Client().post(reverse("campaigns:news_off", args=[old])).status_code == 200
    member.refresh_from_db()
    assert member.news_mail == NewsMail.OFF


def test_no_mail_is_written_in_quiet_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    member = reader(NewsMail.AT_ONCE)
    Wishes.objects.create(member=member, quiet_from=time(19), quiet_until=time(23))
    told(member, waits=True)
    assert sent_at(monkeypatch, EVENING) == []
    assert sent_at(monkeypatch, EVENING + timedelta(hours=3, minutes=1)) == [f"{member.username}@club.example"]


def test_members_choose_beside_what_else_they_are_told() -> None:
    member = MemberFactory.create()
    client = Client()
    client.force_login(member, backend="club.auth.MemberBackend")
    client.post(reverse("club:channels"), {"news_mail": "at_once"})
    member.refresh_from_db()
    assert member.news_mail == NewsMail.AT_ONCE


def test_a_sweep_with_nothing_to_write_costs_one_query(django_assert_num_queries: object) -> None:
    told(reader(NewsMail.OFF))
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert digest.send_due() == 0
