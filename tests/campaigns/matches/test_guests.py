"""Guests who turn out to be members, and what others may read of them."""

from __future__ import annotations

import pytest

from campaigns.league.operations import people
from campaigns.matches.models.player import GuestClaim, Player
from campaigns.matches.operations import guests
from campaigns.matches.operations.players import player_of
from campaigns.matches.operations.results import ResultChange
from club.models import Member
from tests.campaigns.matches.asking import refused
from tests.factories.club import MemberFactory
from tests.factories.matches import pad, result, season

pytestmark = pytest.mark.django_db


def test_a_guest_merged_into_a_member_brings_the_whole_history(
    ann: Member, ben: Member, told: list[ResultChange]
) -> None:
    first = result([ann, "Benny"], [16, 3], confirmed=True)
    second = pad([ann, "Benny"])
    own = result([ann, ben], [3, 16], confirmed=True)
    told.clear()
    benny = Player.objects.get(name="Benny")
    player = guests.merge_guest(guest=benny, member=ben, author=ann)
    assert player == player_of(ben)
    assert set(player.seats.values_list("match", flat=True)) == {first.pk, second.pk, own.pk}
    assert [change.match for change in told] == [first.pk]
    # The name leads to the member from now on.
    assert pad([ann, "benny"]).seats.get(seat=1).player == player
    told.clear()
    admin = MemberFactory.create(is_staff=True)
    refused(lambda: guests.split_guest(guest=benny, author=ann), "admin_only")
    guests.split_guest(guest=benny, author=admin)
    assert set(benny.seats.values_list("match", flat=True)) == {first.pk, second.pk}
    assert [change.match for change in told] == [first.pk]
    refused(lambda: guests.split_guest(guest=benny, author=admin), "not_merged")


def test_nobody_is_somebody_he_sat_with(ann: Member, ben: Member) -> None:
    pad([ann, ben, "Gail"])
    gail = Player.objects.get(name="Gail")
    refused(lambda: guests.merge_guest(guest=gail, member=ben, author=ann), "met_each_other")


def test_who_may_say_who_a_guest_is(ann: Member, ben: Member) -> None:
    referee = MemberFactory.create()
    thursdays = season(referee=referee)
    people.join(campaign=thursdays, member=ann, code=thursdays.join_code)
    pad([ann, "Gail"], season=thursdays)
    gail = Player.objects.get(name="Gail")
    known = {member: guests.may_merge(member, gail) for member in (ann, ben, referee)}
    assert known == {ann: True, ben: False, referee: True}
    assert gail in guests.mergeable_by(referee)
    assert gail not in guests.mergeable_by(ben)
    refused(lambda: guests.merge_guest(guest=gail, member=ben, author=ben), "not_yours_to_say")
    claim = guests.claim_guest(guest=gail, member=ben)
    assert guests.claim_guest(guest=gail, member=ben) == claim
    other = guests.claim_guest(guest=gail, member=MemberFactory.create())
    refused(lambda: guests.refuse_claim(claim=claim, author=other.member), "not_yours_to_say")
    guests.refuse_claim(claim=other, author=ann)
    guests.merge_guest(guest=gail, member=ben, author=referee)
    assert not GuestClaim.objects.exists()
    refused(lambda: guests.claim_guest(guest=gail, member=ann), "no_guest")


def test_names_for_visitors() -> None:
    visitor = None
    guest = Player.objects.create(name="Jean-Paul Roux")
    assert guest.name_for(visitor) == "J.-P. R."
    assert guest.name_for(MemberFactory.create()) == "Jean-Paul Roux"
    hidden = player_of(MemberFactory.create(display_name="Vera", hidden=True))
    assert hidden.name_for(visitor) == "a member"
    assert player_of(MemberFactory.create(display_name="Olga")).name_for(visitor) == "Olga"
