"""A referee's powers over a campaign of any kind: with a reason, kept for all readers, told."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.league import acts, departure, news
from campaigns.league.models import Campaign, News, Role
from campaigns.league.operations import powers
from campaigns.wars.battles.operations import Plan, schedule_battle
from campaigns.wars.settings.operations import change_campaign, create_campaign
from club.models import Member
from club.operations import Refused
from engines.musg.journal import encode
from engines.musg.rules import Rules
from tests.clients import client_of
from tests.factories.campaigns import Cast, cast, join, membership
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
WHY = "We agreed on it"


@pytest.fixture
def who() -> Cast:
    return cast()


def codes(campaign: Campaign) -> list[str]:
    return [act.code for act in campaign.referee_acts.all()]


def told(member: Member) -> list[str]:
    return [row.code for row in news.news_of(member)]


def test_every_act_has_words_in_both_languages() -> None:
    assert {"closed", "handed_over", "rolled", "round_locked"} <= acts.codes()


def test_an_act_without_a_reason_is_none(who: Cast) -> None:
    with pytest.raises(Refused) as refused:
        powers.close(campaign=who.campaign, closed=True, referee=who.referee, reason=" ")
    assert refused.value.codes == ["reason_missing"]
    assert not Campaign.objects.get(pk=who.campaign.pk).closed


def test_closed_archived_and_opened_again(who: Cast) -> None:
    with pytest.raises(Refused) as refused:
        powers.archive(campaign=who.campaign, archived=True, referee=who.referee, reason=WHY)
    assert refused.value.codes == ["not_over"]
    powers.close(campaign=who.campaign, closed=True, referee=who.referee, reason=WHY)
    powers.archive(campaign=who.campaign, archived=True, referee=who.referee, reason=WHY)
    listed = reverse("campaigns:list")
    client = client_of(who.owner)
    assert who.campaign.name not in client.get(listed).content.decode()
    assert who.campaign.name in client.get(f"{listed}?archived").content.decode()
    assert client.get(who.campaign.get_absolute_url()).status_code == 200
    powers.close(campaign=who.campaign, closed=False, referee=who.referee, reason=WHY)
    assert who.campaign.name in client.get(listed).content.decode()
    assert codes(who.campaign) == ["reopened", "archived", "closed"]


def test_a_copy_has_settings_and_people_and_nothing_else(who: Cast) -> None:
    schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    News.objects.all().delete()
    made = powers.copy(campaign=who.campaign, referee=who.referee, name="Again", reason=WHY)
    assert (made.rules, made.visibility, made.game) == (who.campaign.rules, who.campaign.visibility, who.campaign.game)
    assert made.join_code != who.campaign.join_code
    assert {(m.member, m.role) for m in made.memberships.all()} == {
        (m.member, m.role) for m in who.campaign.memberships.all()
    }
    assert not made.enlistments.exists()
    assert not made.battles.exists()
    assert told(who.owner) == ["copied"]


def test_who_waits_to_be_let_in_is_not_copied() -> None:
    who = cast(join_mode="approval")
    applicant = MemberFactory.create()
    who.campaign.memberships.create(member=applicant, role=Role.APPLICANT)
    made = powers.copy(campaign=who.campaign, referee=who.referee, name="Again", reason=WHY)
    assert not made.memberships.filter(member=applicant).exists()


def test_the_role_is_handed_over(who: Cast) -> None:
    powers.hand_over(membership=membership(who.campaign, who.owner), referee=who.referee, reason=WHY)
    assert membership(who.campaign, who.owner).role == Role.REFEREE
    assert membership(who.campaign, who.referee).role == Role.PLAYER
    assert "made_referee" in told(who.owner)
    address = reverse("campaigns:powers", args=[who.campaign.slug])
    assert client_of(who.referee).get(address).status_code == 403
    assert client_of(who.owner).get(address).status_code == 200


def test_the_role_is_shared(who: Cast) -> None:
    powers.share(membership=membership(who.campaign, who.owner), referee=who.referee, reason=WHY)
    assert {m.member for m in who.campaign.memberships.filter(role=Role.REFEREE)} == {who.owner, who.referee}


def test_a_removed_players_warbands_withdraw_or_stay_in_the_referees_care(who: Cast) -> None:
    powers.remove(membership=membership(who.campaign, who.owner), referee=who.referee, reason=WHY, keep_warbands=False)
    assert not who.campaign.enlistments.filter(warband=who.warband).exists()
    powers.remove(membership=membership(who.campaign, who.player), referee=who.referee, reason=WHY, keep_warbands=True)
    assert who.campaign.enlistments.filter(warband=who.other, withdrawn=False).exists()
    assert not who.campaign.memberships.filter(member=who.player).exists()
    assert "taken_out" in told(who.player)
    page = client_of(who.referee).get(reverse("campaigns:warband_powers", args=[who.campaign.slug, who.other.pk]))
    assert page.status_code == 200
    assert codes(who.campaign) == ["removed_but_warbands", "removed"]


def test_with_a_battle_ahead_only_the_warband_may_stay(who: Cast) -> None:
    schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    with pytest.raises(Refused) as refused:
        powers.remove(
            membership=membership(who.campaign, who.owner), referee=who.referee, reason=WHY, keep_warbands=False
        )
    assert refused.value.codes == ["battle_ahead"]
    assert codes(who.campaign) == []
    powers.remove(membership=membership(who.campaign, who.owner), referee=who.referee, reason=WHY, keep_warbands=True)


def test_by_its_forms(who: Cast) -> None:
    client = client_of(who.referee)

    def use(kind: str, **data: object) -> int:
        return client.post(
            reverse("campaigns:power", args=[who.campaign.slug, kind]), {"reason": WHY, **data}
        ).status_code

    newcomer = join(who.campaign)
    assert use("share", member=membership(who.campaign, newcomer).pk) == 302
    assert use("remove", member=membership(who.campaign, who.player).pk, warbands="keep") == 302
    assert use("copy", name=" ") == 422
    assert use("copy", name="Second") == 302
    assert use("close") == 302
    assert use("archive") == 302
    assert use("reopen") == 302
    assert use("hand_over", member=membership(who.campaign, who.owner).pk) == 302
    assert use("close") == 403
    assert Campaign.objects.filter(name="Second").exists()
    page = client_of(who.outsider).get(reverse("campaigns:acts", args=[who.campaign.slug])).content.decode()
    assert page.count(WHY) == 7


def test_an_act_names_people_as_they_may_be_read_today() -> None:
    who = cast(visibility="public")
    powers.share(membership=membership(who.campaign, who.owner), referee=who.referee, reason=WHY)
    address = reverse("campaigns:acts", args=[who.campaign.slug])
    assert f"{who.owner.name} is a referee as well." in client_of(who.outsider).get(address).content.decode()
    Member.objects.filter(pk=who.owner.pk).update(hidden=True)
    page = client_of(None).get(address).content.decode()
    assert "a member is a referee as well." in page
    assert who.owner.name not in page


def test_what_a_referee_did_is_in_the_archive_of_everything_about_him(who: Cast) -> None:
    powers.close(campaign=who.campaign, closed=True, referee=who.referee, reason=WHY)
    found = dict(departure.own_data(who.referee))["referee_acts"]
    assert [(row["campaign"], row["act"], row["why"]) for row in found] == [("The Border", "closed", WHY)]
    assert dict(departure.own_data(who.owner))["referee_acts"] == []


# Ceilings


def test_a_part_that_is_more_than_the_whole_is_refused_at_its_field(who: Cast) -> None:
    with pytest.raises(Refused) as refused:
        create_campaign(referee=who.referee, terms=powers.Terms(name="Odd"), rules=Rules(points=500, hero_points=600))
    [problem] = refused.value.problems
    assert (problem.code, problem.field) == ("rules_ceiling", "hero_points")
    assert str(problem.message) == "600 points of 500 in all: a part cannot be more than the whole."
    create_campaign(referee=who.referee, terms=powers.Terms(name="All heroes"), rules=Rules(hero_points=500))


def test_what_was_settled_so_before_stays_changeable_otherwise(who: Cast) -> None:
    odd = Rules(points=500, hero_points=600)
    Campaign.objects.filter(pk=who.campaign.pk).update(rules=encode(odd))
    change_campaign(campaign=who.campaign, terms=powers.Terms(name="Renamed"), rules=odd)
    assert Campaign.objects.get(pk=who.campaign.pk).name == "Renamed"
