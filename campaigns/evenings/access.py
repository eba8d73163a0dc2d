"""Who may see an evening and do what there. The loaders are called on a view's first line.

Members see every evening, visitors those that are open to everybody; a guest who came with the link sees his. The
organiser and the club's admins change an evening, whoever offers a game changes that. Club admins and referees of a
campaign that is under way announce evenings.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.evenings.models.plan import EveningGame
from campaigns.evenings.people import COOKIE
from campaigns.league.models import Membership, Role
from club.access import User, forbidden, member_of, not_found, signed_in
from club.models import Member


def may_announce(user: User) -> bool:
    """Tell whether somebody may announce evenings. One query for an ordinary member."""
    if not isinstance(user, Member):
        return False
    referees = Membership.objects.filter(member=user, role=Role.REFEREE, campaign__closed=False)
    return user.is_club_admin or referees.exists()


def visible_evenings(user: User) -> QuerySet[ClubEvening]:
    """Return the evenings that somebody may read."""
    if user.is_authenticated:
        return ClubEvening.objects.all()
    return ClubEvening.objects.filter(guests=Guests.PUBLIC)


def evenings_before(request: HttpRequest) -> QuerySet[ClubEvening]:
    """Return the evenings that whoever asks may read, the one included to which he came as a guest."""
    secret = COOKIE.key(request)
    if member_of(request) is not None or not secret:
        return visible_evenings(request.user)
    mine = Q(guest_list__secret=secret) & ~Q(guests=Guests.MEMBERS)
    return ClubEvening.objects.filter(Q(guests=Guests.PUBLIC) | mine).distinct()


def get_evening(request: HttpRequest, pk: int) -> ClubEvening:
    """Return an evening that the reader may see; else 404. One query."""
    found = evenings_before(request).select_related("series", "place", "organiser").filter(pk=pk).first()
    return found if found is not None else not_found()


def manages(user: User, evening: ClubEvening) -> bool:
    """Tell whether somebody may change an evening."""
    return isinstance(user, Member) and (user.is_club_admin or evening.organiser_id == user.pk)


def get_evening_for_organiser(request: HttpRequest, pk: int) -> ClubEvening:
    """Return an evening that the reader may change; 404 for a stranger, 403 for others."""
    evening = get_evening(request, pk)
    return evening if manages(request.user, evening) else forbidden()


def get_evening_for_member(request: HttpRequest, pk: int) -> ClubEvening:
    """Return an evening for a member of the club; 404 for a stranger, 403 for a guest."""
    evening = get_evening(request, pk)
    signed_in(request)
    return evening


def get_evening_by_link(link: str) -> ClubEvening:
    """Return the evening whose door this link opens; 404 where only members come, or there is none."""
    found = ClubEvening.objects.exclude(guests=Guests.MEMBERS).select_related("series", "place", "organiser")
    evening = found.filter(link=link).first()
    return evening if evening is not None else not_found()


def get_game(request: HttpRequest, pk: int, number: int) -> EveningGame:
    """Return a game of an evening that the reader may see; else 404."""
    evening = get_evening(request, pk)
    game = EveningGame.objects.filter(evening=evening, number=number, removed=False).first()
    if game is None:
        not_found()
    game.evening = evening
    return game


def get_game_for_host(request: HttpRequest, pk: int, number: int) -> EveningGame:
    """Return a game that the reader may change; 404 for a stranger, 403 for others."""
    game = get_game(request, pk, number)
    member = signed_in(request)
    return game if game.host_id == member.pk or manages(member, game.evening) else forbidden()
