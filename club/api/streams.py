"""Hearing of changes: where a program listens, with the rights of its token, instead of asking again and again."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from msgspec import Struct
from ninja import Router

from club import live
from club.access import member_of, not_found
from club.api.scopes import EVERYBODY
from club.api.structs import told
from club.streams import kinds
from club.streams.kinds import Reader

router = Router(tags=["streams"])


class Listening(Struct, frozen=True):
    """Where one listens, and the ``mark`` of how things stand: once another is told, look again."""

    address: str
    mark: str


@router.get("/stream/{slug:kind}/{int:pk}", response=told(Listening), auth=EVERYBODY)
def stream(request: HttpRequest, kind: str, pk: int) -> Listening:
    """Where to listen for changes of what you may read: a `table`, `battle`, one `played`, campaign (`war`), `pad`.

    Ask the site for `address` with `Accept: text/event-stream`, without your token: the address is good for you alone,
    so keep it to yourself. Every message is the mark as it is now; events called `beat` say that the line is
    there. The event `renew` ends a stream whose address has run out (after ten to fifteen minutes): ask here for
    another. The event `end` says, within a minute, that you may not look on any more, as when the token is revoked.
    Where the answer is 204 the site holds no streams: asked for without that header, the address answers with the mark
    as text, and 404 once it opens nothing.
    """
    found = kinds.find(kind)
    reader = Reader(member_of(request) or AnonymousUser())
    if found is None or found.keys != 1 or not found.readable(reader, (pk,)).exists():
        not_found("no such thing")
    heard = live.Told(request, [live.Part(kind, (pk,), found.marks([(pk,)]).get((pk,), ""))])
    return Listening(heard.address, heard.mark)
