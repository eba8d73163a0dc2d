"""A chat has one message about a thing, which is edited as the thing goes on, in the chat's language."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from club.hooks import sending
from club.models.hook import Hook, HookDelivery, HookKind, HookMessage, HookState, OffWhy
from tests.club.hooks.kit import Things, delivery, happen, hook_at, send
from tests.club.outward.servers import Asked, Handler, Receiver, receiving

pytestmark = pytest.mark.django_db


def _asked(server: Receiver) -> list[dict[str, Any]]:
    return [json.loads(asked.body) for asked in server.asked]


def _pass(hook: Hook, seconds: float) -> None:
    past = timedelta(seconds=seconds)
    for row in HookDelivery.objects.filter(hook=hook):
        row.next_at -= past
        row.taken_until = row.taken_until - past if row.taken_until else None
        row.save()
    Hook.objects.update(rests_until=None)


@pytest.fixture
def site(settings: Any) -> str:
    settings.SITE_URL = "https://club.example"
    return "https://club.example"


# Discord


def _discord(handler: Handler, asked: Asked) -> None:
    """Discord as its documentation has it: the message on POST ?wait=true, an edit under its number."""
    if asked.method == "POST" and asked.path == "/api/webhooks/1/abc?wait=true":
        handler.reply(200, b'{"id": "77", "channel_id": "5"}', Content_Type="application/json")
    elif asked.method == "PATCH" and asked.path == "/api/webhooks/1/abc/messages/77":
        handler.reply(200, b'{"id": "77"}', Content_Type="application/json")
    else:
        handler.reply(404, b'{"message": "404: Not Found", "code": 0}')


def test_discord_gets_one_message_that_is_edited(things: Things, site: str) -> None:
    with receiving(_discord) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD, language="fr")
        happen("thing.begun")
        send(hook)
        things.known[1].score = 2
        happen("thing.changed")
        send(hook)
    assert [asked.method for asked in server.asked] == ["POST", "PATCH"]
    first, second = _asked(server)
    (embed,) = first["embeds"]
    assert embed["title"] == "Thing 1"
    assert embed["description"] == "Le score: 0 <3"
    assert embed["url"] == f"{site}/things/1/"
    assert embed["image"] == {"url": f"{site}/card.png"}
    assert first["allowed_mentions"] == {"parse": []}
    assert second["embeds"][0]["description"] == "Le score: 2 <3"


def test_each_thing_has_a_message_of_its_own(things: Things, site: str) -> None:
    things.known[2] = type(things.known[1])()
    with receiving(_discord) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD)
        happen("thing.begun")
        happen("thing.begun", "thing:2")
        send(hook)
    assert [asked.method for asked in server.asked] == ["POST", "POST"]
    assert HookMessage.objects.count() == 2


def test_what_waits_about_one_thing_is_told_at_one_go(things: Things, site: str) -> None:
    with receiving(_discord) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD)
        for score, code in enumerate(("thing.begun", "thing.changed", "thing.over")):
            things.known[1].score = score
            happen(code)
        send(hook)
    assert len(server.asked) == 1
    assert _asked(server)[0]["embeds"][0]["description"] == "The score: 2 <3"
    states = list(HookDelivery.objects.order_by("pk").values_list("state", flat=True))
    assert states == [HookState.JOINED, HookState.JOINED, HookState.DONE]


def test_a_message_that_somebody_deleted_is_written_anew(things: Things, site: str) -> None:
    def deleted(handler: Handler, asked: Asked) -> None:
        if asked.method == "PATCH":
            handler.reply(404, b'{"message": "Unknown Message", "code": 10008}')
        else:
            handler.reply(200, b'{"id": "77"}')

    with receiving(deleted) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD)
        happen("thing.begun")
        send(hook)
        happen("thing.changed")
        send(hook)
    assert [asked.method for asked in server.asked] == ["POST", "PATCH", "POST"]
    assert delivery(hook).state == HookState.DONE


def test_a_webhook_that_somebody_deleted_is_switched_off(things: Things, site: str) -> None:
    answer = b'{"message": "Unknown Webhook", "code": 10015}'
    with receiving(lambda handler, _asked: handler.reply(404, answer)) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD)
        happen("thing.begun")
        send(hook)
    hook.refresh_from_db()
    assert (hook.active, hook.off_why) == (False, OffWhy.GONE)


def test_the_first_message_is_not_written_twice_where_nobody_knows_whether_it_is_there(
    things: Things, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving(_discord) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD)
        happen("thing.begun")
        with monkeypatch.context() as patched:
            patched.setattr(sending, "_write", lambda *_: (_ for _ in ()).throw(SystemExit))
            with pytest.raises(SystemExit):
                send(hook)
        _pass(hook, sending.TAKEN.total_seconds() + 1)
        send(hook)
        assert len(server.asked) == 1
        assert delivery(hook).state == HookState.UNSURE
        happen("thing.changed")  # whoever tells next writes it
        send(hook)
    assert [asked.method for asked in server.asked] == ["POST", "POST"]


def test_an_edit_that_was_interrupted_is_made_again(things: Things, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving(_discord) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD)
        happen("thing.begun")
        send(hook)
        happen("thing.changed")
        with monkeypatch.context() as patched:
            patched.setattr(sending, "_write", lambda *_: (_ for _ in ()).throw(SystemExit))
            with pytest.raises(SystemExit):
                send(hook)
        _pass(hook, sending.TAKEN.total_seconds() + 1)
        send(hook)
    assert [asked.method for asked in server.asked] == ["POST", "PATCH", "PATCH"]
    assert delivery(hook).state == HookState.DONE


def test_a_first_message_without_an_answer_is_not_tried_again(
    things: Things, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.hooks.attempts.TIMEOUT", 0.3)
    with receiving(lambda handler, _asked: threading.Event().wait(1)) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD)
        happen("thing.begun")
        assert send(hook) is None
    assert delivery(hook).state == HookState.UNSURE
    assert len(server.asked) == 1


def test_a_first_message_that_was_refused_is_tried_again(things: Things, site: str) -> None:
    answers = [(429, b"{}"), (200, b'{"id": "77"}')]
    with receiving(lambda handler, _asked: handler.reply(*answers.pop(0))) as server:
        hook = hook_at(server.url("/api/webhooks/1/abc"), HookKind.DISCORD)
        happen("thing.begun")
        send(hook)
        _pass(hook, 10)
        send(hook)
    assert len(server.asked) == 2
    assert HookMessage.objects.get().message == "77"


# Telegram


def test_telegram_gets_one_message_that_is_edited(things: Things, site: str) -> None:
    answer = b'{"ok": true, "result": {"message_id": 9, "chat": {"id": -100}}}'
    with receiving(lambda handler, _asked: handler.reply(200, answer)) as server:
        hook = hook_at(server.url(""), HookKind.TELEGRAM, token="12:ab", room="-100")
        happen("thing.begun")
        send(hook)
        happen("thing.changed")
        send(hook)
    assert [asked.path for asked in server.asked] == ["/bot12:ab/sendMessage", "/bot12:ab/editMessageText"]
    first, second = _asked(server)
    assert first["chat_id"] == "-100"
    assert first["parse_mode"] == "HTML"
    assert first["text"] == f'<b><a href="{site}/things/1/">Thing 1</a></b>\nThe score: 0 &lt;3'
    assert first["link_preview_options"]["url"] == f"{site}/card.png"
    assert second["message_id"] == 9


def test_telegram_that_sees_no_change_has_taken_it(things: Things, site: str) -> None:
    def answer(handler: Handler, asked: Asked) -> None:
        if "edit" in asked.path:
            said = b'{"ok": false, "error_code": 400, "description": "Bad Request: message is not modified: same"}'
            handler.reply(400, said)
        else:
            handler.reply(200, b'{"ok": true, "result": {"message_id": 9}}')

    with receiving(answer) as server:
        hook = hook_at(server.url(""), HookKind.TELEGRAM, token="12:ab", room="-100")
        for code in ("thing.begun", "thing.changed"):
            happen(code)
            send(hook)
    assert delivery(hook).state == HookState.DONE


def test_telegram_says_in_its_answer_how_long_it_wants_to_be_left_alone(things: Things, site: str) -> None:
    said = b'{"ok": false, "error_code": 429, "parameters": {"retry_after": 3600}}'
    with receiving(lambda handler, _asked: handler.reply(429, said)) as server:
        hook = hook_at(server.url(""), HookKind.TELEGRAM, token="12:ab", room="-100")
        happen("thing.begun")
        send(hook)
    assert delivery(hook).next_at - timezone.now() > timedelta(minutes=59)


# Matrix


def test_matrix_gets_one_event_and_replacements(things: Things, site: str) -> None:
    with receiving(lambda handler, _asked: handler.reply(200, b'{"event_id": "$one"}')) as server:
        hook = hook_at(server.url(""), HookKind.MATRIX, token="syt_x", room="!abc:example.org")
        happen("thing.begun")
        send(hook)
        happen("thing.changed")
        send(hook)
    paths = [asked.path for asked in server.asked]
    room = "/_matrix/client/v3/rooms/%21abc%3Aexample.org/send/m.room.message/"
    assert all(path.startswith(room) for path in paths)
    assert len(set(paths)) == 2
    assert {asked.method for asked in server.asked} == {"PUT"}
    assert {asked.headers["authorization"] for asked in server.asked} == {"Bearer syt_x"}
    first, second = _asked(server)
    assert first["msgtype"] == "m.notice"
    assert f'<a href="{site}/things/1/">Thing 1</a>' in first["formatted_body"]
    assert "The score: 0 &lt;3" in first["formatted_body"]
    assert "m.relates_to" not in first
    assert second["m.relates_to"] == {"rel_type": "m.replace", "event_id": "$one"}
    assert second["m.new_content"]["body"] == first["body"]


def test_matrix_gets_the_same_transaction_again_after_a_kill(
    things: Things, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server takes a transaction once: so it may be sent again, and nothing is lost."""
    with receiving(lambda handler, _asked: handler.reply(200, b'{"event_id": "$one"}')) as server:
        hook = hook_at(server.url(""), HookKind.MATRIX, token="syt_x", room="!abc:example.org")
        happen("thing.begun")
        with monkeypatch.context() as patched:
            patched.setattr(sending, "_write", lambda *_: (_ for _ in ()).throw(SystemExit))
            with pytest.raises(SystemExit):
                send(hook)
        happen("thing.changed")  # joined with it
        _pass(hook, sending.TAKEN.total_seconds() + 1)
        send(hook)
    assert len(server.asked) == 2
    assert server.asked[0].path == server.asked[1].path
    assert delivery(hook).state == HookState.DONE


