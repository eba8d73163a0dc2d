"""Webhooks arrive signed, once, in their time; receivers that do not take them are tried again, later and later."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook

from club import sealing
from club.hooks import happenings, operations, reach, sending
from club.models.hook import Hook, HookDelivery, HookEvent, HookState, OffWhy
from club.operations import Refused
from club.visibility import Visibility
from tests.club.hooks.kit import Thing, Things, delivery, happen, hook_at, send
from tests.club.outward.servers import Asked, Handler, receiving, silent

pytestmark = pytest.mark.django_db


def _forward(hook: Hook, seconds: float) -> None:
    """Let time pass: what waits for a later moment waits for an earlier one."""
    past = timedelta(seconds=seconds)
    for row in HookDelivery.objects.filter(hook=hook):
        row.next_at -= past
        row.taken_until = row.taken_until - past if row.taken_until else None
        row.save()
    hook.refresh_from_db()
    if hook.rests_until is not None:
        hook.rests_until -= past
    if hook.failing_since is not None:
        hook.failing_since -= past
    hook.save()


def test_a_webhook_is_signed_as_standard_webhooks_says(things: Things) -> None:
    with receiving(lambda handler, _asked: handler.reply(204)) as server:
        hook = hook_at(server.url("/in?club=1"))
        happen("thing.begun")
        assert send(hook) is None
    (asked,) = server.asked
    (secret,) = reach.reach_of(hook).signing
    told = Webhook(secret).verify(asked.body, asked.headers)
    event = HookEvent.objects.get()
    assert told == {"type": "thing.begun", "timestamp": event.at.isoformat(), "data": {"score": 0}}
    assert asked.headers["webhook-id"] == event.key
    assert asked.headers["content-type"].startswith("application/json")
    done = delivery(hook)
    assert (done.state, done.status, done.attempts) == (HookState.DONE, 204, 1)


def test_what_is_told_to_several_in_one_transaction_is_one_event(things: Things) -> None:
    hook = hook_at("http://127.0.0.1:9/")
    with transaction.atomic():
        happenings.happened(code="thing.changed", subject="thing:1")
        things.known[1].score = 3
        happenings.happened(code="thing.changed", subject="thing:1")
        things.known[2] = Thing()
        happenings.happened(code="thing.changed", subject="thing:2")
        happenings.happened(code="thing.over", subject="thing:1")
    told = list(HookEvent.objects.order_by("pk").values_list("code", "subject", "data"))
    assert told == [
        ("thing.changed", "thing:1", {"score": 3}),  # as it was at the last of them
        ("thing.changed", "thing:2", {"score": 0}),
        ("thing.over", "thing:1", {"score": 3}),
    ]
    assert HookDelivery.objects.filter(hook=hook).count() == 3


@pytest.mark.django_db(transaction=True)
def test_the_next_transaction_tells_of_its_own(things: Things) -> None:
    hook_at("http://127.0.0.1:9/")
    for _time in range(2):
        with transaction.atomic():
            happenings.happened(code="thing.changed", subject="thing:1")
            happenings.happened(code="thing.changed", subject="thing:1")
    assert HookEvent.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_never_told_and_takes_nothing_along(things: Things) -> None:
    hook_at("http://127.0.0.1:9/")
    with pytest.raises(RuntimeError), transaction.atomic():
        happenings.happened(code="thing.changed", subject="thing:1")
        raise RuntimeError
    assert HookEvent.objects.count() == 0
    with transaction.atomic():
        happenings.happened(code="thing.changed", subject="thing:1")
    with transaction.atomic():
        happenings.happened(code="thing.changed", subject="thing:1")
    assert HookEvent.objects.count() == 2


def test_nobody_who_does_not_listen_costs_more_than_one_question(
    things: Things, django_assert_num_queries: Any
) -> None:
    hook_at("http://127.0.0.1:9/", events=["thing.over"])
    with django_assert_num_queries(1):
        happenings.happened(code="thing.begun", subject="thing:1")
    assert HookEvent.objects.count() == 0


# Who hears what


@pytest.mark.parametrize(
    ("audience", "scope", "hook", "hears"),
    [
        (Visibility.PUBLIC, "club", {}, True),
        (Visibility.CLUB, "club", {}, False),
        (Visibility.CLUB, "club", {"for_members": True}, True),
        (Visibility.PUBLIC, "campaign:1", {}, True),
        (Visibility.CLUB, "campaign:1", {"for_members": True}, True),
        (Visibility.PRIVATE, "campaign:1", {"for_members": True}, False),
        (Visibility.PRIVATE, "campaign:1", {"scope": "campaign:1"}, True),
        (Visibility.PUBLIC, "campaign:2", {"scope": "campaign:1"}, False),
        (Visibility.PUBLIC, "club", {"scope": "campaign:1"}, False),
    ],
)
def test_a_hook_hears_what_its_readers_may_read(
    things: Things, audience: Visibility, scope: str, hook: dict[str, Any], hears: bool
) -> None:
    things.known[1] = Thing(scope=scope, audience=audience)
    hook_at("http://127.0.0.1:9/", **hook)
    happen("thing.begun")
    assert HookDelivery.objects.exists() is hears


def test_what_became_private_meanwhile_is_withheld(things: Things) -> None:
    with receiving() as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        things.known[1].audience = Visibility.PRIVATE
        assert send(hook) is None
    assert server.asked == []
    assert delivery(hook).state == HookState.WITHHELD


def test_what_is_gone_meanwhile_is_withheld(things: Things) -> None:
    with receiving() as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        things.known.clear()
        send(hook)
    assert server.asked == []


# Receivers that do not take it


def test_a_failure_is_tried_again_with_growing_pauses_under_the_same_number(things: Things) -> None:
    with receiving(lambda handler, _asked: handler.reply(500, b"oops")) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        for pause in sending.PAUSES:
            before = timezone.now()
            again = send(hook)
            row = delivery(hook)
            assert again is not None
            assert pause <= row.next_at - before < pause + timedelta(seconds=30)
            assert (row.state, row.status, row.said) == (HookState.WAITING, 500, "oops")
            _forward(hook, (row.next_at - timezone.now()).total_seconds() + 1)
            Hook.objects.update(failing_since=timezone.now())  # not yet for five days
        assert send(hook) is None
    assert delivery(hook).state == HookState.FAILED
    assert len(server.asked) == len(sending.PAUSES) + 1
    assert len({asked.headers["webhook-id"] for asked in server.asked}) == 1
    assert len({asked.body for asked in server.asked}) == 1
    assert list(sending.PAUSES) == sorted(sending.PAUSES)


def test_another_thing_is_not_tried_while_the_receiver_rests(things: Things) -> None:
    with receiving(lambda handler, _asked: handler.reply(500)) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        happen("thing.changed")
        send(hook)
        assert len(server.asked) == 1
        _forward(hook, 6)
        send(hook)
        assert len(server.asked) == 2
        rest = Hook.objects.get().rests_until
        assert rest is not None
        assert rest - timezone.now() <= sending.REST


@pytest.mark.parametrize("status", [429, 503])
def test_a_receiver_that_asks_for_a_longer_pause_gets_it(things: Things, status: int) -> None:
    with receiving(lambda handler, _asked: handler.reply(status, Retry_After="7200")) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        before = timezone.now()
        send(hook)
    wait = delivery(hook).next_at - before
    assert timedelta(hours=2) <= wait < timedelta(hours=2, minutes=1)


@pytest.mark.parametrize(
    ("asked_for", "least", "most"),
    [
        ("1", 5, 35),  # shorter than our own
        ("9999999", 86400, 86430),  # a day at most
        ("Fri, 31 Dec 9999 23:59:59 GMT", 86400, 86430),
        ("soon", 5, 35),
        ("-5", 5, 35),
        ("nan", 5, 35),
    ],
)
def test_what_is_asked_for_has_its_limits(things: Things, asked_for: str, least: int, most: int) -> None:
    with receiving(lambda handler, _asked: handler.reply(429, Retry_After=asked_for)) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        before = timezone.now()
        send(hook)
    assert timedelta(seconds=least) <= delivery(hook).next_at - before < timedelta(seconds=most)


def test_a_wish_with_another_answer_does_not_count(things: Things) -> None:
    with receiving(lambda handler, _asked: handler.reply(500, Retry_After="7200")) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        send(hook)
    assert delivery(hook).next_at - timezone.now() < timedelta(minutes=1)


def test_a_receiver_that_is_gone_is_switched_off_at_once(things: Things) -> None:
    with receiving(lambda handler, _asked: handler.reply(410)) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        assert send(hook) is None
        happen("thing.changed")
        assert send(hook) is None
    hook.refresh_from_db()
    assert (hook.active, hook.off_why) == (False, OffWhy.GONE)
    assert len(server.asked) == 1
    assert HookEvent.objects.count() == 1  # nobody listens any more


def test_a_receiver_that_fails_for_days_is_switched_off(things: Things) -> None:
    with receiving(lambda handler, _asked: handler.reply(500)) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        send(hook)
        _forward(hook, timedelta(days=5, minutes=1).total_seconds())
        send(hook)
    hook.refresh_from_db()
    assert (hook.active, hook.off_why) == (False, OffWhy.FAILING)


def test_one_that_took_something_in_between_is_not(things: Things) -> None:
    answers = [500, 204, 500]
    with receiving(lambda handler, _asked: handler.reply(answers.pop(0))) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        send(hook)
        _forward(hook, timedelta(days=4).total_seconds())
        send(hook)
        hook.refresh_from_db()
        assert (hook.failing_since, hook.failures) == (None, 0)
        _forward(hook, timedelta(days=4).total_seconds())
        happen("thing.changed")
        send(hook)
    hook.refresh_from_db()
    assert hook.active
    assert hook.failures == 1


def test_one_that_never_answers_is_a_failure(things: Things, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.hooks.attempts.TIMEOUT", 0.3)
    with silent() as port:
        hook = hook_at(f"http://127.0.0.1:{port}/")
        happen("thing.begun")
        send(hook)
    row = delivery(hook)
    assert (row.state, row.status) == (HookState.WAITING, None)
    assert row.said.startswith("slow")


def test_one_that_leads_inside_is_a_failure_that_asks_nobody(things: Things, settings: Any) -> None:
    with receiving() as private:

        def onward(handler: Handler, _asked: Asked) -> None:
            handler.reply(307, Location=private.url("/admin"))

        with receiving(onward) as server:
            settings.OUTWARD_ALLOW = [f"127.0.0.1:{server.port}"]
            hook = hook_at(server.url())
            happen("thing.begun")
            send(hook)
    assert private.asked == []
    assert delivery(hook).said.startswith("inside")


def test_a_redirect_to_another_page_is_no_arrival(things: Things) -> None:
    with receiving(lambda handler, _asked: handler.reply(302, Location="/login")) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        send(hook)
    assert delivery(hook).state == HookState.WAITING


# A process that ends in the middle


def test_what_a_killed_process_was_at_is_sent_again_under_the_same_number(
    things: Things, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving() as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        with monkeypatch.context() as patched:
            # The receiver has it; the process ends before it can write that down.
            patched.setattr(sending, "_write", lambda *_: (_ for _ in ()).throw(SystemExit))
            with pytest.raises(SystemExit):
                send(hook)
        again = send(hook)
        assert again is not None
        assert again > timezone.now()  # whoever is at it is believed for a while
        assert sending.due() == []
        _forward(hook, sending.TAKEN.total_seconds() + 1)
        assert sending.due() == [hook.pk]
        assert send(hook) is None
    assert [asked.headers["webhook-id"] for asked in server.asked] == [HookEvent.objects.get().key] * 2
    assert server.asked[0].body == server.asked[1].body
    assert delivery(hook).state == HookState.DONE


def test_a_process_thought_dead_writes_nothing_once_another_is_at_it(
    things: Things, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving() as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        taken = sending._take(hook.pk)
        assert isinstance(taken, sending.Taken)
        _forward(hook, sending.TAKEN.total_seconds() + 1)
        send(hook)
        sending._write(taken, sending.Outcome(False, "too late"))
    row = delivery(hook)
    assert (row.state, row.attempts) == (HookState.DONE, 2)


# Secrets


def test_a_rotated_secret_signs_beside_the_former_one_for_a_day(things: Things) -> None:
    with receiving() as server:
        hook = hook_at(server.url())
        (former,) = reach.reach_of(hook).signing
        secret = operations.rotate(hook=hook)
        assert secret != former
        happen("thing.begun")
        send(hook)
        (asked,) = server.asked
        for one in (former, secret):
            assert Webhook(one).verify(asked.body, asked.headers)
        hook.refresh_from_db()
        how = reach.reach_of(hook)
        past = timezone.now() - timedelta(seconds=1)
        ended = reach.Reach(how.address, secrets=(how.secrets[0], reach.Secret(former, past)))
        assert ended.signing == [secret]
        until = how.secrets[1].until
        assert until is not None
        assert timedelta(hours=23) < until - timezone.now() <= reach.BOTH_FOR


def test_secrets_stand_nowhere_in_the_database(things: Things) -> None:
    hook = hook_at("http://127.0.0.1:9/services/T0KEN", token="bot-token")
    (secret,) = reach.reach_of(hook).signing
    stored = " ".join(str(value) for value in Hook.objects.values_list()[0])
    for text in (secret, secret.removeprefix("whsec_"), "T0KEN", "bot-token"):
        assert text not in stored


def test_under_another_key_of_the_site_a_hook_is_off_and_says_why(things: Things, settings: Any) -> None:
    hook = hook_at("http://127.0.0.1:9/")
    happen("thing.begun")
    settings.SECRET_KEY = "another-key-0123456789-0123456789-0123456789-0123456789-xyz"
    with pytest.raises(sealing.Unreadable):
        reach.reach_of(hook)
    send(hook)
    hook.refresh_from_db()
    assert (hook.active, hook.off_why) == (False, OffWhy.KEY)


# By hand


def test_something_is_sent_again_under_the_same_number(things: Things) -> None:
    with receiving() as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        send(hook)
        operations.send_again(delivery=delivery(hook))
        send(hook)
    assert len(server.asked) == 2
    assert len({asked.headers["webhook-id"] for asked in server.asked}) == 1


def test_a_test_arrives_even_while_the_receiver_rests(things: Things) -> None:
    answers = [500, 204, 204]
    with receiving(lambda handler, _asked: handler.reply(answers.pop(0))) as server:
        hook = hook_at(server.url())
        happen("thing.begun")
        send(hook)
        operations.test(hook=hook)
        send(hook)
    told = [json.loads(asked.body)["type"] for asked in server.asked]
    assert "test" in told[1:]


def test_a_hook_that_is_off_is_not_tested_and_sends_nothing_again(things: Things) -> None:
    hook = hook_at("http://127.0.0.1:9/")
    happen("thing.begun")
    operations.switch(hook=hook, active=False)
    with pytest.raises(Refused) as refused:
        operations.test(hook=hook)
    assert refused.value.codes == ["hook_off"]
    with pytest.raises(Refused):
        operations.send_again(delivery=delivery(hook))


def test_events_are_forgotten_in_time(things: Things, settings: Any) -> None:
    settings.KEEP_FINISHED_DAYS = 30
    hook_at("http://127.0.0.1:9/")
    happen("thing.begun")
    happen("thing.over")
    HookEvent.objects.filter(code="thing.begun").update(at=timezone.now() - timedelta(days=31))
    assert operations.forget() == 1
    assert [event.code for event in HookEvent.objects.all()] == ["thing.over"]
    assert HookDelivery.objects.count() == 1
