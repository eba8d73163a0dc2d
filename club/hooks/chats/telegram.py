"""Telegram, by a bot: https://core.telegram.org/bots/api#sendmessage and #editmessagetext."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from club.hooks.chats.contract import Chat, Request, said, sent
from club.hooks.codes import Notice
from club.hooks.reach import Reach
from club.outward import Answer

SERVER: Final = "https://api.telegram.org"
_TEXT: Final = 3500
"""Telegram takes 4096 characters once the marks are read; some are left for title and link."""


class Telegram(Chat):
    """One message a subject; the picture stands above as that of a link."""

    def request(self, reach: Reach, notice: Notice, *, message: str, key: str) -> Request:
        """Send a message, or edit it."""
        text = escape("\n".join(notice.lines)[:_TEXT], quote=False)
        title = f'<a href="{escape(notice.address)}">{escape(notice.title, quote=False)}</a>'
        shown: dict[str, Any] = {"is_disabled": True}
        if notice.picture:
            shown = {"url": notice.picture, "prefer_large_media": True, "show_above_text": True}
        body: dict[str, Any] = {
            "chat_id": reach.room,
            "text": f"<b>{title}</b>\n{text}",
            "parse_mode": "HTML",
            "link_preview_options": shown,
        }
        if message:
            body["message_id"] = int(message)
        method = "editMessageText" if message else "sendMessage"
        return sent("POST", f"{reach.address.rstrip('/')}/bot{reach.token}/{method}", body)

    def message_of(self, answer: Answer) -> str:
        """The message's number in its chat."""
        result = said(answer).get("result")
        return str(result.get("message_id", "")) if isinstance(result, dict) else ""

    def is_unchanged(self, answer: Answer) -> bool:
        """Telegram refuses to write the same again."""
        return answer.status == 400 and "not modified" in str(said(answer).get("description", ""))

    def is_missing(self, answer: Answer) -> bool:
        """Somebody deleted the message."""
        return (
            answer.status == 400
            and "not found" in str(said(answer).get("description", ""))
            and "message" in str(said(answer).get("description", ""))
        )
