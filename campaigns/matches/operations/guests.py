"""Guests who turn out to be members: claimed, merged with their whole history, split again if that was wrong."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Membership, Role
from campaigns.matches import news
from campaigns.matches.models.match import Match, MatchSeat
from campaigns.matches.models.player import GuestClaim, Player
from campaigns.matches.operations.players import player_of
from campaigns.matches.operations.results import batch, following
from club.models import Member
from club.operations import Refused, for_update


def may_merge(member: Member, guest: Player) -> bool:
    """Tell whether ``member`` knows the guest well enough to say who it is.

    Those are: who wrote the guest's name down first, a referee of a season in which the guest played, a club admin.
    """
    if member.is_club_admin or guest.added_by_id == member.pk:
        return True
    return _known_to(member).filter(pk=guest.pk).exists()


def mergeable_by(member: Member) -> QuerySet[Player]:
    """Return the guests of whom ``member`` may say who they are. Joins no table."""
    guests = Player.objects.filter(member__isnull=True, merged_into__isnull=True).exclude(name="")
    if member.is_club_admin:
        return guests
    return guests.filter(pk__in=_known_to(member).values("pk")) | guests.filter(added_by=member)


@transaction.atomic
def claim_guest(*, guest: Player, member: Member) -> GuestClaim:
    """Say that a guest is oneself; somebody who knows the guest agrees or not. Claiming twice changes nothing."""
    locked = _lock(guest)
    return GuestClaim.objects.get_or_create(guest=locked, member=member)[0]


@transaction.atomic
def refuse_claim(*, claim: GuestClaim, author: Member) -> None:
    """Turn a claim down, or take one's own back."""
    if author.pk != claim.member_id and not may_merge(author, claim.guest):
        raise Refused.because("not_yours_to_say", _("It is for others to say who this guest is."))
    claim.delete()
    news.tell_guest(claim.guest, "guest_refused", claim.member, by=author)


@transaction.atomic
def merge_guest(*, guest: Player, member: Member, author: Member) -> Player:
    """Give a guest's whole history to a member; the guest's name leads to the member from now on.

    Refused when both sat in the same match. Standings and ratings follow.
    """
    player = player_of(member)  # before the guest is locked: see match_players
    locked = _lock(guest)
    if not may_merge(author, locked):
        raise Refused.because("not_yours_to_say", _("It is for others to say who this guest is."))
    seats = MatchSeat.objects.filter(player=locked)
    matches = _lock_matches(seats)
    if MatchSeat.objects.filter(player=player, match__in=seats.values("match")).exists():
        raise Refused.because(
            "met_each_other",
            _("%(guest)s and %(member)s sat at the same table: they cannot be the same person.")
            % {"guest": locked.name, "member": member.name},
        )
    _hand_over(matches, seats, player, recorded_as=locked)
    locked.merged_into = player
    locked.save(update_fields=["merged_into"])
    locked.claims.all().delete()
    news.tell_guest(locked, "guest_merged", member, by=author)
    return player


@transaction.atomic
def split_guest(*, guest: Player, author: Member) -> None:
    """Take a merger back: the matches recorded under the guest's name are the guest's again. For club admins."""
    if not author.is_club_admin:
        raise Refused.because("admin_only", _("Only a club admin may undo this."))
    locked = for_update(Player.objects.all()).get(pk=guest.pk)
    if locked.merged_into_id is None:
        raise Refused.because("not_merged", _("This guest has not been linked to anybody."))
    seats = MatchSeat.objects.filter(recorded_as=locked)
    _hand_over(_lock_matches(seats), seats, locked, recorded_as=None)
    locked.merged_into = None
    locked.save(update_fields=["merged_into"])


def _lock_matches(seats: QuerySet[MatchSeat]) -> list[Match]:
    """Lock the matches of these seats, which are a locked guest's: from here on nobody else is seated in them."""
    numbers = list(seats.values_list("match", flat=True))
    return list(for_update(Match.objects.filter(pk__in=numbers)).order_by("pk"))


def _hand_over(matches: list[Match], seats: QuerySet[MatchSeat], to: Player, *, recorded_as: Player | None) -> None:
    """Give the seats in these locked matches to another player; whoever follows counted results is told once.

    Asked anew: somebody may have been put on one of the seats while the matches were waited for.
    """
    with batch(), following(*matches):
        seats.filter(match__in=matches).update(player=to, recorded_as=recorded_as)


def _lock(guest: Player) -> Player:
    locked = for_update(Player.objects.all()).get(pk=guest.pk)
    if not locked.is_guest or locked.merged_into_id is not None:
        raise Refused.because("no_guest", _("This is not a guest (any more)."))
    return locked


def _known_to(member: Member) -> QuerySet[Player]:
    refereed = Membership.objects.filter(member=member, role=Role.REFEREE).values("campaign")
    played = MatchSeat.objects.filter(campaign__in=refereed).values("player")
    return Player.objects.filter(pk__in=played)
