"""A battle through the API alone, from its date to the roster after it; what is refused changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from campaigns.jobs.models import Job
from campaigns.league.models import Campaign
from campaigns.tasks import work
from campaigns.wars.models.battle import Battle, BattleReport, BattleState
from campaigns.wars.models.recovery import RecoveryState
from campaigns.wars.reports import operations as reports
from club.models import Member
from engines.musg.report import Down, Report, Who
from engines.musg.warband import Standing
from tests.campaigns.wars.test_api import a_fall, address
from tests.campaigns.wars.test_report_pages import filled
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, SECOND_HENCHMAN, Field, field
from tests.factories.club import MemberFactory
from tests.programs import Program

pytestmark = pytest.mark.django_db


def said(fight: Field, **more: Any) -> dict[str, Any]:
    """The second warband's leader fell to the first one's; the scenario gave 2 points."""
    a, b = fight.keys
    down = {"victim": {"warband": b, "figure": LEADER}, "by": {"warband": a, "figure": LEADER}}
    return {"report": {"downs": [down], "bonus": {a: 2}, **more}}


class Hand:
    """A program that looks, and then acts upon what it saw; every write under a key of its own."""

    count = 0

    def __init__(self, member: Member, *scopes: str, language: str = "en") -> None:
        self.program = Program(member, *scopes, language=language)

    def acts(self, seen_at: str, deed: str, data: object = None, if_match: str = "") -> HttpResponse:
        Hand.count += 1
        tag = if_match or self.program.get(seen_at)["ETag"]
        path = f"{seen_at}/{deed}"
        return self.program.post(path, data, if_match=tag, idempotency_key=f"key-{Hand.count}")

    def does(self, seen_at: str, deed: str, data: object = None) -> Any:
        answer = self.acts(seen_at, deed, data)
        assert answer.status_code == 200, answer.content
        return answer.json()


def test_a_whole_battle_from_afar() -> None:
    """By hand: 10 for a leader and 2 from the scenario go into the treasury; its victor survived, won, and felled a
    leader as a leader (1 each); the fallen leader rolls 11, dead, and the lieutenant takes over (ruling M249)."""
    fight = field()
    ann, ben = fight.players
    slug, treasury = fight.campaign.slug, fight.warbands[0].treasury
    plan = {"warbands": [band.pk for band in fight.warbands], "title": "At the <mill>", "date": "2095-05-01T20:00"}
    made = Program(fight.referee, "referee", "read").post(f"campaigns/{slug}/battles", plan, idempotency_key="plan")
    assert made.status_code == 200, made.content
    fight.battle = Battle.objects.get(pk=made.json()["id"])
    battle = address(fight)
    assert (made.json()["title"], made.json()["state"]) == ("At the <mill>", "scheduled")
    assert made.json()["date"].startswith("2095-05-01T")

    reported = Hand(ann).does(battle, "report", said(fight))
    assert (reported["state"], [side["victory_points"] for side in reported["sides"]]) == ("reported", [12, 0])
    assert Hand(ben).does(battle, "confirm")["state"] == "confirmed"

    rolled = f"{battle}/aftermaths/{fight.warbands[1].pk}"
    asked = Hand(ben).does(rolled, "dice", {"mode": "typed"})["asked"]
    assert (asked["asked"], asked["reason"], asked["figure"]) == ("d66", "injury", LEADER)
    done = Hand(ben).does(rolled, "faces", {"faces": [1, 1]})
    assert (done["stage"], done["chapters"][0]["code"]) == ("done", "experience")

    program = Program(ann)
    assert program.told(f"warbands/{fight.warbands[0].pk}")["sheet"]["treasury"] == treasury + 12
    leader = fight.side(1).warband.roster.leader
    assert leader is not None
    assert leader.id == LIEUTENANT
    sheet = Program(ben).told(f"warbands/{fight.warbands[1].pk}")["sheet"]
    assert [figure["name"] for figure in sheet["leader"]] == ["B Lieutenant"]
    dead = fight.side(1).warband.roster.figure(LEADER)
    victor = fight.side(0).warband.roster.figure(LEADER)
    assert dead is not None
    assert victor is not None
    assert (dead.standing, victor.experience) == (Standing.DEAD, 3)
    standings = program.told(f"campaigns/{slug}/standings")
    assert [(row["name"], row["won"], row["victory_points"]) for row in standings] == [
        ("Axes", 1, 12),
        ("Blades", 0, 0),
    ]


def test_the_report_that_a_program_sends_is_the_one_that_the_page_s_form_makes() -> None:
    stored = []
    for through_page in (True, False):
        fight = field(names=("Axes", "Blades") if through_page else ("Crows", "Drakes"))
        a, b = fight.keys
        if through_page:
            changes = {
                "fate_1_1": "out", "by_1_1": f"{a}:{LEADER}", "fate_1_3": "killed", "by_1_3": "accident",
                "fate_0_4": "fled", "fate_0_3": "absent", "bonus_0": "2", "winner": b, "reason": "They held it.",
            }  # fmt: skip
            path = reverse("campaigns:report", args=[fight.campaign.slug, fight.battle.pk])
            client_of(fight.players[0]).post(path, filled(fight, **changes))
        else:
            data = said(
                fight,
                fled=[{"warband": a, "figure": SECOND_HENCHMAN}],
                absent=[{"warband": a, "figure": HENCHMAN}],
                winner=b,
                reason="They held it.",
            )
            data["report"]["downs"].append({"victim": {"warband": b, "figure": HENCHMAN}, "killed": True})
            Hand(fight.players[0]).does(address(fight), "report", data)
        text = str(BattleReport.objects.get(battle=fight.battle).data)
        stored.append(text.replace(a, "A").replace(b, "B"))
    assert stored[0] == stored[1]


def test_what_a_report_would_come_to_is_counted_and_not_kept() -> None:
    fight = field()
    a, b = fight.keys
    told = Program(fight.players[0]).post(address(fight, "/report/count"), said(fight))
    assert told.json() == {"points": {a: 12, b: 0}, "winner": a, "overridden": False}
    assert not BattleReport.objects.exists()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"fled": [{"warband": "?", "figure": 1}]}, "not_in_battle"),
        ({"fled": [{"warband": "A", "figure": 99}]}, "not_in_battle"),
        ({"fled": [{"warband": "A", "figure": 2}] * 2}, "report_unfit"),
        ({"activity": {"nonsense": 3}}, "report_unfit"),
        ({"activity": {"A:2": 3}}, "report_unfit"),
        ({"bonus": {"A": 1001}}, "bonus_points"),
        ({"winner": "B"}, "reason_missing"),
        ({"winner": "B", "reason": "x" * 301}, "max_length"),
        ({"rescued": [{"warband": "A", "figure": 1}]}, "not_captive"),
        ({"nobody": 1}, "unfit"),
        ({"downs": [{"victim": 3}]}, "unfit"),
        ({"downs": None}, "unfit"),
    ],
)
def test_impossible_reports_change_nothing(more: dict[str, Any], code: str) -> None:
    fight = field()
    keys = dict(zip("AB", fight.keys, strict=True))

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {_with(name, keys): named(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [named(inner) for inner in value]
        return keys.get(value, value) if isinstance(value, str) else value

    before = Program(fight.players[0]).get(address(fight)).content
    answer = Hand(fight.players[0]).acts(address(fight), "report", said(fight, **named(more)))
    assert answer.status_code == 422, answer.content
    assert code in {reason["code"] for reason in answer.json()["problems"]}
    assert Program(fight.players[0]).get(address(fight)).content == before
    assert not BattleReport.objects.exists()


def _with(name: str, keys: dict[str, str]) -> str:
    key, colon, number = name.partition(":")
    return keys.get(key, key) + colon + number


def test_a_refusal_has_codes_and_values_and_the_reader_s_language() -> None:
    fight = field()
    a, _b = fight.keys
    told = [
        Hand(fight.players[0], language=code).acts(address(fight), "report", said(fight, bonus={a: 5000})).json()
        for code in ("en", "fr")
    ]
    reason = told[0]["problems"][0]
    assert (reason["code"], reason["field"]) == ("bonus_points", f"bonus-{a}")
    assert (reason["params"]["value"], reason["params"]["most"]) == (5000, 1000)
    assert told[0]["detail"] != told[1]["detail"]
    twice = said(fight, fled=[{"warband": a, "figure": LIEUTENANT}] * 2)
    french = Hand(fight.players[0], language="fr").acts(address(fight), "report", twice).json()
    assert french["detail"].startswith("Le rapport contient deux fois la même chose")


def test_what_was_seen_is_out_of_date_and_nothing_changes() -> None:
    fight = field()
    ann, ben = fight.players
    battle = address(fight)
    old = Program(ann).get(battle)["ETag"]
    Hand(ann).does(battle, "report", said(fight))
    before = Program(ben).get(battle).content
    for hand, deed, data in (
        (Hand(ann), "report", said(fight, fled=[])),
        (Hand(ben), "confirm", None),
        (Hand(ben), "dispute", {"text": "No."}),
        (Hand(fight.referee), "settle", None),
        (Hand(fight.referee), "cancel", None),
    ):
        stale = hand.acts(battle, deed, data, if_match=old)
        assert (stale.status_code, stale.json()["code"]) == (412, "stale"), deed
        unseen = hand.program.post(f"{battle}/{deed}", data, idempotency_key=f"unseen-{deed}")
        assert unseen.status_code == 428, deed
    assert Program(ben).get(battle).content == before
    Hand(ben).does(battle, "confirm")
    rolled = f"{battle}/aftermaths/{fight.warbands[1].pk}"
    old = Program(ben).get(rolled)["ETag"]
    Hand(ben).does(rolled, "dice", {"mode": "typed"})
    for deed, data in (
        ("dice", {"mode": "site"}),
        ("faces", {"faces": [1, 1]}),
        ("take-back", None),
        ("call-off", None),
    ):
        assert Hand(ben).acts(rolled, deed, data, if_match=old).status_code == 412, deed
    assert fight.recovery(1).faces == []


def test_a_report_that_is_sent_twice_is_one() -> None:
    fight = field()
    program = Program(fight.players[0])
    seen = program.get(address(fight))["ETag"]
    keyless = program.post(address(fight, "/report"), said(fight), if_match=seen)
    assert (keyless.status_code, keyless.json()["code"]) == (400, "key_missing")
    answers = [
        program.post(address(fight, "/report"), said(fight), if_match=seen, idempotency_key="one") for _n in range(3)
    ]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert BattleReport.objects.count() == 1


def test_a_dispute_waits_for_a_referee_who_says_why() -> None:
    fight = field()
    ann, ben = fight.players
    battle = address(fight)
    Hand(ann).does(battle, "report", said(fight))
    assert Hand(ben).acts(battle, "dispute", {"text": "  "}).status_code == 422
    disputed = Hand(ben).does(battle, "dispute", {"text": "He stumbled."})
    assert (disputed["state"], disputed["report"]["dispute"]) == ("disputed", "He stumbled.")
    silent = Hand(fight.referee).acts(battle, "settle")
    assert (silent.status_code, silent.json()["code"]) == (422, "reason_missing")
    assert fight.stored().state == BattleState.DISPUTED
    assert Hand(fight.referee).does(battle, "settle", {"because": "Two saw it."})["state"] == "confirmed"


def test_each_deed_needs_the_scope_for_it() -> None:
    fight = field()
    ann, battle = fight.players[0], address(fight)
    for hand, data in (
        (Hand(fight.referee, "read", "play"), said(fight)),
        (Hand(ann, "read", "referee"), said(fight)),
        # Whoever says why lets somebody fight as a referee would.
        (Hand(ann, "read", "play"), {**said(fight), "because": "I say so."}),
    ):
        refused = hand.acts(battle, "report", data)
        assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert not BattleReport.objects.exists()
    assert Hand(fight.referee, "read", "referee").does(battle, "report", said(fight))["state"] == "reported"
    other = Hand(MemberFactory.create()).acts(battle, "report", said(fight))
    assert other.status_code == 403
    Campaign.objects.update(visibility="private")
    stranger = Program(MemberFactory.create()).post(
        f"{battle}/report", said(fight), if_match='"0"', idempotency_key="s"
    )
    assert stranger.status_code == 404


def test_a_referee_rolls_for_a_player_and_says_why() -> None:
    fight = field()
    reports.report_battle(battle=fight.battle, report=a_fall(fight), author=fight.referee)
    reports.settle_report(battle=fight.battle, referee=fight.referee)
    rolled = address(fight, f"/aftermaths/{fight.warbands[1].pk}")
    referee = Hand(fight.referee, "read", "referee")
    silent = referee.acts(rolled, "dice", {"mode": "typed"})
    assert silent.status_code == 422
    assert fight.recovery(1).state == RecoveryState.WAITING
    referee.does(rolled, "dice", {"mode": "typed", "because": "He is away."})
    for faces, code in (([0, 7], "bad_face"), ([3], "number_of_dice"), ([1, 2, 3], "number_of_dice")):
        wrong = referee.acts(rolled, "faces", {"faces": faces})
        assert (wrong.status_code, wrong.json()["code"]) == (422, code)
    # 41: nothing lasting; the next roll is nobody's, so this one stands.
    assert referee.does(rolled, "faces", {"faces": [4, 1]})["stage"] == "done"
    assert fight.side(1).warband.journal.get(kind="recover").reason == "He is away."


def test_a_roll_is_taken_back_and_the_site_s_is_called_off() -> None:
    fight = field()
    a, b = fight.keys
    downs = tuple(Down(Who(b, number), Who(a, LEADER)) for number in (LEADER, HENCHMAN))
    fight.fight(Report(downs=downs))
    ben, rolled = Hand(fight.players[1]), address(fight, f"/aftermaths/{fight.warbands[1].pk}")
    assert ben.does(rolled, "dice", {"mode": "site"})["stage"] == "work"
    assert ben.does(rolled, "call-off")["stage"] == "choose"
    assert ben.acts(rolled, "call-off").json()["code"] == "nothing_to_call_off"
    ben.does(rolled, "dice", {"mode": "typed"})
    second = ben.does(rolled, "faces", {"faces": [4, 1]})
    assert (second["asked"]["asked"], second["asked"]["dice"], second["asked"]["figure"]) == ("d6", 1, HENCHMAN)
    assert [roll["faces"] for roll in second["rolled"]] == [[4, 1]]
    assert ben.does(rolled, "take-back")["asked"]["figure"] == LEADER
    assert fight.recovery(1).faces == []


def test_the_site_rolls_for_all_who_have_not_begun() -> None:
    fight = field()
    fight.fight(a_fall(fight))
    battle, pk = address(fight), fight.warbands[1].pk
    program = Program(fight.referee)
    assert program.post(f"{battle}/aftermaths").status_code == 422
    assert program.post(f"{battle}/aftermaths", {"because": "It is late."}).status_code == 200
    work(Job.objects.latest("pk").pk)
    told = program.told(f"{battle}/aftermaths/{pk}")
    assert (told["stage"], told["mode"], told["has_receipt"]) == ("done", "site", True)
    assert program.told(f"{battle}/aftermaths/{pk}/receipt")["commitment"] == told["commitment"]


def test_players_schedule_their_own_battles_and_call_them_off() -> None:
    fight = field(sides=3)
    ann, path = Hand(fight.players[0], "read", "play"), f"campaigns/{fight.campaign.slug}/battles"
    ids = [band.pk for band in fight.warbands]
    others = ann.program.post(path, {"warbands": ids[1:]}, idempotency_key="o")
    assert (others.status_code, others.json()["problems"][0]["field"]) == (422, "warbands")
    for number, data in enumerate(({}, {"warbands": [ids[0], 999_999]}, {"warbands": ids[:2], "date": "soon"})):
        assert ann.program.post(path, data, idempotency_key=f"n{number}").status_code == 422
    assert Battle.objects.count() == 1
    made = ann.program.post(path, {"warbands": ids[:2]}, idempotency_key="p")
    assert made.status_code == 200, made.content
    cancelled = ann.does(f"{path}/{made.json()['id']}", "cancel")
    assert cancelled["state"] == "cancelled"
