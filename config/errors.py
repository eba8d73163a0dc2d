"""Errors told to Sentry, or to what speaks its protocol, where the operator names one; and nobody else's business.

What is told is written anew from a short list: which error, where in the code, at which address of the site's own
list, and the request's id. What an error says may quote what somebody typed, so its words stay in the site's own log,
where they stand beside the same id.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from club.version import version
from config.logs import current_request

if TYPE_CHECKING:
    from sentry_sdk.transport import Transport
    from sentry_sdk.types import Event, Hint

KEPT: Final = (
    "event_id", "timestamp", "level", "logger", "platform", "release", "environment", "server_name", "sdk", "type",
)  # fmt: skip
"""What every event has and nobody typed."""
KEPT_OF_FRAMES: Final = (
    "filename", "module", "function", "lineno", "in_app", "pre_context", "context_line", "post_context",
)  # fmt: skip
"""Lines of the source, without the values that its variables had."""
KEPT_OF_MECHANISMS: Final = ("type", "handled", "exception_id", "parent_id", "source", "is_exception_group")
OUR_OWN_NAMES: Final = ("route", "task", "component")
"""Where the name of what failed may come from; anything else, such as the address, came with the request."""


def watch(dsn: str, transport: type[Transport] | None = None) -> None:
    """Tell of errors in views and jobs from now on; without an address do nothing, not even load the library."""
    if not dsn:
        return
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.celery import CeleryIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.django import DjangoIntegration
    from sentry_sdk.integrations.excepthook import ExcepthookIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration
    from sentry_sdk.integrations.threading import ThreadingIntegration

    sentry_sdk.init(
        dsn=dsn,
        transport=transport,
        release=f"arriere-ban@{version()}",
        before_send=fit_to_send,
        # The library gathers nothing about people unless told to; and what is never gathered need not be taken out.
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        # Errors, and nothing about who uses the site, how often, or how long it takes: /metrics tells that.
        auto_session_tracking=False,
        send_client_reports=False,
        enable_metrics=False,
        spotlight=False,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            DjangoIntegration(signals_spans=False),
            CeleryIntegration(propagate_traces=False),
            LoggingIntegration(level=None, event_level=logging.ERROR, capture_sentry_logs=False),
            ExcepthookIntegration(),
            ThreadingIntegration(),
            AtexitIntegration(callback=lambda pending, timeout: None),
            DedupeIntegration(),
        ],
    )


def fit_to_send(event: Event, hint: Hint) -> Event | None:
    """Return what may leave this machine of an event; None for what somebody was rightly refused."""
    record: logging.LogRecord | None = hint.get("log_record")
    if record is not None and getattr(record, "status_code", 500) < 500:
        return None
    found: Mapping[str, Any] = event
    told: dict[str, Any] = {key: found[key] for key in KEPT if key in found}
    if found.get("transaction_info", {}).get("source") in OUR_OWN_NAMES:
        told["transaction"] = found["transaction"]
    if method := found.get("request", {}).get("method"):
        told["request"] = {"method": method}
    if name := current_request():
        told["tags"] = {"request_id": name}
    if record is not None:
        told["logentry"] = {"message": _template(record)}
    if errors := found.get("exception", {}).get("values"):
        told["exception"] = {"values": [_wordless(error) for error in errors]}
    return told  # type: ignore[return-value]  # a TypedDict, made from one


def _template(record: logging.LogRecord) -> str:
    """What was logged, before anything was filled in; where it was, if that cannot be told apart."""
    return str(record.msg) if record.args else f"{record.name}, line {record.lineno} of {record.filename}"


def _wordless(error: Mapping[str, Any]) -> dict[str, Any]:
    """Kind and place of an error, without what it says."""
    told: dict[str, Any] = {key: error[key] for key in ("type", "module") if error.get(key)}
    told["mechanism"] = _only(KEPT_OF_MECHANISMS, error.get("mechanism") or {})
    frames = (error.get("stacktrace") or {}).get("frames", [])
    told["stacktrace"] = {"frames": [_only(KEPT_OF_FRAMES, frame) for frame in frames]}
    return told


def _only(keys: tuple[str, ...], found: Mapping[str, Any]) -> dict[str, Any]:
    return {key: found[key] for key in keys if key in found}
