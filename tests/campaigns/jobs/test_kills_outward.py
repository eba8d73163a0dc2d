"""A worker killed with -9 while push service, webhook and chat hold its request: nothing lost, nothing told twice.

Whether the other end keeps what it holds nobody can know. So a message for a device and an event for a webhook are
handed over once more, under the number by which whoever has it already knows it; a chat that knows no numbers is not
written to again, and the log says that its message may stand there.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db.models import F
from standardwebhooks import Webhook

from campaigns.jobs.models import Job, JobState
from campaigns.league.hooks import work
from club.hooks import reach
from club.models import PushDelivery, PushState
from club.models.hook import HookDelivery, HookEvent, HookKind, HookState
from tests.campaigns.jobs.workers import Site, wait_for
from tests.club.channels.browsers import rings
from tests.club.channels.test_push import asks, reader
from tests.club.hooks.kit import hook_at
from tests.club.outward.servers import Asked, Handler, Receiver, receiving
from tests.factories.club import MemberFactory
from tests.factories.evenings import an_evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
HELD = "/held"
"""What is sent to addresses that begin so gets no answer at first."""


@contextmanager
def holding() -> Iterator[tuple[Receiver, Event]]:
    """A server that holds some requests, until it is told to answer at once."""
    goes_on = Event()

    def answer(handler: Handler, asked: Asked) -> None:
        if asked.path.startswith(HELD) and not goes_on.is_set():
            goes_on.wait(60)
            handler.close_connection = True
            return
        handler.reply(200, b'{"id": "77"}', Content_Type="application/json")

    with receiving(answer) as receiver:
        yield receiver, goes_on


def paths(receiver: Receiver) -> Counter[str]:
    return Counter(asked.path for asked in receiver.asked)


@pytest.fixture
def site(make_site: Callable[[str], Site], settings: Any) -> Site:
    settings.OUTWARD_ALLOW = ("127.0.0.1",)
    made = make_site("filesystem://")
    made.environment |= {"OUTWARD_ALLOW": "127.0.0.1", "SECRET_KEY": settings.SECRET_KEY}
    return made


def test_a_worker_killed_while_push_services_hold_its_messages(site: Site) -> None:
    members = [reader() for _member in range(4)]
    with holding() as (receiver, goes_on):
        devices = [f"{HELD if number < 2 else '/push'}/{number}" for number in range(4)]
        known = {path: rings(member, receiver, path)[0] for path, member in zip(devices, members, strict=True)}
        asks(*members)
        first = site.start_worker()
        wait_for(lambda: len(receiver.asked) == 4, "all to be on their way")
        sent = PushDelivery.objects.filter(state=PushState.SENT)
        wait_for(lambda: sent.count() == 2, "those who answered to be written down")
        site.end(first, signal.SIGKILL)
        assert Job.objects.get(kind="push").state == JobState.RUNNING
        goes_on.set()
        site.start_worker()
        wait_for(lambda: sent.count() == 4, "the others to be told by another worker")
        wait_for(lambda: Job.objects.get(kind="push").state == JobState.DONE, "the job's end")
    assert paths(receiver) == {devices[0]: 2, devices[1]: 2, devices[2]: 1, devices[3]: 1}
    for path in devices:
        read = [known[path].reads(asked.body) for asked in receiver.asked if asked.path == path]
        assert len({(one["tag"], one["data"]["id"]) for one in read}) == 1, "the device would show it twice"


def test_a_worker_killed_while_a_webhook_and_a_chat_hold_what_it_tells(site: Site) -> None:
    with holding() as (receiver, goes_on):
        events = {"events": ["evening.announced"], "for_members": True}
        webhook, free = (hook_at(receiver.url(path), **events) for path in (f"{HELD}/hook", "/free"))
        chat = hook_at(receiver.url(f"{HELD}/api/webhooks/1/abc"), HookKind.DISCORD, **events)
        an_evening(MemberFactory.create())
        first = site.start_worker()
        wait_for(lambda: len(receiver.asked) == 3, "all to be told")
        done = HookDelivery.objects.filter(state=HookState.DONE)
        wait_for(lambda: list(done.values_list("hook", flat=True)) == [free.pk], "the answer to be written down")
        site.end(first, signal.SIGKILL)
        goes_on.set()
        assert work.sending.due() == [], "the one that was killed is still believed to be at it"
        earlier = F("taken_until") - timedelta(minutes=1)
        HookDelivery.objects.filter(taken_until__isnull=False).update(taken_until=earlier)
        work.sweep()
        site.start_worker()
        wait_for(
            lambda: not HookDelivery.objects.filter(state=HookState.WAITING).exists(), "another worker to be through"
        )
        work.sweep()
        assert not Job.objects.filter(kind=work.KIND, state=JobState.WAITING).exists()
    assert {row.hook_id: (row.state, row.attempts) for row in HookDelivery.objects.all()} == {
        webhook.pk: (HookState.DONE, 2),
        free.pk: (HookState.DONE, 1),
        chat.pk: (HookState.UNSURE, 1),
    }
    told = paths(receiver)
    assert (told.pop(f"{HELD}/hook"), told.pop("/free"), told.total()) == (2, 1, 1)
    event = HookEvent.objects.get()
    (secret,) = reach.reach_of(webhook).signing
    for asked in (asked for asked in receiver.asked if asked.path == f"{HELD}/hook"):
        assert asked.headers["webhook-id"] == event.key
        Webhook(secret).verify(asked.body, asked.headers)
