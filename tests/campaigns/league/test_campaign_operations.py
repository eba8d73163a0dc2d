"""Opening, changing and closing a campaign; joining and leaving it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaigns.league.models import Campaign, JoinMode, Role
from campaigns.league.operations import people
from campaigns.league.operations.campaigns import close_campaign, renew_join_code
from campaigns.league.terms import Terms
from campaigns.wars.battles.operations import Plan, schedule_battle
from campaigns.wars.enlistment.operations import muster_for
from campaigns.wars.settings.operations import change_campaign, create_campaign, rules_of
from club.operations import Refused, Stale
from club.visibility import Visibility
from engines.musg.rules import Era, Rules
from tests.factories.campaigns import campaign, cast, enlisted, join, membership
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def test_who_opens_a_campaign_is_its_referee() -> None:
    member = MemberFactory.create()
    opened = create_campaign(referee=member, terms=Terms(name=" The Ford "), rules=Rules(points=600, era=Era.MEDIEVAL))
    assert (opened.name, opened.slug) == ("The Ford", "the-ford")
    assert rules_of(opened) == Rules(points=600, era=Era.MEDIEVAL)
    assert membership(opened, member).role == Role.REFEREE


def test_addresses_are_different_and_never_in_the_way_of_a_page() -> None:
    names = ["The Ford", "The Ford!", "new", "…", "…"]
    assert [campaign(name=name).slug for name in names] == ["the-ford", "the-ford-2", "new-2", "campaign", "campaign-2"]


def test_all_that_is_wrong_is_said_at_once() -> None:
    wrong = Terms(name=" ", confirm_hours=0)
    with pytest.raises(Refused) as refused:
        create_campaign(referee=MemberFactory.create(), terms=wrong, rules=Rules(points=0, leader_boxes=15))
    assert set(refused.value.codes) == {"campaign_name", "confirm_hours", "rules_points", "rules_hero_boxes"}
    assert not Campaign.objects.exists()


def test_rules_change_until_a_warband_is_enlisted() -> None:
    """Ruling M242 and the switches are stored with every warband: its campaign may not drift away from it."""
    made = campaign()
    terms = Terms(name="Renamed", visibility=Visibility.PUBLIC)
    change_campaign(campaign=made, terms=terms, rules=Rules(points=400), version=made.version)
    assert (made.name, made.visibility, rules_of(made).points) == ("Renamed", "public", 400)

    muster_for(campaign=made, owner=join(made), name="Axes", race="human")
    with pytest.raises(Refused) as refused:
        change_campaign(campaign=made, terms=terms, rules=Rules(points=500), version=made.version)
    assert refused.value.codes == ["rules_settled"]
    change_campaign(campaign=made, terms=replace_name(terms, "Again"), rules=Rules(points=400), version=made.version)
    assert made.name == "Again"


def replace_name(terms: Terms, name: str) -> Terms:
    return Terms(name=name, visibility=terms.visibility)


def test_a_page_out_of_date_changes_nothing() -> None:
    made = campaign()
    with pytest.raises(Stale):
        change_campaign(campaign=made, terms=Terms(name="Late"), rules=Rules(), version=made.version + 1)
    made.refresh_from_db()
    assert made.name == "The Border"


def test_nobody_joins_enlists_or_fights_once_it_is_over() -> None:
    who = cast()
    close_campaign(campaign=who.campaign, closed=True)
    refusals = [
        lambda: people.join(campaign=who.campaign, member=who.outsider, code=who.campaign.join_code),
        lambda: muster_for(campaign=who.campaign, owner=who.owner, name="More", race="elf"),
        lambda: schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan()),
    ]
    for refused_step in refusals:
        with pytest.raises(Refused) as refused:
            refused_step()
        assert refused.value.codes == ["campaign_over"]
    close_campaign(campaign=who.campaign, closed=False)
    assert schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan()).pk


# Joining


def test_the_code_opens_an_open_campaign_however_it_is_typed() -> None:
    made, member = campaign(), MemberFactory.create()
    code = made.join_code
    typed = f" {code[:4].upper()}-{code[4:]} "
    assert people.campaign_of_code(typed) == made
    assert people.join(campaign=made, member=member, code=typed).role == Role.PLAYER


@pytest.mark.parametrize("code", ["", "wrong123"])
def test_without_the_code_an_open_campaign_stays_shut(code: str) -> None:
    made = campaign()
    with pytest.raises(Refused) as refused:
        people.join(campaign=made, member=MemberFactory.create(), code=code)
    assert refused.value.codes == ["wrong_code"]
    assert made.memberships.count() == 1


def test_a_new_code_makes_the_old_one_useless() -> None:
    made = campaign()
    old = made.join_code
    assert renew_join_code(campaign=made) == made.join_code != old
    assert people.campaign_of_code(old) is None


def test_joining_twice_changes_nothing() -> None:
    made = campaign()
    member = join(made)
    again = people.join(campaign=made, member=member, code=made.join_code)
    assert again.role == Role.PLAYER
    assert made.memberships.count() == 2


def test_an_applicant_waits_until_a_referee_decides() -> None:
    made, asks = campaign(join_mode=JoinMode.APPROVAL), MemberFactory.create()
    asked = people.join(campaign=made, member=asks)
    assert asked.role == Role.APPLICANT
    people.refuse(membership=asked)
    assert not made.memberships.filter(member=asks).exists()

    people.approve(membership=people.join(campaign=made, member=asks))
    assert membership(made, asks).role == Role.PLAYER
    people.refuse(membership=membership(made, asks))
    assert membership(made, asks).role == Role.PLAYER, "who is in is not turned away by a late press of the button"


# Referees


def test_there_is_always_a_referee() -> None:
    who = cast()
    first = membership(who.campaign, who.referee)
    for attempt in (people.demote, lambda membership: people.leave(membership=membership, author=who.referee)):
        with pytest.raises(Refused) as refused:
            attempt(membership=first)
        assert refused.value.codes == ["last_referee"]

    people.promote(membership=membership(who.campaign, who.player))
    people.demote(membership=first)
    assert membership(who.campaign, who.referee).role == Role.PLAYER
    assert membership(who.campaign, who.player).role == Role.REFEREE


def test_an_applicant_is_not_promoted() -> None:
    made, asks = campaign(join_mode=JoinMode.APPROVAL), MemberFactory.create()
    people.promote(membership=people.join(campaign=made, member=asks))
    assert membership(made, asks).role == Role.APPLICANT


# Leaving


def test_who_leaves_takes_his_warbands_with_him() -> None:
    who = cast()
    people.leave(membership=membership(who.campaign, who.owner), author=who.owner)
    assert not who.campaign.memberships.filter(member=who.owner).exists()
    assert not who.campaign.enlistments.filter(warband=who.warband).exists()


def test_nobody_leaves_with_a_battle_ahead() -> None:
    who = cast()
    second = enlisted(who.campaign, who.owner, "Crows")
    schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan(title="At the mill"))
    with pytest.raises(Refused, match="At the mill") as refused:
        people.leave(membership=membership(who.campaign, who.owner), author=who.owner)
    assert refused.value.codes == ["battle_ahead"]
    assert who.campaign.enlistments.filter(warband=second, withdrawn=False).exists(), "nothing is half done"


def test_rules_are_the_engines_value() -> None:
    made = campaign(rules=replace(Rules(), medikit_revives=True))
    assert rules_of(Campaign.objects.get(pk=made.pk)).medikit_revives
