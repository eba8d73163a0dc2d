"""Changed settings are told to a campaign's players, and stand among what its referees did: what was, what is."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace, replace as with_rules

from campaigns.league import acts, news
from campaigns.league.models import Campaign, JoinMode, News, RefereeAct
from campaigns.league.operations.campaigns import change_terms
from campaigns.league.terms import Terms
from campaigns.wars.settings.operations import change_campaign, rules_of
from club.models import Member
from club.visibility import Visibility
from tests.factories.campaigns import cast

pytestmark = pytest.mark.django_db


def terms_of(campaign: Campaign) -> Terms:
    names = ("name", "description", "visibility", "join_mode", "confirm_hours")
    return Terms(**{name: getattr(campaign, name) for name in names})


def told(member: Member, language: str) -> list[str]:
    with translation.override(language):
        return [news.sentence(row) for row in News.objects.filter(member=member, code__endswith="_changed")]


def test_players_read_what_was_and_what_is_in_their_language() -> None:
    who = cast()
    was = terms_of(who.campaign)
    now = replace(was, visibility=Visibility.PUBLIC, join_mode=JoinMode.APPROVAL, confirm_hours=was.confirm_hours + 1)
    change_terms(campaign=who.campaign, terms=now, author=who.referee)
    (said,) = told(who.player, "en")
    with translation.override("en"):
        label = str(Visibility(was.visibility).label)
    assert f"Who may see it: {label} → Everybody." in said
    assert f"confirms itself: {was.confirm_hours} → {was.confirm_hours + 1}." in said
    (dit,) = told(who.player, "fr")
    assert "a changé les réglages de la campagne" in dit
    assert "→ Tout le monde." in dit
    assert told(who.referee, "en") == [], "who did it is not told"


def test_it_stands_among_what_the_referees_did(client: Client) -> None:
    who = cast()
    change_terms(campaign=who.campaign, terms=replace(terms_of(who.campaign), name="The Long War"), author=who.referee)
    act = RefereeAct.objects.get()
    assert (act.by, act.reason) == (who.referee, "")
    with translation.override("en"):
        (line,) = acts.lines([act], who.player)
    assert line.sentence.startswith("The settings were changed. Name: ")
    assert line.sentence.endswith("→ The Long War.")
    client.force_login(who.player)
    page = client.get(reverse("campaigns:acts", args=[who.campaign.slug])).content.decode()
    assert "The Long War" in page


def test_a_long_description_is_not_repeated() -> None:
    who = cast()
    change_terms(
        campaign=who.campaign, terms=replace(terms_of(who.campaign), description="x" * 4000), author=who.referee
    )
    (said,) = told(who.player, "en")
    assert said.endswith("The description has changed.")


def test_nothing_is_told_where_nothing_changed() -> None:
    who = cast()
    change_terms(campaign=who.campaign, terms=terms_of(who.campaign), author=who.referee)
    assert not News.objects.filter(code="settings_changed").exists()
    assert not RefereeAct.objects.exists()


def test_rules_are_told_with_their_names() -> None:
    who = cast()
    who.campaign.enlistments.all().delete()
    before = rules_of(who.campaign)
    rules = with_rules(before, leader_boxes=before.leader_boxes + 5)
    change_campaign(campaign=who.campaign, terms=terms_of(who.campaign), rules=rules, author=who.referee)
    (said,) = told(who.player, "en")
    assert f"Experience boxes of a leader: {before.leader_boxes} → {before.leader_boxes + 5}." in said
    assert RefereeAct.objects.get().code == "rules_changed"


def test_the_settings_page_says_whose_doing_it_was(client: Client) -> None:
    who = cast()
    client.force_login(who.referee)
    address = reverse("campaigns:settings", args=[who.campaign.slug])
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    client.post(address, {**sent, "confirm_hours": "99"})
    assert {row.by for row in News.objects.filter(code="settings_changed")} == {who.referee}
