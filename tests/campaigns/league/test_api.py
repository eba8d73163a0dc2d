"""Campaigns for programs: what lists and pages show to that reader, and nothing else."""

from __future__ import annotations

import html

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.league.models import Campaign, JoinMode
from campaigns.league.operations import people
from club.models import Member
from club.visibility import Visibility
from tests.clients import client_of
from tests.factories import campaigns
from tests.factories.club import MemberFactory
from tests.programs import Program

pytestmark = pytest.mark.django_db


def slugs(program: Program, query: str = "") -> list[str]:
    return [row["slug"] for row in program.told(f"campaigns{query}")]


def test_lists_hold_what_the_reader_may_read() -> None:
    rowan, otto = MemberFactory.create(), MemberFactory.create()
    for name, visibility in (("Open", "public"), ("Inside", "club"), ("Hidden", "private")):
        campaigns.campaign(rowan, name=name, visibility=visibility)
    assert slugs(Program()) == ["open"]
    assert slugs(Program(otto)) == ["inside", "open"]
    assert slugs(Program(rowan)) == ["hidden", "inside", "open"]
    assert slugs(Program(otto), "?mine=true") == []
    assert slugs(Program(), "?mine=true") == []
    assert slugs(Program(rowan), "?mine=true&limit=2") == ["hidden", "inside"]


def test_lists_by_game_and_without_archived_ones_and_single_games() -> None:
    rowan = MemberFactory.create()
    for name, game in (("War", "musg"), ("Season", "baf"), ("A game", "musg_single"), ("Old", "musg")):
        made = campaigns.campaign(rowan, name=name)
        Campaign.objects.filter(pk=made.pk).update(game=game, archived=name == "Old")
    program = Program(rowan)
    assert slugs(program) == ["season", "war"]
    assert slugs(program, "?game=baf") == ["season"]
    assert slugs(program, "?archived=true") == ["old"]
    rows = {row["slug"]: row for row in program.told("campaigns")}
    assert (rows["season"]["game_name"], rows["season"]["kind"]) == ("BAF!", "season")
    assert (rows["war"]["game_name"], rows["war"]["kind"]) == ("Musg", "war")


def test_a_campaign_says_what_one_is_in_it() -> None:
    who = campaigns.cast(join_mode=JoinMode.APPROVAL)
    people.join(campaign=who.campaign, member=who.outsider)
    address = f"campaigns/{who.campaign.slug}"
    asked: dict[Member, str] = {who.referee: "referee", who.owner: "player", who.outsider: "applicant"}
    assert {member: Program(member).told(address)["role"] for member in asked} == asked
    assert Program(MemberFactory.create()).told(address)["role"] == ""
    assert {row["slug"]: row["role"] for row in Program(who.owner).told("campaigns")} == {who.campaign.slug: "player"}


def test_a_private_campaign_is_nobody_elses_business() -> None:
    who = campaigns.cast(Visibility.PRIVATE)
    for address in ("", "/members", "/rounds", "/battles", "/standings", "/chronicle"):
        path = f"campaigns/{who.campaign.slug}{address}"
        assert Program(who.player).get(path).status_code == 200
        for stranger in (Program(), Program(who.outsider)):
            answer = stranger.get(path)
            assert answer.status_code == 404
            assert who.campaign.name not in answer.content.decode()


def test_members_are_those_of_the_page_by_the_names_that_the_reader_may_know() -> None:
    who = campaigns.cast(Visibility.PUBLIC, join_mode=JoinMode.APPROVAL)
    who.owner.hidden, who.owner.display_name = True, "Olive Oil"
    who.owner.save()
    people.join(campaign=who.campaign, member=who.outsider)
    address = f"campaigns/{who.campaign.slug}/members"

    def told(program: Program) -> list[tuple[str, str]]:
        return [(row["name"], row["role"]) for row in program.told(address)]

    rowan, piers, otto = who.referee.name, who.player.name, who.outsider.name
    part = [(rowan, "referee"), ("Olive Oil", "player"), (piers, "player")]
    assert told(Program(who.referee)) == [*part, (otto, "applicant")]
    assert told(Program(who.owner)) == part
    assert told(Program(who.outsider)) == part
    assert told(Program()) == [(rowan, "referee"), ("a member", "player"), (piers, "player")]
    assert told(Program(language="fr"))[1][0] == "un membre"
    for reader in (who.referee, who.owner, None):
        page = client_of(reader).get(reverse("campaigns:people", args=[who.campaign.slug])).content.decode()
        for name, _role in told(Program(reader)):
            assert name in html.unescape(page)
    names = [{row["role_name"] for row in Program(language=code).told(address)} for code in ("en", "fr")]
    assert names == [{"referee", "player"}, {"arbitre", "joueur"}]


def asked(client: object, address: str) -> int:
    get = client.get  # type: ignore[attr-defined]
    get(address)
    with CaptureQueriesContext(connection) as queries:
        assert get(address).status_code == 200
    return len(queries)


def test_no_more_is_asked_of_the_database_than_for_the_page() -> None:
    who = campaigns.cast()
    program, client, slug = Program(who.owner), client_of(who.owner), who.campaign.slug
    pages = [reverse("campaigns:list")] + [
        reverse(f"campaigns:{name}", args=[slug]) for name in ("people", "rounds", "standings", "chronicle")
    ]
    told = ["campaigns"] + [f"campaigns/{slug}/{name}" for name in ("members", "rounds", "standings", "chronicle")]
    counts = [(asked(program, one), asked(client, page)) for one, page in zip(told, pages, strict=True)]
    assert [mine <= pages_own for mine, pages_own in counts] == [True] * 5, counts
    for name in ("Crows", "Drakes", "Eels"):
        band = campaigns.enlisted(who.campaign, campaigns.join(who.campaign), name)
        campaigns.fight(who.campaign, [band, who.other])
    for one in (*told[:4], f"campaigns/{slug}/battles"):
        assert asked(program, one) <= 8, one
