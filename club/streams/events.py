"""What goes over the wire: an answer that never ends, of server-sent events."""

from __future__ import annotations

from typing import Final

HEADERS: Final = (
    ("Content-Type", "text/event-stream"),
    ("Cache-Control", "no-store"),
    ("X-Accel-Buffering", "no"),  # nginx: pass each event on at once
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
)
BEAT: Final = b"event: beat\ndata:\n\n"
"""Says that the line is still there: proxies cut those that are silent for a minute, and no page would hear of it."""
BEATS: Final = 10.0
"""Seconds between two of them."""


def mark(value: str) -> bytes:
    """Return the event that tells a mark: letters and digits, and signs between them, in one line."""
    return f"data: {value}\n\n".encode()


def farewell(why: str) -> bytes:
    """Return the last event of a stream."""
    return f"event: {why}\ndata:\n\n".encode()
