"""Messages pushed to devices: what they say, to whom, when, once; and what push services answer."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import http_ece
import pytest
from django.urls import reverse
from django.utils import timezone
from py_vapid import Vapid02

from campaigns.jobs import queue
from campaigns.jobs.models import Job, JobState, Rank
from campaigns.league import news, push
from campaigns.league.models import Membership, News, Role
from club.channels.push import devices, keys, notices, sending
from club.channels.push.sending import deliver
from club.channels.wishes import quiet_until, wishes_of
from club.models import Member, PushDelivery, PushDevice, PushKey, PushNotice, PushState, Topic, Wishes
from club.operations import Refused
from club.visibility import Visibility
from tests.club.channels.browsers import Browser, rings, session_of
from tests.club.outward.servers import Receiver, receiving, silent
from tests.factories.campaigns import campaign
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db(transaction=True)
PUBLIC_LINE = "Anne asks to take part in “The Ford”."


def asks(*members: Member, address: str = "/campaigns/the-ford/", visibility: Visibility = Visibility.PUBLIC) -> None:
    """Something waits for these members, in a campaign."""
    ford = campaign(name="The Ford", visibility=visibility)
    for member in members:
        Membership.objects.create(campaign=ford, member=member, role=Role.PLAYER)
    anne = MemberFactory.create(display_name="Anne")
    news.tell(campaign=ford, to=members, code="applied", address=address, by=anne, waits=True)


def work_off() -> None:
    """What a worker does: the jobs that wait, each once."""
    for job in list(Job.objects.filter(kind=push.KIND, state=JobState.WAITING).values_list("pk", flat=True)):
        queue.run(job)


def nothing(_done: int, _total: int) -> None:
    """Nobody is told how far it is."""


def reader(**values: Any) -> Member:
    return MemberFactory.create(language="en", **values)


def test_a_device_reads_what_happened_and_nobody_else_can(push_service: Receiver) -> None:
    member = reader()
    browser, device = rings(member, push_service)
    asks(member)
    assert push_service.asked == []  # not within the request
    work_off()
    (asked,) = push_service.asked
    said = browser.reads(asked.body)
    (row,) = News.objects.filter(member=member)
    assert said["body"] == PUBLIC_LINE
    assert said["lang"] == "en"
    assert said["navigate"].endswith(reverse("campaigns:news_open", args=[row.pk]))
    assert said["navigate"].startswith("http")
    assert asked.headers["urgency"] == "high"
    assert asked.headers["content-encoding"] == "aes128gcm"
    assert asked.headers["topic"] == said["tag"]
    assert b"Ford" not in asked.body
    with pytest.raises(http_ece.ECEException):
        Browser(browser.endpoint).reads(asked.body)
    device.refresh_from_db()
    assert device.reached is not None


def test_push_services_know_the_site_by_its_key(push_service: Receiver) -> None:
    member = reader()
    rings(member, push_service)
    asks(member)
    work_off()
    header = push_service.asked[0].headers["authorization"]
    assert header.startswith("vapid t=")
    assert header.endswith(f"k={keys.public_key()}")
    assert Vapid02.verify(header)
    assert PushKey.objects.count() == 1
    assert "PRIVATE KEY" not in PushKey.objects.get().private  # it lies sealed in the database and its backups


def test_a_locked_screen_says_no_more_than_is_allowed(push_service: Receiver) -> None:
    discreet, open_ = reader(), reader()
    Wishes.objects.create(member=open_, shows_contents=True)
    first, second = rings(discreet, push_service)[0], rings(open_, push_service)[0]
    asks(discreet, open_, visibility=Visibility.CLUB)
    work_off()
    by_path = {f"http://127.0.0.1:{push_service.port}{asked.path}": asked.body for asked in push_service.asked}
    assert first.reads(by_path[first.endpoint])["body"] == "Somebody waits for you."
    assert second.reads(by_path[second.endpoint])["body"] == PUBLIC_LINE


def test_each_is_told_in_the_own_language(push_service: Receiver) -> None:
    member = MemberFactory.create(language="fr")
    browser, _device = rings(member, push_service)
    asks(member)
    work_off()
    said = browser.reads(push_service.asked[0].body)
    assert (said["lang"], said["body"]) == (
        "fr",
        "Anne demande à participer à «\N{NO-BREAK SPACE}The Ford\N{NO-BREAK SPACE}».",
    )


def test_what_a_member_does_not_want_pushed_is_not(push_service: Receiver) -> None:
    member = reader()
    rings(member, push_service)
    Wishes.objects.create(member=member, by_push=[Topic.EVENING])
    asks(member)
    assert PushNotice.objects.count() == 0
    assert News.objects.filter(member=member, read_at=None).count() == 1


def test_the_life_of_campaigns_is_pushed_only_to_who_asks_for_it(push_service: Receiver) -> None:
    quiet, curious = reader(), reader()
    Wishes.objects.create(member=curious, by_push=[Topic.CHRONICLE])
    rings(quiet, push_service)
    _browser, device = rings(curious, push_service)
    news.tell(campaign=None, to=[quiet, curious], code="turned_away", params={"name": "The Ford"})
    assert list(PushDelivery.objects.values_list("device", flat=True)) == [device.pk]
    assert Job.objects.get().rank == Rank.RESULTS  # nobody waits


def test_what_was_read_meanwhile_is_not_pushed(push_service: Receiver) -> None:
    member = reader()
    rings(member, push_service)
    asks(member)
    news.mark_read(member=member, up_to=News.objects.latest("pk").pk)
    work_off()
    assert push_service.asked == []
    assert PushDelivery.objects.get().state == PushState.DROPPED


def test_who_may_no_longer_read_a_campaign_is_told_nothing_of_it(push_service: Receiver) -> None:
    member = reader()
    rings(member, push_service)
    asks(member, visibility=Visibility.PRIVATE)
    member.memberships.all().delete()
    work_off()
    assert push_service.asked == []


def test_what_was_dealt_with_is_taken_away_with_the_next_message(push_service: Receiver) -> None:
    member = reader()
    browser, _device = rings(member, push_service)
    asks(member, address="/one/")
    work_off()
    tag = browser.reads(push_service.asked[0].body)["tag"]
    assert notices.open_tags(member) == [tag]
    news.mark_read(member=member, up_to=News.objects.latest("pk").pk)
    assert notices.open_tags(member) == []
    asks(member, address="/two/")
    work_off()
    said = browser.reads(push_service.asked[1].body)
    assert said["data"]["gone"] == [tag]
    assert said["tag"] != tag


def test_news_of_the_same_thing_replace_each_other(push_service: Receiver) -> None:
    member = reader()
    browser, _device = rings(member, push_service)
    asks(member)
    work_off()
    asks(member)
    work_off()
    first, second = (browser.reads(asked.body) for asked in push_service.asked)
    assert first["tag"] == second["tag"]
    assert first["data"]["id"] != second["data"]["id"]
    assert second["data"]["gone"] == []


# Quiet hours


def at(hour: str) -> datetime:
    return timezone.make_aware(datetime.fromisoformat(f"2031-05-05 {hour}"))


@pytest.mark.parametrize(
    ("begins", "ends", "now", "until"),
    [
        ("22:00", "07:30", "23:15", "2031-05-06 07:30"),
        ("22:00", "07:30", "06:59", "2031-05-05 07:30"),
        ("22:00", "07:30", "07:30", None),
        ("22:00", "07:30", "21:59", None),
        ("09:00", "17:00", "12:00", "2031-05-05 17:00"),
        ("09:00", "09:00", "09:00", None),
    ],
)
def test_quiet_hours(begins: str, ends: str, now: str, until: str | None) -> None:
    wishes = Wishes(quiet_from=time.fromisoformat(begins), quiet_until=time.fromisoformat(ends))
    expected = timezone.make_aware(datetime.fromisoformat(until)) if until else None
    assert quiet_until(wishes, at(now)) == expected


def test_nothing_rings_at_night_and_what_still_waits_does_in_the_morning(
    push_service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = reader()
    rings(member, push_service)
    Wishes.objects.create(member=member, quiet_from=time(22), quiet_until=time(7))
    asks(member)
    night, morning = at("23:00"), at("23:00") + timedelta(hours=8, minutes=1)
    monkeypatch.setattr(sending.timezone, "now", lambda: night)
    work_off()
    assert push_service.asked == []
    assert push.wake_due() == 0
    monkeypatch.setattr(sending.timezone, "now", lambda: morning)
    assert push.wake_due() == 1
    work_off()
    assert len(push_service.asked) == 1
    assert push.wake_due() == 0


# What push services answer


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_device_forgets_itself(settings: Any, status: int) -> None:
    settings.OUTWARD_ALLOW = ("127.0.0.1",)
    member = reader()
    with receiving(lambda handler, asked: handler.reply(status)) as gone:
        rings(member, gone)
        asks(member)
        work_off()
    assert PushDevice.objects.count() == 0


@pytest.mark.parametrize(
    ("status", "headers", "pause"),
    [
        (500, {}, timedelta(seconds=30)),
        (503, {"Retry_After": "5"}, timedelta(seconds=30)),
        (429, {"Retry_After": "600"}, timedelta(seconds=600)),
        (429, {"Retry_After": "Mon, 05 May 2031 21:00:00 GMT"}, timedelta(hours=1)),
        (429, {"Retry_After": "soon"}, timedelta(seconds=30)),
        (429, {"Retry_After": "9999999"}, timedelta(days=1)),
    ],
)
def test_a_push_service_that_cannot_now_is_asked_later(
    settings: Any, monkeypatch: pytest.MonkeyPatch, status: int, headers: dict[str, str], pause: timedelta
) -> None:
    settings.OUTWARD_ALLOW = ("127.0.0.1",)
    now = datetime(2031, 5, 5, 20, tzinfo=UTC)
    member = reader()
    with receiving(lambda handler, asked: handler.reply(status, b"", **headers)) as busy:
        rings(member, busy)
        asks(member)
        monkeypatch.setattr(sending.timezone, "now", lambda: now)
        work_off()
    row = PushDelivery.objects.get()
    assert (row.state, row.attempts, row.due) == (PushState.WAITING, 1, now + pause)
    assert PushDevice.objects.get().failures == 1


def test_a_push_service_that_never_can_is_given_up(settings: Any) -> None:
    settings.OUTWARD_ALLOW = ("127.0.0.1",)
    member = reader()
    with receiving(lambda handler, asked: handler.reply(500)) as broken:
        rings(member, broken)
        asks(member)
        notice = PushNotice.objects.get().pk
        for _attempt in range(len(sending.PAUSES) + 1):
            PushDelivery.objects.update(due=None)
            deliver(notice, beat=nothing)
    assert PushDelivery.objects.get().state == PushState.FAILED
    assert len(broken.asked) == len(sending.PAUSES) + 1


def test_a_message_that_is_refused_is_not_sent_again(settings: Any) -> None:
    settings.OUTWARD_ALLOW = ("127.0.0.1",)
    member = reader()
    with receiving(lambda handler, asked: handler.reply(400)) as strict:
        rings(member, strict)
        asks(member)
        work_off()
    assert PushDelivery.objects.get().state == PushState.FAILED


def test_nobody_waits_for_a_push_service_that_says_nothing(
    push_service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slow one is asked first, and the others are written down as told before it has given up."""
    monkeypatch.setattr(sending, "SECONDS", (1.5, 1.5))
    first, *others = (reader() for _member in range(6))
    seen: list[int] = []
    with silent() as port:
        _browser, dead = rings(first, Receiver(port))
        for member in others:
            rings(member, push_service)
        asks(first, *others)
        deliver(PushNotice.objects.get().pk, beat=lambda done, total: seen.append(done))
    assert 5 in seen[:-1]
    assert len(push_service.asked) == 5
    states = dict(PushDelivery.objects.values_list("device", "state"))
    assert states.pop(dead.pk) == PushState.WAITING
    assert set(states.values()) == {PushState.SENT}


