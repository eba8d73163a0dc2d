"""Musg campaigns for programs: what their pages show to that reader, and nothing else."""

from __future__ import annotations

import html

import pytest
from django.http import HttpResponse
from django.urls import reverse

from campaigns.jobs.models import Job
from campaigns.tasks import work
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.battle import BattleSide
from campaigns.wars.models.recovery import DiceMode, Recovery
from campaigns.wars.reports import operations as reports
from campaigns.wars.rounds import operations as rounds
from club.models import Member
from club.visibility import Visibility
from engines.core.dice import commitment
from engines.musg.report import Down, Report, Who
from tests.campaigns.league.test_api import asked
from tests.clients import client_of
from tests.factories import campaigns
from tests.factories.battles import LEADER, Field, field
from tests.factories.club import MemberFactory
from tests.factories.resolutions import resolved
from tests.programs import Program

pytestmark = pytest.mark.django_db


def address(fight: Field, behind: str = "") -> str:
    return f"campaigns/{fight.campaign.slug}/battles/{fight.battle.pk}{behind}"


def page(fight: Field, reader: Member | None, name: str = "battle", *more: int) -> str:
    path = reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk, *more])
    answer: HttpResponse = client_of(reader).get(path)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def a_fall(fight: Field) -> Report:
    """The second warband's leader fell to the first one's."""
    a, b = fight.keys
    return Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)),), bonus={a: 2})


# Lists


def test_rounds_and_battles_of_a_campaign() -> None:
    who = campaigns.cast()
    slug, both = who.campaign.slug, [who.warband, who.other]
    first, second = (rounds.open_round(campaign=who.campaign, name=name) for name in ("", "The <Thaw>"))
    one = campaigns.fight(who.campaign, both, bonus={who.warband: 5}, round=first, title="Dawn", place="Hall")
    two = schedule.schedule_battle(campaign=who.campaign, warbands=both, plan=Plan(round=second, title="Noon"))
    three = schedule.schedule_battle(campaign=who.campaign, warbands=both, plan=Plan(title="Dusk"))
    program = Program(who.outsider)
    told = program.told(f"campaigns/{slug}/rounds")
    assert [(row["number"], row["title"], row["battles"]) for row in told] == [
        (2, "The <Thaw>", [two.pk]),
        (1, "Round 1", [one.pk]),
    ]
    assert Program(who.outsider, language="fr").told(f"campaigns/{slug}/rounds")[1]["title"] == "Manche 1"
    battles = f"campaigns/{slug}/battles"
    ids = {
        query: [row["id"] for row in program.told(battles + query)]
        for query in ("", "?round=1", "?round=0", "?state=confirmed", "?limit=1", f"?warband={who.other.pk}&round=2")
    }
    assert list(ids.values()) == [[three.pk, two.pk, one.pk], [one.pk], [three.pk], [one.pk], [three.pk], [two.pk]]
    row = program.told(f"{battles}?round=1")[0]
    assert (row["title"], row["where"], row["state_name"], row["round"]) == ("Dawn", "Hall", "confirmed", 1)
    assert row["sides"] == [
        {"warband": who.warband.pk, "name": "Axes", "victory_points": 5, "won": True},
        {"warband": who.other.pk, "name": "Blades", "victory_points": 0, "won": False},
    ]
    assert program.told(f"{battles}?round=2")[0]["sides"][0]["victory_points"] is None


@pytest.mark.parametrize("query", ["round=-1", "round=x", "state=lost", "warband=0", f"warband={10**30}", "limit=0"])
def test_battles_that_nobody_can_ask_for(query: str) -> None:
    who = campaigns.cast(Visibility.PUBLIC)
    assert Program().get(f"campaigns/{who.campaign.slug}/battles?{query}").status_code == 422


