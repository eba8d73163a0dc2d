"""How a receiver is reached: its address and secrets, sealed; only the host is ever shown again."""

from __future__ import annotations

import base64
import secrets
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.utils import timezone
from msgspec import Struct

from club import sealing
from club.models.hook import Hook

BOTH_FOR: Final = timedelta(days=1)
"""How long what is sent carries the former signature beside the new one."""


class Secret(Struct, frozen=True):
    """What a webhook is signed with; a former one ``until`` a moment."""

    text: str
    until: datetime | None = None


class Reach(Struct, frozen=True):
    """Where a receiver is, and what opens it. ``room`` is a chat, a room or a topic."""

    address: str
    token: str = ""
    room: str = ""
    secrets: tuple[Secret, ...] = ()

    @property
    def signing(self) -> list[str]:
        """The secrets that count now, the newest first."""
        now = timezone.now()
        return [one.text for one in self.secrets if one.until is None or one.until > now]


def sealed(reach: Reach) -> str:
    """Return it as it is stored."""
    return sealing.seal(msgspec.json.encode(reach).decode())


def reach_of(hook: Hook) -> Reach:
    """Return how a hook's receiver is reached. Raises ``sealing.Unreadable``."""
    found: Reach = msgspec.json.decode(sealing.unseal(hook.sealed), type=Reach)
    return found


def new_secret() -> str:
    """Return a fresh signing secret: 256 bits, as Standard Webhooks writes them."""
    return f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"


def rotated(reach: Reach, secret: str) -> Reach:
    """Return it with another secret; the former one counts for a day more."""
    until = timezone.now() + BOTH_FOR
    former = tuple(Secret(text, until) for text in reach.signing[:1])
    return msgspec.structs.replace(reach, secrets=(Secret(secret), *former))
