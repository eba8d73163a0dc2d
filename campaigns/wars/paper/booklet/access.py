"""Who may have a booklet: the member it was made for, and the campaign's referees; nobody else learns of it.

What its maker might read when it was made is asked again when somebody downloads it.
"""

from __future__ import annotations

from campaigns.league.access import is_referee
from campaigns.wars.access import get_war_for_reader
from campaigns.wars.models.booklet import Booklet, BookletState
from club.access import User, forbidden, not_found
from rosters.access import readable_by


def get_booklet_for_reader(user: User, slug: str, pk: int) -> Booklet:
    """Return a booklet of a campaign the user may read that was made for them or that they referee; else 404."""
    campaign = get_war_for_reader(user, slug)
    booklet = Booklet.objects.select_related("asked_by").filter(campaign=campaign, pk=pk).first()
    if booklet is None or not user.is_authenticated:
        not_found()
    if booklet.asked_by_id != user.pk and not is_referee(user, campaign):
        not_found()
    booklet.campaign = campaign
    return booklet


def get_booklet_for_maker(user: User, slug: str, pk: int) -> Booklet:
    """Return a booklet that was made for the user; 403 for a referee, 404 for everybody else."""
    booklet = get_booklet_for_reader(user, slug, pk)
    return booklet if booklet.asked_by == user else forbidden()


def get_booklet_to_download(user: User, slug: str, pk: int) -> bytes:
    """Return the PDF of a booklet of whose pages the user may read every one now; else 404."""
    booklet = get_booklet_for_reader(user, slug, pk)
    content = getattr(booklet, "content", None)
    if booklet.state != BookletState.DONE or content is None or not may_read_all(user, booklet):
        not_found()
    return bytes(content.pdf)


def may_read_all(user: User, booklet: Booklet) -> bool:
    """Tell whether the user may read every warband in the booklet, none of which is gone."""
    return readable_by(user).filter(pk__in=booklet.warbands).count() == len(booklet.warbands)