def test_standings_and_chronicle_say_what_their_pages_say() -> None:
    who = campaigns.cast(Visibility.PUBLIC)
    who.owner.hidden = True
    who.owner.save()
    campaigns.fight(who.campaign, [who.warband, who.other], bonus={who.other: 7}, title="Dawn")
    slug = who.campaign.slug
    told = Program().told(f"campaigns/{slug}/standings")
    said = [(row["place"], row["name"], row["owner"], row["won"], row["lost"], row["victory_points"]) for row in told]
    assert said == [(1, "Blades", who.player.name, 1, 0, 7), (2, "Axes", "a member", 0, 1, 0)]
    assert [row["value"] for row in told] == [who.other.value, who.warband.value]
    for code in ("en", "fr"):
        chapters = Program(language=code).told(f"campaigns/{slug}/chronicle")["chapters"]
        shown = client_of(language=code).get(reverse("campaigns:chronicle", args=[slug])).content.decode()
        assert [chapter["title"] for chapter in chapters] == ["Dawn"]
        assert chapters[0]["lead"]
        for sentence in chapters[0]["lead"]:
            assert sentence in html.unescape(shown)
    alone = Program().told(f"campaigns/{slug}/chronicle?warband={who.warband.pk}&page=99")
    assert (alone["page"], alone["pages"]) == (1, 1)
    assert Program().get(f"campaigns/{slug}/chronicle?warband=999999").status_code == 404


def test_a_season_has_no_rounds() -> None:
    made = campaigns.campaign(name="Season")
    type(made).objects.update(game="baf")
    for name in ("rounds", "battles", "standings", "chronicle"):
        assert Program(MemberFactory.create()).get(f"campaigns/{made.slug}/{name}").status_code == 404


def test_a_single_game_has_its_one_battle() -> None:
    fight = field()
    type(fight.campaign).objects.update(game="musg_single")
    told = Program(fight.players[0]).told(f"campaigns/{fight.campaign.slug}/battles")
    assert [row["id"] for row in told] == [fight.battle.pk]
    assert Program(fight.players[0]).get(f"campaigns/{fight.campaign.slug}/rounds").status_code == 404


# A battle


def test_a_battle_before_it_is_fought() -> None:
    fight = field(visibility=Visibility.PUBLIC)
    fight.players[0].hidden = True
    fight.players[0].save()
    told, shown = Program().told(address(fight)), page(fight, None)
    assert (told["title"], told["state"], told["report"], told["aftermaths"]) == ("At the ford", "scheduled", None, [])
    assert [(side["name"], side["owner"], side["key"]) for side in told["sides"]] == [
        ("Axes", "a member", fight.keys[0]),
        ("Blades", fight.players[1].name, fight.keys[1]),
    ]
    assert [side["victory_points"] for side in told["sides"]] == [None, None]
    for side in told["sides"]:
        assert len(side["fighters"]) == 4
        for fighter in side["fighters"]:
            assert fighter["name"] in shown
    rights = {
        reader: [Program(reader).told(address(fight))[f"may_{right}"] for right in ("report", "answer", "settle")]
        for reader in (fight.players[0], fight.referee, MemberFactory.create())
    }
    assert list(rights.values()) == [[True, False, False], [True, False, False], [False, False, False]]


def test_a_report_is_told_as_the_page_tells_it_to_each_reader() -> None:
    """A leader is worth 10 victory points (Musg, Fin du tour), 2 come from the scenario."""
    fight = field()
    ann, ben = fight.players
    reports.report_battle(battle=fight.battle, report=a_fall(fight), author=ann)
    readers = {ann: [True, False, False], ben: [True, True, False], fight.referee: [True, False, True]}
    for reader, rights in (readers | {MemberFactory.create(): [False, False, False]}).items():
        told, shown = Program(reader).told(address(fight)), page(fight, reader)
        assert [told[f"may_{right}"] for right in ("report", "answer", "settle")] == rights
        assert told["report"]["sentences"] == [
            "B Leader (Blades) was put out of action by A Leader (Axes).",
            "Axes: 2 victory points from the scenario.",
        ]
        for sentence in (*told["report"]["sentences"], told["report"]["by"], told["state_name"]):
            assert sentence in shown
        assert told["report"]["by"] == ann.name
        assert told["report"]["awaited"] == [fight.warbands[1].pk]
        assert told["report"]["data"]["downs"][0]["victim"] == {"warband": fight.keys[1], "figure": LEADER}
        assert "present" not in told["report"]["data"]
        assert [(s["victory_points"], s["outcome_name"]) for s in told["sides"]] == [(12, "won"), (0, "lost")]
        assert [side["takedowns"] for side in told["sides"]] == [None, None]
    french = Program(ben, language="fr").told(address(fight))
    assert [side["outcome_name"] for side in french["sides"]] == ["gagnée", "perdue"]


