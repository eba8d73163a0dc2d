"""Discord, by a channel's own webhook: the message is an embed, edited under its number.

https://docs.discord.com/developers/resources/webhook#execute-webhook (``wait=true`` answers with the message).
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from club.hooks.chats.contract import Chat, Request, said, sent
from club.hooks.codes import Notice
from club.hooks.reach import Reach
from club.outward import Answer

UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015
_TITLE, _TEXT = 256, 4096
"""How long Discord lets title and text be."""


class Discord(Chat):
    """One embed a subject; nobody is called by name (``allowed_mentions``)."""

    def request(self, reach: Reach, notice: Notice, *, message: str, key: str) -> Request:
        """Execute the webhook, or edit its message."""
        parts = urlsplit(reach.address)
        path = parts.path.rstrip("/")
        query = parts.query
        if message:
            method, path = "PATCH", f"{path}/messages/{message}"
        else:
            method, query = "POST", "&".join(filter(None, (query, urlencode({"wait": "true"}))))
        embed: dict[str, Any] = {
            "title": notice.title[:_TITLE], "url": notice.address, "description": "\n".join(notice.lines)[:_TEXT],
        }  # fmt: skip
        if notice.picture:
            embed["image"] = {"url": notice.picture}
        body = {"embeds": [embed], "allowed_mentions": {"parse": []}}
        return sent(method, urlunsplit(parts._replace(path=path, query=query)), body)

    def message_of(self, answer: Answer) -> str:
        """The message's number."""
        return str(said(answer).get("id", ""))

    def is_missing(self, answer: Answer) -> bool:
        """Somebody deleted the message."""
        return answer.status == 404 and said(answer).get("code") != UNKNOWN_WEBHOOK

    def is_gone(self, answer: Answer) -> bool:
        """Somebody deleted the webhook."""
        return answer.status == 410 or (answer.status == 404 and said(answer).get("code") == UNKNOWN_WEBHOOK)