# ntfy


def test_ntfy_gets_notices_of_one_sequence(things: Things, site: str) -> None:
    with receiving(lambda handler, _asked: handler.reply(200, b'{"id": "abc"}')) as server:
        hook = hook_at(server.url(""), HookKind.NTFY, token="tk_1", room="club")
        happen("thing.begun")
        send(hook)
        things.known[1].score = 4
        happen("thing.changed")
        send(hook)
    first, second = _asked(server)
    assert {asked.path for asked in server.asked} == {"/"}
    assert (first["topic"], first["title"], first["message"]) == ("club", "Thing 1", "The score: 0 <3")
    assert first["click"] == f"{site}/things/1/"
    assert first["attach"] == f"{site}/card.png"
    assert second["message"] == "The score: 4 <3"
    assert first["sequence_id"] == second["sequence_id"]
    assert server.asked[0].headers["authorization"] == "Bearer tk_1"


def test_a_topic_without_a_token_gets_none(things: Things, site: str) -> None:
    with receiving(lambda handler, _asked: handler.reply(200, b"{}")) as server:
        hook = hook_at(server.url(""), HookKind.NTFY, room="club")
        happen("thing.begun")
        send(hook)
    assert "authorization" not in server.asked[0].headers


# All of them


@pytest.mark.parametrize("kind", [HookKind.DISCORD, HookKind.MATRIX, HookKind.NTFY, HookKind.TELEGRAM])
def test_a_chat_at_an_address_inside_is_not_asked(things: Things, site: str, kind: str, settings: Any) -> None:
    settings.OUTWARD_ALLOW = []
    with receiving() as server:
        hook = hook_at(server.url(""), kind, token="t", room="r")
        happen("thing.begun")
        send(hook)
    assert server.asked == []
    assert delivery(hook).said.startswith("inside")