def test_what_is_still_being_counted_and_what_was_replaced_is_told_to_nobody() -> None:
    fight = field()
    ann, ben = fight.players
    BattleSide.objects.filter(battle=fight.battle, seat=0).update(tally={"1": {"out": "Draft of Ann’s"}})
    reports.report_battle(battle=fight.battle, report=Report(reason="First try"), author=ann)
    reports.report_battle(battle=fight.battle, report=a_fall(fight), author=ann)
    for reader in (ben, ann, fight.referee):
        said = Program(reader).get(address(fight)).content.decode()
        assert "First try" not in said
        assert "Draft" not in said


def test_a_dispute_is_told_and_a_battle_called_off_has_no_report() -> None:
    fight = field(visibility=Visibility.PUBLIC)
    ann, ben = fight.players
    ben.hidden = True
    ben.save()
    reports.report_battle(battle=fight.battle, report=a_fall(fight), author=ann)
    reports.dispute_report(battle=fight.battle, member=ben, text="He only <b>stumbled</b>.")
    told = Program().told(address(fight))["report"]
    assert (told["dispute"], told["disputed_by"]) == ("He only <b>stumbled</b>.", "a member")
    assert told["dispute"] in page(fight, None)
    schedule.cancel_battle(battle=fight.stored(), author=fight.referee)
    assert Program().told(address(fight))["report"] is None


def test_a_battle_is_found_in_its_own_campaign_alone() -> None:
    fight, other = field(), field(names=("Eels", "Foxes"))
    swapped = f"campaigns/{other.campaign.slug}/battles/{fight.battle.pk}"
    for behind in ("", "/replay", "/receipt", f"/aftermaths/{fight.warbands[0].pk}"):
        assert Program(fight.players[0]).get(swapped + behind).status_code == 404
        if behind:
            assert Program(fight.players[0]).get(address(fight, behind)).status_code == 404


def test_a_battle_that_was_fought_on_the_site() -> None:
    fight = field()
    assert Program(fight.referee).told(address(fight))["has_replay"] is False
    resolved(fight.battle, fight.warbands)
    program, client = Program(fight.players[0]), client_of(fight.players[0])
    assert program.told(address(fight))["has_replay"] is True
    for ours, theirs in (("replay", "replay_data"), ("receipt", "resolution_receipt")):
        given = client.get(reverse(f"campaigns:{theirs}", args=[fight.campaign.slug, fight.battle.pk])).json()
        assert program.told(address(fight, f"/{ours}")) == given


# An aftermath


