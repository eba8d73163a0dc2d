"""Matches for programs: what the page shows, a pad kept from afar, a result judged."""

from __future__ import annotations

import html

import pytest

from campaigns.league.models import Membership, Role
from campaigns.matches.models.match import Match, MatchState
from club.visibility import Visibility
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.matches import kill, pad, result, season
from tests.programs import Program

pytestmark = pytest.mark.django_db

OF_TWO = {
    "game": "badass_force",
    "players": [{"member": "ann"}, {"guest": "Zoé"}],
    "result": [{"total": 16}, {"total": 9}],
}


def test_a_match_as_its_page_shows_it() -> None:
    ann, ben = MemberFactory.create(display_name="Ann A."), MemberFactory.create(display_name="Ben B.", hidden=True)
    match = result([ann, ben], [17, 7], visibility=Visibility.PUBLIC)
    told = Program(ann).told(f"matches/{match.pk}")
    page = html.unescape(client_of(ann).get(match.get_absolute_url()).content.decode())
    assert [(row["name"], row["total"], row["rank"], row["won"]) for row in told["board"]] == [
        ("Ann A.", 17, 1, True),
        ("Ben B.", 7, 2, False),
    ]
    assert told["state"] == "finished"
    assert told["verdict"] in page
    for entry in told["log"]:
        assert entry["sentence"] in page
    visitor = Program().told(f"matches/{match.pk}")
    assert "Ben B." not in str(visitor)
    assert visitor["board"][1]["name"] == "a member"


def test_a_pad_kept_from_afar() -> None:
    ann, ben = MemberFactory.create_batch(2)
    match = pad([ann, ben])
    program = Program(ann, "play")
    entry = {"entry": kill(0, 1), "client_id": "script-1"}
    first = program.post(f"matches/{match.pk}/entries", entry)
    assert first.status_code == 200, first.content
    assert program.post(f"matches/{match.pk}/entries", entry).status_code == 200
    assert match.entries.count() == 1
    assert len(first.json()["log"]) == 1
    wrong = program.post(f"matches/{match.pk}/entries", {"entry": {"kind": "no such"}, "client_id": "script-2"})
    assert wrong.status_code == 422
    nobody = program.post(f"matches/{match.pk}/entries", {"entry": kill(0, 1), "client_id": ""})
    assert (nobody.status_code, nobody.json()["code"]) == (422, "client_id")
    back = program.post(f"matches/{match.pk}/undo", idempotency_key="back")
    assert back.status_code == 200
    assert back.json()["log"] == []


def test_one_entry_is_taken_back_however_often_that_is_sent() -> None:
    """Whoever hears no answer sends it again; a second entry would be gone."""
    ann, ben = MemberFactory.create_batch(2)
    match = pad([ann, ben])
    program = Program(ann, "play")
    for number in range(3):
        program.post(f"matches/{match.pk}/entries", {"entry": kill(0, 1), "client_id": f"c{number}"})
    keyless = program.post(f"matches/{match.pk}/undo")
    assert (keyless.status_code, keyless.json()["code"]) == (400, "key_missing")
    answers = [program.post(f"matches/{match.pk}/undo", idempotency_key="back") for _each in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert match.entries.filter(struck=False).count() == 2
    program.post(f"matches/{match.pk}/undo", idempotency_key="again")
    assert match.entries.filter(struck=False).count() == 1


def test_a_result_is_written_down_once_and_confirmed_by_the_other() -> None:
    ann, ben = MemberFactory.create(username="ann"), MemberFactory.create(username="ben")
    hers, his = Program(ann), Program(ben)
    new = {
        "game": "badass_force",
        "players": [{"member": "ann"}, {"member": "ben"}, {"guest": "Zoé"}],
        "result": [{"total": 16}, {"total": 7}, {"total": 9}],
        "place": "At home",
    }
    made = hers.post("matches", new, idempotency_key="r")
    assert made.status_code == 200, made.content
    hers.post("matches", new, idempotency_key="r")
    match = Match.objects.get()
    assert [row["name"] for row in made.json()["board"]] == [ann.name, "Zoé", ben.name]
    own = hers.post(f"matches/{match.pk}/confirm", if_match=made["ETag"])
    assert own.status_code == 422
    assert his.post(f"matches/{match.pk}/confirm", if_match='"99"').status_code == 412
    done = his.post(f"matches/{match.pk}/confirm", if_match=made["ETag"])
    assert done.json()["state"] == "confirmed"
    match.refresh_from_db()
    assert match.state == MatchState.CONFIRMED


def test_a_result_that_stands_in_the_books_is_asked_about() -> None:
    program = Program(MemberFactory.create(username="ann"))
    new = {**OF_TWO, "date": "2026-01-08T20:00:00+01:00"}
    first = program.post("matches", new, idempotency_key="1").json()["id"]
    later = {**new, "date": "2026-01-08T22:00:00+01:00"}
    asked = program.post("matches", later, idempotency_key="2")
    assert (asked.status_code, asked.json()["code"]) == (422, "looks_alike")
    assert asked.json()["problems"][0]["params"] == {"match": first}
    assert program.post("matches", {**later, "seen": first + 1}, idempotency_key="3").status_code == 422
    assert program.post("matches", {**later, "seen": first}, idempotency_key="4").status_code == 200
    assert Match.objects.count() == 2
    far = program.post("matches", {**later, "seen": 10**30}, idempotency_key="5")
    assert (far.status_code, far.json()["problems"][0]["field"]) == (422, "body.seen")


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("2026-01-08T20:00:00", "2026-01-08T19:00:00Z"),
        ("2025-07-08T20:00:00", "2025-07-08T18:00:00Z"),
        ("2025-10-26T02:30:00", "2025-10-26T00:30:00Z"),  # the first of the two
        ("2026-01-08T20:00:00-05:00", "2026-01-09T01:00:00Z"),
    ],
)
def test_a_moment_without_an_offset_is_by_the_clubs_clock(said: str, when: str) -> None:
    """Paris: an hour before Greenwich in winter, two in summer."""
    made = Program(MemberFactory.create(username="ann")).post("matches", {**OF_TWO, "date": said}, idempotency_key="r")
    assert made.status_code == 200, made.content
    assert made.json()["date"] == when


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("2026-03-29T02:30:00", "missing_hour"),
        ("1969-12-31T20:00:00", "out_of_range"),
        ("0001-01-01T00:00:00+14:00", "out_of_range"),
        ("9999-12-31T23:59:59-14:00", "out_of_range"),
    ],
)
def test_a_moment_that_there_is_not_is_refused_beside_its_field(said: str, code: str) -> None:
    program = Program(MemberFactory.create(username="ann"))
    refused = program.post("matches", {**OF_TWO, "date": said}, idempotency_key="r")
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert [one["field"] for one in refused.json()["problems"]] == ["date"]
    assert not Match.objects.exists()


