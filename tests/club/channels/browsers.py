"""Browsers that may be woken, as push services and the site know them, and what they read of what is pushed."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import http_ece
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from club.channels.push import devices
from club.models import Member, PushDevice
from tests.club.outward.servers import Receiver


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class Browser:
    """A browser with keys of its own, reached at an address of a push service."""

    endpoint: str
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def said(self) -> dict[str, str]:
        """What the page sends when its reader lets the device ring."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": _text(point), "auth": _text(self.auth)}

    def reads(self, body: bytes) -> dict[str, Any]:
        """What a message says to this browser, and to no other."""
        read = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        notification: dict[str, Any] = json.loads(read)["notification"]
        return notification


def session_of(member: Member) -> UserSession:
    """A session of the member's in some browser."""
    known = {"ip": "127.0.0.1", "user_agent": "Firefox Android", "last_seen_at": timezone.now()}
    session: UserSession = UserSession.objects.create(user=member, session_key=secrets.token_hex(16), **known)
    return session


def rings(member: Member, receiver: Receiver, path: str = "") -> tuple[Browser, PushDevice]:
    """Let a browser of the member's ring, by a push service."""
    browser = Browser(receiver.url(path or f"/push/{secrets.token_hex(8)}"))
    return browser, devices.add(member=member, session=session_of(member), name="Firefox, Android", **browser.said)
