"""The chats by kind of hook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from club.hooks.chats.contract import Chat
from club.hooks.chats.discord import Discord
from club.hooks.chats.matrix import Matrix
from club.hooks.chats.ntfy import Ntfy
from club.hooks.chats.telegram import Telegram
from club.models.hook import HookKind

CHATS: Final[Mapping[str, Chat]] = {
    HookKind.DISCORD: Discord(),
    HookKind.MATRIX: Matrix(),
    HookKind.NTFY: Ntfy(),
    HookKind.TELEGRAM: Telegram(),
}
