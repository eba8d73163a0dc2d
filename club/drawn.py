"""A part of a page that is drawn once for all who see the same: after a change every phone asks for it at once.

Whoever draws says in the key all that the part shows of its reader (``campaigns/matches/fragments.py``). The ticket,
the token against forged forms and the marks of forms not yet sent are every reader's own: they are put in at places
that the drawing keeps free.
"""

from __future__ import annotations

import re
import threading
import uuid
from functools import cache as cache_once
from typing import Final

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.crypto import salted_hmac

from club import live

SECONDS: Final = 3.0
"""For how long something drawn is shared. A name that changes with no change of the thing is out of date no longer."""

_LOCKS: Final = [threading.Lock() for _ in range(16)]


class NobodysTold:
    """Stands for ``live.Told`` while something is drawn for several."""

    def __init__(self, mark: str) -> None:
        self.address, self.mark = place("ticket"), mark


def lock(number: int) -> threading.Lock:
    """Return the lock of a thing: one draws what several ask for at the same time, and the others wait for that."""
    return _LOCKS[number % len(_LOCKS)]


@cache_once
def place(what: str) -> str:
    """Return what keeps a place free: nobody who types a name knows it, and all processes of the site do.

    ``ticket`` is for the ticket's address, ``token`` for that of forms, ``form`` for the mark of a form not yet sent.
    """
    return f"{what}-{salted_hmac('club.drawn', what, algorithm='sha256').hexdigest()}"


def own(html: str, request: HttpRequest, told: live.Told) -> str:
    """Put in what is this reader's alone."""
    html = html.replace(place("ticket"), told.address)
    if place("token") in html:
        html = html.replace(place("token"), get_token(request))
    if place("form") in html:
        html = re.sub(place("form"), lambda _found: str(uuid.uuid4()), html)
    return html