def test_a_worker_that_dies_leaves_nothing_that_is_shown_twice(
    push_service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had handed over and not written down comes again under the same number, which the device shows once."""
    members = [reader() for _member in range(4)]
    browsers = {browser.endpoint: browser for browser, _device in (rings(member, push_service) for member in members)}
    asks(*members)
    notice = PushNotice.objects.get().pk

    def dies(_outcomes: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sending, "_note", dies)
        with pytest.raises(KeyboardInterrupt):
            deliver(notice, beat=nothing)
    deliver(notice, beat=nothing)
    deliver(notice, beat=nothing)  # and no third time
    assert len(push_service.asked) == 8
    shown = set()
    for asked in push_service.asked:
        endpoint = f"http://127.0.0.1:{push_service.port}{asked.path}"
        said = browsers[endpoint].reads(asked.body)
        shown.add((endpoint, said["tag"], said["data"]["id"]))
    assert len(shown) == 4


def test_five_hundred_devices_are_told_each_once(push_service: Receiver) -> None:
    members = [reader() for _member in range(100)]
    for member in members:
        for _device in range(5):
            rings(member, push_service)
    asks(*members)
    work_off()
    assert len({asked.path for asked in push_service.asked}) == len(push_service.asked) == 500
    assert PushDelivery.objects.filter(state=PushState.SENT).count() == 500


# Devices


def test_a_device_belongs_to_who_chose_it_last(push_service: Receiver) -> None:
    anne, bert = reader(), reader()
    browser, _device = rings(anne, push_service)
    devices.add(member=bert, session=session_of(bert), name="The same", **browser.said)
    assert [device.member for device in PushDevice.objects.all()] == [bert]


def test_a_device_ends_with_the_session_it_was_chosen_in(push_service: Receiver) -> None:
    member = reader()
    _browser, device = rings(member, push_service)
    device.session.delete()
    assert PushDevice.objects.count() == 0


def test_a_device_goes_on_under_the_address_its_browser_has_now(push_service: Receiver) -> None:
    member = reader()
    browser, device = rings(member, push_service)
    fresh = Browser(push_service.url("/push/fresh"))
    assert devices.renew(old=browser.endpoint, **fresh.said)
    device.refresh_from_db()
    assert (device.endpoint, device.member) == (fresh.endpoint, member)
    assert not devices.renew(old=browser.endpoint, **fresh.said)  # nobody has that address any more


@pytest.mark.parametrize(
    "odd",
    [
        {"p256dh": "AAAA"},
        {"p256dh": "not base64 at all!"},
        {"auth": "AAAA"},
        {"endpoint": "http://169.254.169.254/latest/meta-data/"},
        {"endpoint": "ftp://127.0.0.1/"},
        {"endpoint": "http://127.0.0.1/" + "x" * 1000},
    ],
)
def test_what_no_browser_says_is_refused(push_service: Receiver, odd: dict[str, str]) -> None:
    member = reader()
    said = Browser(push_service.url()).said | odd
    with pytest.raises(Refused):
        devices.add(member=member, session=session_of(member), name="Odd", **said)
    assert PushDevice.objects.count() == 0


def test_a_member_has_no_end_of_devices(push_service: Receiver) -> None:
    member = reader()
    for _device in range(devices.MOST):
        rings(member, push_service)
    with pytest.raises(Refused):
        rings(member, push_service)


def test_a_lost_key_is_replaced_and_devices_that_knew_it_go(push_service: Receiver, settings: Any) -> None:
    rings(reader(), push_service)
    before = keys.public_key()
    settings.SECRET_KEY = "another key than the one that everything was sealed under until now"
    assert keys.public_key() != before
    assert keys.public_key() == keys.public_key()
    assert PushDevice.objects.count() == 0


def test_a_key_of_before_is_still_good(push_service: Receiver, settings: Any) -> None:
    before = keys.public_key()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key than the one that everything was sealed under until now"
    assert keys.public_key() == before


def test_old_notices_are_forgotten(push_service: Receiver) -> None:
    member = reader()
    rings(member, push_service)
    asks(member)
    assert notices.forget() == 0
    PushNotice.objects.update(created=timezone.now() - notices.KEPT - timedelta(minutes=1))
    assert notices.forget() > 0
    assert PushDelivery.objects.count() == 0


def test_who_has_not_chosen_is_told_everything_on_the_site(push_service: Receiver) -> None:
    wishes = wishes_of(reader())
    assert (wishes.not_on_site, wishes.not_by_mail, wishes.shows_contents) == ([], [], False)
    assert wishes.by_push == [Topic.TURN, Topic.REPORT, Topic.DICE, Topic.EVENING]
