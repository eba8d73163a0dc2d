"""Announcements for programs: read by everybody who may, made and withdrawn by admins."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Body, Router

from club.access import User, forbidden, signed_in
from club.announcements import operations
from club.announcements.access import get_announcement, readable
from club.announcements.forms import AnnouncementForm
from club.api.forms import Filled, checked
from club.api.lists import Asked, stretch
from club.api.scopes import EVERYBODY, Admin, AdminOnce
from club.api.structs import told
from club.models import Announcement, Member

router = Router(tags=["announcements"])


class AnnouncementTold(Struct, frozen=True):
    """What the board announces; ``text`` is Markdown. It is shown from its first day to its last, if it has such."""

    id: int
    title: str
    text: str
    author: str
    pinned: bool
    public: bool
    shown_from: date | None
    shown_until: date | None
    created: datetime
    page: str


class Withdrawn(Struct, frozen=True):
    """The number of what is gone for good."""

    id: int


@router.get("/announcements", response=told(list[AnnouncementTold]), auth=EVERYBODY)
def announcements(request: HttpRequest, response: HttpResponse, asked: Asked) -> list[AnnouncementTold]:
    """All announcements that you may read, the newest first, those of the past included."""
    return stretch(request, response, readable(request.user), asked, lambda row: _told(row, request.user))


@router.get("/announcements/{int:pk}", response=told(AnnouncementTold), auth=EVERYBODY)
def announcement(request: HttpRequest, pk: int) -> AnnouncementTold:
    """One announcement."""
    return _told(get_announcement(request.user, pk), request.user)


@router.post("/announcements", response=told(AnnouncementTold), auth=AdminOnce())
def announce(
    request: HttpRequest, values: Annotated[dict[str, Any], Filled(AnnouncementForm), Body()]
) -> AnnouncementTold:
    """Announce something to the club: members are told at once, or on its first day. Needs an ``Idempotency-Key``."""
    author = _admin(request)
    return _told(operations.announce(author=author, **checked(AnnouncementForm(values)).said), author)


@router.post("/announcements/{int:pk}/withdraw", response=told(Withdrawn), auth=Admin())
def withdraw(request: HttpRequest, pk: int) -> Withdrawn:
    """Take an announcement down for good."""
    found = get_announcement(request.user, pk)
    _admin(request)
    operations.withdraw_announcement(announcement=found)
    return Withdrawn(pk)


def _admin(request: HttpRequest) -> Member:
    """Return who asks, a club admin: somebody may be none any more whose token says so."""
    member = signed_in(request)
    return member if member.is_club_admin else forbidden()


def _told(row: Announcement, reader: User) -> AnnouncementTold:
    return AnnouncementTold(
        id=row.pk,
        title=row.title,
        text=row.text,
        author=row.author.name_for(reader) if row.author is not None else "",
        pinned=row.pinned,
        public=row.public,
        shown_from=row.shown_from,
        shown_until=row.shown_until,
        created=row.created,
        page=row.get_absolute_url(),
    )
