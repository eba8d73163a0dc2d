"""What somebody saw when they decided: ``ETag`` of what was read, ``If-Match`` of what is written.

A tag names a version of ours, not the bytes that were sent: whatever packs an answer on its way writes ``W/`` before
the tag (RFC 9110, 8.8.3), and the version is the same.
"""

from __future__ import annotations

import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from club.api.problems import ApiError
from club.operations import Stale

TAG: Final = re.compile(r'(?:W/)?"(\d{1,9})(?:-[\w-]*)?"')


def tag(response: HttpResponse, request: HttpRequest, version: int) -> None:
    """Say which version is told. It differs by language, for the words do."""
    response["ETag"] = f'"{version}-{getattr(request, "LANGUAGE_CODE", "")}"'


def seen(request: HttpRequest) -> int:
    """Return the version that the sender has seen.

    Raises ``ApiError`` 428 where none is said (with ``*`` nobody has looked, so it says none either), ``Stale`` for one
    that is none of ours.
    """
    said = request.headers.get("If-Match", "").strip()
    if not said or said == "*":
        raise ApiError(428, "version_missing", _("Say which version you have seen: If-Match with its ETag."))
    found = TAG.fullmatch(said)
    if found is None:
        raise Stale
    return int(found[1])
