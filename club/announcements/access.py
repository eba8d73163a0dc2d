"""Who may read which announcements."""

from __future__ import annotations

from django.utils import timezone

from club.access import User, not_found
from club.models import Announcement
from club.models.page import AnnouncementsAsked


def readable(user: User) -> AnnouncementsAsked:
    """Return what this reader may read: admins also what is still to come."""
    found = Announcement.objects.open_to(member=user.is_authenticated).select_related("author")
    keeps = user.is_authenticated and user.is_club_admin
    return found if keeps else found.begun(timezone.localdate())


def get_announcement(user: User, pk: int) -> Announcement:
    """Return an announcement that the reader may read; else 404."""
    return readable(user).filter(pk=pk).first() or not_found()