def test_an_aftermath_asks_for_a_roll_and_then_tells_the_story() -> None:
    fight = field()
    fight.fight(a_fall(fight))
    pk, player = fight.warbands[1].pk, fight.players[1]
    behind = f"/aftermaths/{pk}"
    for reader, may in ((player, True), (fight.referee, True), (fight.players[0], False)):
        told = Program(reader).told(address(fight, behind))
        assert (told["stage"], told["may_act"], told["asks_why"]) == ("choose", may, reader == fight.referee)
        assert told["commitment"] == fight.recovery(1).commitment
        assert fight.recovery(1).seed not in str(told)
        assert told["fallen"][0]["outlook"] in page(fight, reader, "aftermath", pk)
    states = Program(player).told(address(fight))["aftermaths"]
    assert [(row["warband"], row["state"]) for row in states] == [(fight.warbands[0].pk, "done"), (pk, "waiting")]
    aftermath.begin(recovery=fight.recovery(1), mode=DiceMode.TYPED, member=player)
    told = Program(player).told(address(fight, behind))
    asked_for = told["asked"]
    assert (told["stage"], told["mode"], told["version"]) == ("type", "typed", fight.recovery(1).version)
    assert [asked_for[name] for name in ("asked", "dice", "reason", "figure", "figure_name", "number", "total")] == [
        "d66", 2, "injury", LEADER, "B Leader", 1, 1,
    ]  # fmt: skip
    assert asked_for["purpose"] in page(fight, player, "aftermath", pk)
    assert len(asked_for["table"]["rows"]) > 10
    # 11 to 15: dead (Musg, Retour des mis hors de combat).
    aftermath.enter_faces(recovery=fight.recovery(1), faces=[1, 1], member=player, version=fight.recovery(1).version)
    told = Program(fight.players[0]).told(address(fight, behind))
    assert (told["stage"], told["asked"], told["may_act"], told["has_receipt"]) == ("done", None, False, False)
    assert "died" in {step["code"] for step in told["steps"]}
    shown = page(fight, fight.players[0], "aftermath", pk)
    for chapter in told["chapters"]:
        for step in chapter["steps"]:
            assert step["sentence"] in shown
    faces = [roll["faces"] for chapter in told["chapters"] for step in chapter["steps"] for roll in step["receipts"]]
    assert faces == [[1, 1]]
    assert Program(player).get(address(fight, f"{behind}/receipt")).status_code == 404


def test_the_proof_of_an_aftermath_is_the_one_that_the_page_gives() -> None:
    fight = field()
    fight.fight(a_fall(fight))
    seed, pk = "ab" * 32, fight.warbands[1].pk
    Recovery.objects.filter(side__seat=1).update(seed=seed, commitment=commitment(bytes.fromhex(seed)))
    path = address(fight, f"/aftermaths/{pk}/receipt")
    assert Program(fight.players[1]).get(path).status_code == 404
    roll_at_the_site(fight)
    given = client_of(fight.players[0]).get(
        reverse("campaigns:receipt", args=[fight.campaign.slug, fight.battle.pk, pk])
    )
    told = Program(fight.players[0]).told(path)
    assert told == given.json()
    assert told["seed"] == seed


def roll_at_the_site(fight: Field) -> None:
    aftermath.begin(recovery=fight.recovery(1), mode=DiceMode.SITE, member=fight.players[1])
    work(Job.objects.latest("pk").pk)


def test_no_more_is_asked_of_the_database_than_for_the_pages() -> None:
    fight = field()
    fight.fight(a_fall(fight))
    program, client = Program(fight.players[1]), client_of(fight.players[1])
    path = [fight.campaign.slug, fight.battle.pk]
    pairs = {
        address(fight): reverse("campaigns:battle", args=path),
        address(fight, f"/aftermaths/{fight.warbands[1].pk}"): reverse(
            "campaigns:aftermath", args=[*path, fight.warbands[1].pk]
        ),
    }
    counts = {told: (asked(program, told), asked(client, shown)) for told, shown in pairs.items()}
    assert all(told <= shown for told, shown in counts.values()), counts


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**30])
def test_numbers_that_nothing_has(number: int) -> None:
    fight = field()
    program, slug = Program(fight.players[0]), fight.campaign.slug
    for path in (f"battles/{number}", f"battles/{number}/replay", f"battles/{fight.battle.pk}/aftermaths/{number}"):
        assert program.get(f"campaigns/{slug}/{path}").status_code == 404
    assert program.get(f"campaigns/{slug}/chronicle?page={number}").status_code == 200
