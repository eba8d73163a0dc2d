"""Enlisting a warband as it is: offered first, on its own page and where the campaign asks for one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.league.models import Membership, Role
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.settings.operations import rules_of
from engines.musg.rules import Rules
from tests.clients import client_of
from tests.factories.battles import Field, warband
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db

OFFER = 'id="enlist-title"'


def test_a_mustered_warband_is_enlisted_from_its_own_page(fight: Field) -> None:
    player = MemberFactory.create()
    Membership.objects.create(campaign=fight.campaign, member=player, role=Role.PLAYER)
    band = warband(player, "Newcomers", rules=rules_of(fight.campaign))
    client = client_of(player)
    page = client.get(band.get_absolute_url()).content.decode()
    assert page.index(OFFER) < page.index('class="fighters"')
    address = reverse("campaigns:enlist", args=[fight.campaign.slug])
    assert f'action="{address}"' in page
    client.post(address, {"way": "own", "own-warband": band.pk})
    assert Enlistment.objects.get(warband=band).campaign == fight.campaign
    assert OFFER not in client.get(band.get_absolute_url()).content.decode()


def test_nothing_is_offered_where_it_cannot_serve(fight: Field) -> None:
    """Other rules, no player there, a warband there already, or not one's own."""
    player, stranger = MemberFactory.create(), MemberFactory.create()
    Membership.objects.create(campaign=fight.campaign, member=player, role=Role.PLAYER)
    other_rules = warband(player, "Others", rules=Rules(points=900, hero_points=600))
    outsiders = warband(stranger, "Outsiders", rules=rules_of(fight.campaign))
    second = warband(fight.players[0], "Second", rules=rules_of(fight.campaign))
    for band in (other_rules, outsiders, second):
        assert OFFER not in client_of(band.owner).get(band.get_absolute_url()).content.decode()
    fitting = warband(player, "Fitting", rules=rules_of(fight.campaign))
    assert OFFER not in client_of(fight.players[0]).get(fitting.get_absolute_url()).content.decode()
    fight.campaign.closed = True
    fight.campaign.save()
    assert OFFER not in client_of(player).get(fitting.get_absolute_url()).content.decode()


def test_the_campaign_asks_first_for_one_as_it_is(fight: Field) -> None:
    player = MemberFactory.create()
    Membership.objects.create(campaign=fight.campaign, member=player, role=Role.PLAYER)
    warband(player, "Newcomers", rules=rules_of(fight.campaign))
    page = client_of(player).get(reverse("campaigns:enlist", args=[fight.campaign.slug])).content.decode()
    assert page.index('id="own-title"') < page.index('id="copy-title"') < page.index('id="new-title"')
