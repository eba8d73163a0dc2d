"""Writes that name a key (``Idempotency-Key``) happen once, however often they are sent.

The deed and its answer are written in one transaction: there is no moment at which one stands without the other. An
equal request that comes while the first is under way waits for it, and is answered as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from club.api.problems import ApiError, demand
from club.models import ApiAnswer, Member
from club.operations import for_update

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
KEY: Final = re.compile(r'"?([\x21\x23-\x7e]{1,200})"?')
KEPT: Final = timedelta(hours=48)
HEADERS: Final = ("Content-Type", "ETag", "Location")
"""What of an answer's headers is said again."""


def answered_once(request: HttpRequest, member: Member, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Return what was answered to this request under its key, or answer it now.

    Raises ``ApiError`` 400 for a key that is none, 403 where the token would not have got that answer, 422 for another
    request under the same key.
    """
    found = KEY.fullmatch(request.headers[HEADER])
    if found is None:
        raise ApiError(400, "bad_key", _("Idempotency-Key: 1 to 200 printable letters, without spaces."))
    asked = sha256(f"{request.method} {request.get_full_path()}\n".encode() + request.body).hexdigest()
    with transaction.atomic():
        rows = for_update(ApiAnswer.objects.all())
        row, new = rows.get_or_create(member=member, key=found[1], defaults={"asked": asked})
        if not new:
            return _again(request, row, asked)
        response = answer()
        if response.status_code >= 500:
            transaction.set_rollback(True)
        elif isinstance(response, HttpResponse) and (response.status_code < 300 or response.status_code == 422):
            _keep(request, row, response)
        else:
            row.delete()
        return response


def forget() -> None:
    """Forget the answers of the day before yesterday."""
    ApiAnswer.objects.filter(made__lt=timezone.now() - KEPT).delete()


def _again(request: HttpRequest, row: ApiAnswer, asked: str) -> HttpResponse:
    demand(request.api_token, row.scopes)  # type: ignore[attr-defined]
    if row.asked != asked:
        raise ApiError(422, "key_reused", _("Something else was sent under this Idempotency-Key."))
    return HttpResponse(row.body, status=row.status, headers={**row.headers, REPLAYED: "true"})


def _keep(request: HttpRequest, row: ApiAnswer, response: HttpResponse) -> None:
    row.scopes = list(request.api_scopes)  # type: ignore[attr-defined]
    row.status, row.body = response.status_code, response.content.decode()
    row.headers = {name: response[name] for name in HEADERS if name in response}
    row.save(update_fields=["scopes", "status", "body", "headers"])
