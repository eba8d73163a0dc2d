"""What every chat says of itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from club.hooks.codes import Notice
from club.hooks.reach import Reach
from club.outward import Answer


class Request(Struct, frozen=True):
    """A request to a chat's service."""

    method: str
    url: str
    body: bytes
    headers: Mapping[str, str]


class Chat:
    """A chat. ``is_repeatable``: writing the same message twice leaves one, so that it may be tried again blindly."""

    is_repeatable: ClassVar[bool] = False

    def request(self, reach: Reach, notice: Notice, *, message: str, key: str) -> Request:
        """Return what writes the message about a subject, or changes the one that is called ``message``.

        Addresses in the notice are whole. ``key`` is this telling's own, the same at every attempt.
        """
        raise NotImplementedError

    def message_of(self, answer: Answer) -> str:
        """Return what the service calls the message it has written; empty where it does not say."""
        raise NotImplementedError

    def is_unchanged(self, answer: Answer) -> bool:
        """Tell whether a change was refused because the message says that already."""
        return False

    def is_missing(self, answer: Answer) -> bool:
        """Tell whether a change was refused because somebody has taken the message away."""
        return answer.status == 404

    def is_gone(self, answer: Answer) -> bool:
        """Tell whether the chat itself is there no more, for good."""
        return answer.status == 410


def sent(method: str, url: str, body: Mapping[str, Any], **headers: str) -> Request:
    """Return a request with a JSON body."""
    encoded = json.dumps(body, ensure_ascii=False).encode()
    return Request(method, url, encoded, {"content-type": "application/json", **headers})


def said(answer: Answer) -> dict[str, Any]:
    """Return the JSON object that was answered; an empty one where there is none."""
    try:
        found = json.loads(answer.body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
