"""A part of a page that is drawn once for all who see the same: after a change every phone asks for it at once.

Whoever draws says in the key of the cache all that the part shows of its reader (``campaigns/matches/fragments.py``).
The ticket, the token against forged forms and the marks of forms not yet sent are every reader's own: the drawing has
placeholders for them, which ``respond`` fills.
"""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac

from club import live

SECONDS: Final = 3.0
"""For how long something drawn is shared. A name that changes with no change of the thing is out of date no longer."""

_LOCKS: Final = [threading.Lock() for _ in range(16)]


class _NobodysTicket:
    """Stands for ``live.Told`` while something is drawn for several."""

    def __init__(self, mark: str) -> None:
        self.address, self.mark = placeholder("ticket"), mark


def lock(number: int) -> threading.Lock:
    """Return the lock of a thing: one draws what several ask for at the same time, and the others wait for that."""
    return _LOCKS[number % len(_LOCKS)]


@cache
def placeholder(what: str) -> str:
    """Return what stands for something of the reader's own: nobody who types a name knows it, and all processes do.

    ``ticket`` is for the ticket's address, ``token`` for that of forms, ``form`` for the mark of a form not yet sent.
    """
    return f"{what}-{salted_hmac('club.drawn', what, algorithm='sha256').hexdigest()}"


def draw(template: str, values: Mapping[str, Any], request: HttpRequest, told: live.Told) -> str:
    """Draw a part for several readers, with placeholders for ``told``, ``csrf_token`` and ``new_id``."""
    placeholders = {
        "told": _NobodysTicket(told.mark),
        "csrf_token": placeholder("token"),
        "new_id": placeholder("form"),
    }
    return render_to_string(template, {**values, **placeholders}, request)


def respond(html: str, request: HttpRequest, told: live.Told) -> HttpResponse:
    """Answer with what was drawn, the placeholders filled with what is this reader's alone."""
    html = html.replace(placeholder("ticket"), told.address)
    if placeholder("token") in html:
        html = html.replace(placeholder("token"), get_token(request))
    return HttpResponse(re.sub(placeholder("form"), lambda _match: str(uuid.uuid4()), html))
