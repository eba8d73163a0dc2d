"""The campaign pages: who may open them, what they do, what they never show."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.urls import reverse

from campaigns.league.models import Campaign, JoinMode, Role
from campaigns.league.operations import people
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.settings.operations import rules_of
from club.models import Member
from club.visibility import Visibility
from engines.musg.rules import Rules
from rosters.models import Warband
from tests.clients import client_of
from tests.factories import battles
from tests.factories.campaigns import campaign, cast, enlisted, fight, join, membership
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def page(name: str, *args: Any) -> str:
    return reverse(f"campaigns:{name}", args=args)


def form_of(made: Campaign | None = None, **changes: Any) -> dict[str, Any]:
    """The campaign form as a browser sends it: ticked boxes only."""
    rules = msgspec.to_builtins(rules_of(made) if made else Rules())
    sent: dict[str, Any] = {name: value for name, value in rules.items() if value is not False}
    sent |= {"name": "The Ford", "visibility": "club", "join_mode": "open", "confirm_hours": 24, "description": ""}
    if made is not None:
        sent |= {"name": made.name, "version": made.version}
    return {name: value for name, value in (sent | changes).items() if value is not None}


# Who may read


READER_PAGES = ("campaign", "people", "standings", "chronicle", "rounds", "hireables")


@pytest.mark.parametrize("name", READER_PAGES)
def test_a_private_campaign_exists_for_those_who_take_part_only(name: str) -> None:
    who = cast(Visibility.PRIVATE)
    address = page(name, who.campaign.slug)
    assert [client_of(member).get(address).status_code for member in (who.referee, who.owner, who.player)] == [200] * 3
    assert [client_of(member).get(address).status_code for member in (who.outsider, None)] == [404] * 2


@pytest.mark.parametrize("name", READER_PAGES)
def test_members_read_club_campaigns_and_everybody_public_ones(name: str) -> None:
    club, public = campaign(name="Ours"), campaign(name="Open", visibility=Visibility.PUBLIC)
    member = MemberFactory.create()
    assert client_of(member).get(page(name, club.slug)).status_code == 200
    assert client_of(None).get(page(name, club.slug)).status_code == 404
    assert client_of(None).get(page(name, public.slug)).status_code == 200


@pytest.mark.parametrize("name", ["settings", "dashboard"])
def test_the_referees_pages_are_the_referees(name: str) -> None:
    who = cast(Visibility.PUBLIC)
    address = page(name, who.campaign.slug)
    assert client_of(who.referee).get(address).status_code == 200
    assert [client_of(member).get(address).status_code for member in (who.player, who.outsider)] == [403] * 2
    assert client_of(None).get(address).headers["Location"].startswith("/accounts/login/?next=")


def test_an_applicant_reads_no_more_than_before() -> None:
    who = cast(Visibility.PRIVATE, join_mode=JoinMode.APPROVAL)
    people.join(campaign=who.campaign, member=who.outsider)
    assert client_of(who.outsider).get(page("campaign", who.campaign.slug)).status_code == 404
    assert "The Border" in client_of(who.outsider).get("/").content.decode(), (
        "the noticeboard tells him where he stands"
    )
    assert client_of(MemberFactory.create()).post(page("leave", who.campaign.slug)).status_code == 404
    client_of(who.outsider).post(page("leave", who.campaign.slug))
    assert not who.campaign.memberships.filter(member=who.outsider).exists()


def test_lists_searches_and_notices_never_leak_private_campaigns() -> None:
    hidden = campaign(name="Hushwood", visibility=Visibility.PRIVATE, description="Hushwood")
    campaign(name="Openfield", visibility=Visibility.PUBLIC)
    for member in (None, MemberFactory.create()):
        for address in (page("list"), page("list") + "?q=Hush", "/"):
            assert "Hushwood" not in client_of(member).get(address).content.decode().replace('value="Hush', "")
    for address in (page("list"), page("list") + "?q=hushw"):
        assert "Hushwood" in client_of(hidden.members.get()).get(address).content.decode()
    found = client_of(None).get(page("list") + "?q=field").content.decode()
    assert "Openfield" in found


def test_a_campaigns_readers_read_its_warbands_and_its_referees_change_them() -> None:
    """The warbands themselves are private."""
    who = cast()
    roster = reverse("rosters:roster", args=[who.warband.pk])
    assert client_of(who.outsider).get(roster).status_code == 200
    assert client_of(None).get(roster).status_code == 404
    who.campaign.enlistments.filter(warband=who.warband).delete()
    assert client_of(who.outsider).get(roster).status_code == 404


# Opening and settings


def test_opening_a_campaign_leads_to_its_join_code() -> None:
    member = MemberFactory.create()
    response = client_of(member).post(
        page("new"), form_of(points=450, medikit_revives="on", era="medieval"), follow=True
    )
    made = Campaign.objects.get()
    assert rules_of(made) == Rules(points=450, medikit_revives=True, era="medieval")
    assert membership(made, member).role == Role.REFEREE
    content = response.content.decode()
    assert made.join_code in content
    assert f"http://testserver/join/{made.join_code}/" in content


def test_a_refused_form_keeps_what_was_typed_and_says_why_beside_the_field() -> None:
    response = client_of(MemberFactory.create()).post(page("new"), form_of(name="Typed name", henchman_boxes=30))
    content = response.content.decode()
    assert "Typed name" in content
    assert response.context["form"].errors.keys() == {"henchman_boxes"}
    assert not Campaign.objects.exists()


def test_settings_of_settled_rules_ignore_what_a_browser_sends_for_them() -> None:
    who = cast()
    sent = form_of(who.campaign, name="Renamed", points=900)
    assert client_of(who.referee).post(page("settings", who.campaign.slug), sent).status_code == 302
    who.campaign.refresh_from_db()
    assert (who.campaign.name, who.campaign.rules["points"]) == ("Renamed", 500)
    assert "disabled" in client_of(who.referee).get(page("settings", who.campaign.slug)).content.decode()


def test_settings_out_of_date_are_not_saved() -> None:
    who = cast()
    sent = form_of(who.campaign, name="Late", version=who.campaign.version + 3)
    response = client_of(who.referee).post(page("settings", who.campaign.slug), sent)
    assert response.status_code == 200
    assert response.context["form"].non_field_errors()
    assert Campaign.objects.get(pk=who.campaign.pk).name == "The Border"


def test_closing_and_opening_again() -> None:
    who = cast()
    for kind in ("close", "reopen"):
        client_of(who.referee).post(page("power", who.campaign.slug, kind), {"reason": "Winter"})
        assert Campaign.objects.get(pk=who.campaign.pk).closed == (kind == "close")
    assert client_of(who.player).post(page("power", who.campaign.slug, "close"), {"reason": "I"}).status_code == 403


# People


def test_joining_by_link_shows_the_campaign_first() -> None:
    made, member = campaign(visibility=Visibility.PRIVATE), MemberFactory.create()
    link = page("join_link", made.join_code)
    assert "The Border" in client_of(member).get(link).content.decode()
    assert not made.memberships.filter(member=member).exists()
    response = client_of(member).post(link, {"code": made.join_code})
    assert response.headers["Location"] == page("enlist", made.slug)
    assert membership(made, member).role == Role.PLAYER


def test_joining_by_a_wrong_code_says_so_beside_the_field() -> None:
    made = campaign()
    response = client_of(MemberFactory.create()).post(page("join"), {"code": "nonsense"})
    assert response.context["form"].errors.keys() == {"code"}
    response = client_of(MemberFactory.create()).get(page("join_link", "nonsense"))
    assert response.headers["Location"] == page("join")
    assert made.memberships.count() == 1


def test_asking_and_being_let_in() -> None:
    who = cast(join_mode=JoinMode.APPROVAL)
    client_of(who.outsider).post(page("apply", who.campaign.slug))
    asked = membership(who.campaign, who.outsider)
    assert asked.role == Role.APPLICANT
    change = page("change_member", who.campaign.slug, asked.pk)
    assert client_of(who.player).post(change, {"action": "approve"}).status_code == 403
    assert client_of(who.referee).post(change, {"action": "nonsense"}).status_code == 404
    client_of(who.referee).post(change, {"action": "approve"})
    assert membership(who.campaign, who.outsider).role == Role.PLAYER


def test_the_last_referee_is_told_why_he_stays() -> None:
    who = cast()
    response = client_of(who.referee).post(page("leave", who.campaign.slug), follow=True)
    assert membership(who.campaign, who.referee).role == Role.REFEREE
    assert list(response.context["messages"])


def test_only_referees_see_the_join_code_and_applicants() -> None:
    who = cast(join_mode=JoinMode.APPROVAL)
    people.join(campaign=who.campaign, member=who.outsider)
    for member, seen in ((who.referee, True), (who.player, False), (who.outsider, False)):
        content = client_of(member).get(page("people", who.campaign.slug)).content.decode()
        assert (who.campaign.join_code in content) is seen
        assert ("Otto the Bold" in content.partition("<main")[2]) is seen


# Enlisting


def test_three_ways_to_enlist() -> None:
    who = cast()
    client, address = client_of(who.owner), page("enlist", who.campaign.slug)
    ready = battles.warband(who.owner, "Ready")
    response = client.post(address, {"way": "new", "new-name": "Fresh", "new-race": "orc"})
    fresh = Warband.objects.get(name="Fresh")
    assert response.headers["Location"] == reverse("rosters:builder", args=[fresh.pk])
    client.post(address, {"way": "copy", "copy-warband": ready.pk, "copy-name": "Twin", "copy-muster_only": "yes"})
    client.post(address, {"way": "own", "own-warband": ready.pk})
    names = {enlistment.warband.name for enlistment in who.campaign.enlistments.all()}
    assert names == {"Axes", "Blades", "Fresh", "Twin", "Ready"}


def test_nobody_enlists_somebody_elses_warband() -> None:
    who = cast()
    theirs = battles.warband(who.player, "Theirs")
    for way, sent in (
        ("own", {"own-warband": theirs.pk}),
        ("copy", {"copy-warband": theirs.pk, "copy-name": "Stolen", "copy-muster_only": "yes"}),
    ):
        response = client_of(who.owner).post(page("enlist", who.campaign.slug), {"way": way, **sent})
        assert response.context[way].errors.keys() == {"warband"}
    assert client_of(who.outsider).get(page("enlist", who.campaign.slug)).status_code == 403


def test_withdrawing_is_for_the_owner_and_the_referee() -> None:
    who = cast()
    address = page("withdraw", who.campaign.slug, who.warband.pk)
    assert client_of(who.player).post(address).status_code == 403
    assert who.campaign.enlistments.filter(warband=who.warband).exists()
    client_of(who.owner).post(address)
    assert not who.campaign.enlistments.filter(warband=who.warband).exists()


# Hiring


def test_owners_hire_from_the_pool_with_one_button() -> None:
    who = cast(rules=Rules(leader_boxes=6, henchman_boxes=5))
    for _battle in range(3):
        fight(who.campaign, [who.warband, who.other], bonus={who.warband: 10})
    row = who.campaign.hireables.get()
    address, hire = page("hireables", who.campaign.slug), page("hire", who.campaign.slug, row.pk)
    assert [offer.takers for offer in client_of(who.player).get(address).context["offers"]] == [(who.other,)]
    assert [offer.takers for offer in client_of(who.outsider).get(address).context["offers"]] == [()]
    assert client_of(who.outsider).post(hire, {"warband": who.other.pk}).status_code == 403
    assert client_of(who.owner).post(hire, {"warband": who.other.pk}).status_code == 403
    assert client_of(who.player).post(hire, {"warband": "²"}).status_code == 404

    client_of(who.player).post(hire, {"warband": who.other.pk})
    who.other.refresh_from_db()
    assert who.other.roster.active[-1].name == row.name
    assert [offer.serving for offer in client_of(who.outsider).get(address).context["offers"]] == [(who.other,)]


# The referee's desk


def test_the_desk_shows_what_waits() -> None:
    who = cast(join_mode=JoinMode.APPROVAL)
    people.join(campaign=who.campaign, member=who.outsider)
    hirer = enlisted(who.campaign, who.referee, "Crows", mercenary="troll_bodyguard")
    fight(who.campaign, [who.other, hirer])
    context = client_of(who.referee).get(page("dashboard", who.campaign.slug)).context
    shown = [(group.kind.code, [one.subject for one in group.items]) for group in context["groups"]]
    assert shown == [("fees", ["Crows"]), ("applicant", [who.outsider.name])]
    assert len(context["quiet"]) == 14


def test_battles_offered_to_the_engine_wait_on_the_desk_and_on_the_noticeboard() -> None:
    """Who still has to agree sees it on the noticeboard; a standing consent has answered already."""
    who = cast()
    plan = Plan(title="At the ford")
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=plan)

    def desk() -> list[str]:
        groups = client_of(who.referee).get(page("dashboard", who.campaign.slug)).context["groups"]
        offers = [one for group in groups if group.kind.code == "engine" for one in group.items]
        assert [offer.subject for offer in offers] in ([], [battle.title])
        return [offer.sentence for offer in offers]

    def notice(member: Member) -> bool:
        return "may resolve it if you agree" in client_of(member).get("/").content.decode()

    assert desk() == []
    resolution.agree(battle=battle, member=who.owner, lets=True)
    assert desk() == [f"Not agreed yet: {who.other.name}."], "a ready table stands there from the beginning"
    assert [notice(member) for member in (who.owner, who.player)] == [False, True]
    resolution.set_standing_consent(membership=membership(who.campaign, who.player), lets=True)
    assert desk() == ["Everybody agrees."]
    assert not notice(who.player)


def test_a_grant_stands_in_the_journal_with_its_reason() -> None:
    who = cast()
    before = who.warband.treasury
    client, address = client_of(who.referee), page("dashboard", who.campaign.slug)
    client.post(address, {"warband": who.warband.pk, "points": 25, "reason": "Best painted"})
    who.warband.refresh_from_db()
    assert who.warband.treasury == before + 25
    entry = who.warband.journal.get(kind="grant")
    assert (entry.author, entry.data["reason"]) == (who.referee, "Best painted")
    refused = client.post(address, {"warband": who.warband.pk, "points": -100_000, "reason": "Too much"})
    assert refused.context["form"].errors


# Players


def test_a_players_page_shows_what_its_reader_may_read() -> None:
    who = cast(Visibility.PRIVATE)
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 5})
    address = page("player", who.owner.pk)
    inside = client_of(who.player).get(address).context["career"]
    assert (inside.results.played, inside.results.won) == (1, 1)
    outside = client_of(who.outsider).get(address)
    assert outside.context["career"].empty
    assert "The Border" not in outside.content.decode()


def test_who_hides_has_no_page_for_visitors_and_no_name_on_a_public_one() -> None:
    hidden = MemberFactory.create(username="shade", hidden=True)
    address = page("player", hidden.pk)
    assert client_of(None).get(address).status_code == 404
    assert "Shade the Bold" in client_of(MemberFactory.create()).get(address).content.decode()

    made = campaign(visibility=Visibility.PUBLIC)
    join(made, hidden)
    enlisted(made, hidden, "Crows")
    content = client_of(None).get(address)
    assert content.status_code == 200
    for shown in (address, page("campaign", made.slug), page("people", made.slug), page("standings", made.slug)):
        assert "Shade" not in client_of(None).get(shown).content.decode()


# The noticeboard


def test_the_noticeboard_tells_a_member_what_waits_for_him() -> None:
    who = cast()
    schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan(title="Next one"))
    reported = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    Battle.objects.filter(pk=reported.pk).update(state=BattleState.REPORTED)
    client = client_of(who.owner)
    panels = {panel.template: panel.context for panel in client.get("/").context["panels"]}
    ours = [name.removeprefix("campaigns/noticeboard/") for name in panels if name.startswith("campaigns/")]
    assert ours == ["waiting.html", "battles.html", "campaigns/league/_unread.html", "play.html", "campaigns.html"]
    steps = panels["campaigns/noticeboard/waiting.html"]["todo"]
    assert (steps.first.code, steps.others, steps.count) == ("report", (), 1)
    content = client.get("/").content.decode()
    assert "Next one" in content
    assert "Next one" not in client_of(who.outsider).get("/").content.decode()


def test_who_takes_part_in_nothing_is_offered_to_learn_the_game_first_of_all() -> None:
    """On a phone "Play now", where the lesson stands as well, lies below everything that the club does."""
    todo = (
        client_of(MemberFactory.create()).get("/").content.decode().partition("todo__first")[2].partition("</div>")[0]
    )
    offered = [page("join"), reverse("play:lessons"), reverse("tables:list"), page("new")]
    places = [todo.index(f'href="{address}"') for address in offered]
    assert places == sorted(places)
