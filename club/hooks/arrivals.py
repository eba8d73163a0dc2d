"""The demo's own receiver: whatever its webhook is told arrives here, and is shown as it came.

It is there only where the demo may be (``DEBUG``) and its webhook is; for everybody else there is no such address.
"""

from __future__ import annotations

import json
from typing import Final

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from club import sealing
from club.access import not_found
from club.hooks.reach import reach_of
from club.models.hook import Hook, HookArrival, HookKind

KEPT: Final = 30
"""How many arrivals are kept: the latest."""
_SHOWN: Final = ("webhook-id", "webhook-timestamp", "webhook-signature")
_LARGEST: Final = 65_536


class Shown(Struct, frozen=True):
    """An arrival as the page shows it: its headers, and its body with a line for each part."""

    arrival: HookArrival
    lines: tuple[tuple[str, str], ...]
    body: str


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def arrivals(request: HttpRequest) -> HttpResponse:
    """Take what is sent and rightly signed; show what came."""
    hooks = list(Hook.objects.filter(made_by__is_demo=True, kind=HookKind.WEBHOOK)) if settings.DEBUG else []
    if not hooks:
        not_found()
    if request.method == "POST":
        return _taken(request, hooks)
    shown = [_as_shown(row) for row in HookArrival.objects.all()[:KEPT]]
    return render(request, "club/hooks/arrivals.html", {"arrivals": shown})


def _taken(request: HttpRequest, hooks: list[Hook]) -> HttpResponse:
    body = request.read(_LARGEST + 1)
    headers = {name.lower(): value for name, value in request.headers.items()}
    if len(body) > _LARGEST or not any(_is_signed(hook, body, headers) for hook in hooks):
        return HttpResponse("not signed by a webhook of the demo", status=401, content_type="text/plain")
    with transaction.atomic():
        HookArrival.objects.create(
            key=headers["webhook-id"][:60], headers={name: headers[name] for name in _SHOWN}, body=body.decode()
        )
        kept = list(HookArrival.objects.values_list("pk", flat=True)[:KEPT])
        HookArrival.objects.exclude(pk__in=kept).delete()
    return HttpResponse(status=204)


def _is_signed(hook: Hook, body: bytes, headers: dict[str, str]) -> bool:
    from standardwebhooks import Webhook

    try:
        secrets = reach_of(hook).signing
    except sealing.Unreadable:
        return False
    for secret in secrets:
        try:
            Webhook(secret).verify(body, headers, json_parse=False)
        except Exception:  # noqa: S112  # whatever is wrong with it: it is not what we sent
            continue
        return True
    return False


def _as_shown(row: HookArrival) -> Shown:
    try:
        body = json.dumps(json.loads(row.body), ensure_ascii=False, indent=2)
    except ValueError:
        body = row.body
    return Shown(row, tuple((name, str(row.headers.get(name, ""))) for name in _SHOWN), body)
