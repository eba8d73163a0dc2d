"""One attempt to tell a receiver, and what came of it. Nothing is asked of the database meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from msgspec import Struct

from club import outward
from club.hooks import webhook
from club.hooks.chats.contract import Chat, said
from club.hooks.codes import Notice
from club.hooks.reach import Reach
from club.models.hook import HookEvent
from club.outward import Answer, Forbidden, Unreachable

TIMEOUT: Final = 20.0
"""Seconds for an attempt in all."""
HEAD: Final = 300
"""How many characters of an answer are kept."""
_WISHES: Final = frozenset({429, 503})


class Outcome(Struct, frozen=True):
    """What came of an attempt. ``wish`` is how long the receiver asked to be left alone.

    ``is_gone``: it said that it is not there any more; ``is_open``: no answer came, and it may have taken the request.
    ``message`` is the one a chat has written or changed.
    """

    arrived: bool
    said: str
    status: int | None = None
    wish: timedelta = timedelta()
    is_gone: bool = False
    is_open: bool = False
    message: str = ""


def tell_webhook(event: HookEvent, reach: Reach) -> Outcome:
    """Send an event to a webhook."""
    body = webhook.body_of(event)
    answer = _asked("POST", reach.address, body, webhook.headers_of(event, reach, body))
    if isinstance(answer, Outcome):
        return answer
    return _outcome(answer, is_gone=answer.status == 410)


def tell_chat(chat: Chat, notice: Notice, reach: Reach, *, message: str, key: str) -> Outcome:
    """Write a message about a subject, or change the one there is; one that was taken away is written anew."""
    request = chat.request(reach, notice, message=message, key=key)
    answer = _asked(request.method, request.url, request.body, request.headers)
    if isinstance(answer, Outcome):
        return answer
    if message and chat.is_unchanged(answer):
        return Outcome(True, "", answer.status, message=message)
    if message and chat.is_missing(answer):
        return tell_chat(chat, notice, reach, message="", key=f"{key}-again")
    outcome = _outcome(answer, is_gone=chat.is_gone(answer))
    name = message or (chat.message_of(answer) if outcome.arrived else "")
    return Outcome(outcome.arrived, outcome.said, outcome.status, outcome.wish, outcome.is_gone, message=name)


def _asked(method: str, url: str, body: bytes, headers: object) -> Answer | Outcome:
    try:
        return outward.send(method, url, body=body, headers=headers, timeout=TIMEOUT)  # type: ignore[arg-type]
    except Forbidden as error:
        return Outcome(False, f"{error.code}: {error.message}")
    except Unreachable as error:
        # Nobody had taken the request where no connection came about.
        return Outcome(False, str(error), is_open=error.code in ("slow", "broken") and error.detail != "connection")


def _outcome(answer: Answer, *, is_gone: bool) -> Outcome:
    head = answer.body[: HEAD * 4].decode(errors="replace").replace("\0", "")[:HEAD]
    return Outcome(200 <= answer.status < 300, head, answer.status, _wish(answer), is_gone)


def _wish(answer: Answer) -> timedelta:
    """Return how long a receiver asks to be left alone, at most a day."""
    if answer.status not in _WISHES:
        return timedelta()
    text = answer.headers.get("retry-after", "").strip()
    parameters = said(answer).get("parameters")
    if not text and isinstance(parameters, dict):  # Telegram's way to say it
        text = str(parameters.get("retry_after", ""))
    return outward.asked_pause(text)
