"""An event as a webhook: one body, signed as Standard Webhooks says."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.utils import timezone

from club.hooks.reach import Reach
from club.models.hook import HookEvent


def body_of(event: HookEvent) -> bytes:
    """Return what is sent: the same bytes at every attempt."""
    told: dict[str, Any] = {"type": event.code, "timestamp": event.at.isoformat(), "data": event.data}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def headers_of(event: HookEvent, reach: Reach, body: bytes, at: datetime | None = None) -> dict[str, str]:
    """Return the headers that say which event it is, and prove who sends it: a signature for each secret."""
    from standardwebhooks import Webhook

    moment = at or timezone.now()
    signatures = [Webhook(secret).sign(event.key, moment, body.decode()) for secret in reach.signing]
    return {
        "content-type": "application/json; charset=utf-8",
        "webhook-id": event.key,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
