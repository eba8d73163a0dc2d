"""Matrix, by an access token: https://spec.matrix.org/latest/client-server-api/#event-replacements."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import quote

from club.hooks.chats.contract import Chat, Request, said, sent
from club.hooks.codes import Notice
from club.hooks.reach import Reach
from club.outward import Answer


class Matrix(Chat):
    """One event a subject and one that replaces it (``m.replace``) for each change.

    The transaction's number is the telling's own: the server takes the same one once, however often it arrives.
    """

    is_repeatable = True

    def request(self, reach: Reach, notice: Notice, *, message: str, key: str) -> Request:
        """Send the event, or one that replaces it."""
        content = _content(notice)
        if message:
            fallback = {**content, "body": f"* {content['body']}", "formatted_body": f"* {content['formatted_body']}"}
            content = {
                **fallback,
                "m.new_content": content,
                "m.relates_to": {"rel_type": "m.replace", "event_id": message},
            }
        room = quote(reach.room, safe="")
        path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{quote(key, safe='')}"
        return sent("PUT", reach.address.rstrip("/") + path, content, authorization=f"Bearer {reach.token}")

    def message_of(self, answer: Answer) -> str:
        """The event's name."""
        return str(said(answer).get("event_id", ""))

    def is_missing(self, answer: Answer) -> bool:
        """What was redacted can be replaced as ever: nothing is seen of it."""
        return False


def _content(notice: Notice) -> dict[str, Any]:
    lines = "\n".join(notice.lines)
    marked = "<br>".join(escape(line) for line in notice.lines)
    title = f'<strong><a href="{escape(notice.address)}">{escape(notice.title)}</a></strong>'
    picture = f"\n{notice.picture}" if notice.picture else ""
    shown = f'<br><a href="{escape(notice.picture)}">{escape(notice.picture)}</a>' if notice.picture else ""
    return {
        "msgtype": "m.notice",
        "body": f"{notice.title}\n{lines}\n{notice.address}{picture}",
        "format": "org.matrix.custom.html",
        "formatted_body": f"{title}<br>{marked}{shown}",
    }
