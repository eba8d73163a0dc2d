"""ntfy: https://docs.ntfy.sh/publish/#publish-as-json; a sequence's later notice takes the earlier one's place.

Servers before 2.16 know no sequences: there each change is a notice of its own.
"""

from __future__ import annotations

import hashlib
from typing import Any

from club.hooks.chats.contract import Chat, Request, sent
from club.hooks.codes import Notice
from club.hooks.reach import Reach
from club.outward import Answer


class Ntfy(Chat):
    """One sequence a subject, which is named by us: the first notice and the later ones are written alike."""

    is_repeatable = True

    def request(self, reach: Reach, notice: Notice, *, message: str, key: str) -> Request:
        """Publish a notice."""
        body: dict[str, Any] = {
            "topic": reach.room,
            "sequence_id": message or sequence_of(notice.address),
            "title": notice.title,
            "message": "\n".join(notice.lines) or notice.title,
            "click": notice.address,
        }
        if notice.picture:
            body["attach"] = notice.picture
        headers = {"authorization": f"Bearer {reach.token}"} if reach.token else {}
        return sent("POST", reach.address.rstrip("/") + "/", body, **headers)

    def message_of(self, answer: Answer) -> str:
        """There is no other name than the one we gave."""
        return ""

    def is_missing(self, answer: Answer) -> bool:
        """A notice that was put away comes again."""
        return False


def sequence_of(address: str) -> str:
    """Return what the notices about a subject, known by the address of its page, have in common."""
    return hashlib.sha256(address.encode()).hexdigest()[:24]