def test_who_is_not_known_is_named() -> None:
    ann = MemberFactory.create(username="ann")
    hers, unknown, nobody, both = {"member": "ann"}, {"member": "nobody"}, {}, {"member": "ann", "guest": "x"}
    for number, other in enumerate((unknown, nobody, both)):
        new = {"game": "badass_force", "players": [hers, other]}
        refused = Program(ann).post("matches", new, idempotency_key=str(number))
        assert (refused.status_code, refused.json()["problems"][0]["field"]) == (422, "players")
    assert not Match.objects.exists()


def test_a_dispute_waits_for_the_referee_and_for_the_scope() -> None:
    referee, ann, ben = MemberFactory.create_batch(3)
    thursdays = season(referee=referee)
    for member in (ann, ben):
        Membership.objects.create(campaign=thursdays, member=member, role=Role.PLAYER)
    match = result([ann, ben], [16, 1], season=thursdays)
    his = Program(ben)
    seen = his.get(f"matches/{match.pk}")["ETag"]
    assert his.post(f"matches/{match.pk}/dispute", {"text": ""}, if_match=seen).status_code == 422
    disputed = his.post(f"matches/{match.pk}/dispute", {"text": "It was 16 to 2."}, if_match=seen)
    assert disputed.json()["state"] == "disputed"
    tag = disputed["ETag"]
    assert his.post(f"matches/{match.pk}/settle", {}, if_match=tag).status_code == 403
    assert Program(referee, "play").post(f"matches/{match.pk}/settle", {}, if_match=tag).status_code == 403
    settled = Program(referee, "referee").post(f"matches/{match.pk}/settle", {}, if_match=tag)
    assert settled.json()["state"] == "confirmed"


def test_lists_hold_what_the_reader_may_read() -> None:
    ann, ben = MemberFactory.create_batch(2)
    secret = result([ann, ben], [16, 1], visibility=Visibility.PRIVATE)
    public = result([ann, ben], [16, 1], visibility=Visibility.PUBLIC)
    assert [row["id"] for row in Program().told("matches")] == [public.pk]
    assert [row["id"] for row in Program(ann).told("matches?limit=1")] == [public.pk]
    assert [row["id"] for row in Program(ann).told(f"matches?after={public.pk}")] == [secret.pk]
    assert Program(ann).told("matches?game=bebop") == []
    assert Program().get("matches?season=no-such").status_code == 404


def test_the_standings_are_those_of_the_page() -> None:
    referee, ann, ben = MemberFactory.create_batch(3)
    thursdays = season(referee=referee)
    for member in (ann, ben):
        Membership.objects.create(campaign=thursdays, member=member, role=Role.PLAYER)
    for totals in ([16, 1], [18, 2], [1, 20]):
        result([ann, ben], totals, season=thursdays, confirmed=True)
    told = Program(ann).told(f"seasons/{thursdays.slug}/standings")
    assert told["matches"] == 3
    assert [(row["place"], row["name"], row["played"], row["won"]) for row in told["rows"]] == [
        (1, ann.name, 3, 2),
        (2, ben.name, 3, 1),
    ]
    page = client_of(ann).get(f"/campaigns/{thursdays.slug}/standings/").content.decode()
    for row in told["rows"]:
        assert row["value"] in page
    assert [row["slug"] for row in Program(ann).told("seasons")] == [thursdays.slug]
    assert {row["name"] for row in Program(ann).told("ratings/badass_force")} == {ann.name, ben.name}
    assert Program().get("ratings/chess").status_code == 404
