"""Warbands for programs: what their page shows to that reader, and nothing else."""

from __future__ import annotations

import html

import pytest
from django.urls import reverse

from club.visibility import Visibility
from rosters.models import Warband
from tests.clients import client_of
from tests.factories.battles import LEADER, field, warband
from tests.factories.club import MemberFactory
from tests.programs import Program

pytestmark = pytest.mark.django_db


def test_a_roster_as_its_page_shows_it() -> None:
    ann = MemberFactory.create()
    band = warband(ann, "Ann’s <i>")
    told = Program(ann).told(f"warbands/{band.pk}")
    page = html.unescape(client_of(ann).get(band.get_absolute_url()).content.decode())
    sheet = told["sheet"]
    assert told["version"] == band.version
    assert sheet["name"] == "Ann’s <i>"
    assert sheet["treasury"] == band.treasury
    leader = sheet["leader"][0]
    assert leader["name"] in page
    assert [stat["value"] for stat in leader["stats"]]
    for figure in (*sheet["leader"], *sheet["lieutenants"], *sheet["henchmen"]):
        assert figure["name"] in page
        for stat in figure["stats"]:
            assert stat["value"] in page


def test_each_reader_s_language_and_name() -> None:
    ann = MemberFactory.create(display_name="Ann A.", hidden=True)
    band = warband(ann, "Ann’s")
    Warband.objects.update(visibility=Visibility.PUBLIC)
    assert Program(ann).told(f"warbands/{band.pk}")["owner"] == "Ann A."
    assert Program().told(f"warbands/{band.pk}")["owner"] == "a member"
    english, french = (Program(ann, language=code).told(f"warbands/{band.pk}")["sheet"] for code in ("en", "fr"))
    assert english["leader"][0]["rank_name"] != french["leader"][0]["rank_name"]


def test_lists_hold_what_the_reader_may_read_a_stretch_at_a_time() -> None:
    ann, ben = MemberFactory.create(), MemberFactory.create()
    public = [warband(ann, f"Open {number}") for number in range(5)]
    secret = warband(ben, "Secret")
    Warband.objects.filter(pk__in=[band.pk for band in public]).update(visibility=Visibility.PUBLIC)
    Warband.objects.filter(pk=secret.pk).update(visibility=Visibility.PRIVATE)
    names, address = [], "warbands?limit=2"
    while address:
        answer = Program().get(address)
        rows = answer.json()
        assert 1 <= len(rows) <= 2
        names += [row["name"] for row in rows]
        link = answer.headers.get("Link", "")
        address = link[link.index("warbands?") : link.index(">")] if link else ""
    assert names == [f"Open {number}" for number in (4, 3, 2, 1, 0)]
    assert [row["name"] for row in Program(ben).told("warbands?mine=true")] == ["Secret"]
    assert Program().told("warbands?mine=true") == []


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "after=0", "after=x", "mine=perhaps"])
def test_a_stretch_that_is_none(query: str) -> None:
    answer = Program().get(f"warbands?{query}")
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["field"].endswith(query.partition("=")[0])


def test_the_journal_tells_what_its_page_tells() -> None:
    ann = MemberFactory.create()
    band = warband(ann, "Ann’s")
    steps = Program(ann).told(f"warbands/{band.pk}/journal?limit=100")
    page = html.unescape(client_of(ann).get(reverse("rosters:journal", args=[band.pk])).content.decode())
    assert len(steps) == band.journal.exclude(kind="struck").count()
    assert [step["number"] for step in steps] == sorted((step["number"] for step in steps), reverse=True)
    for step in steps[:20]:
        for sentence in step["sentences"]:
            assert sentence in page
    first = Program(ann).told(f"warbands/{band.pk}/journal/1")
    assert len(first["sheet"]["leader"]) <= 1
    assert Program(ann).get(f"warbands/{band.pk}/journal/999").status_code == 404


def test_a_file_is_the_one_that_the_page_gives() -> None:
    ann = MemberFactory.create()
    band = warband(ann, "Ann’s")
    given = client_of(ann).get(reverse("rosters:export", args=[band.pk])).json()
    assert Program(ann).told(f"warbands/{band.pk}/file") == given


def test_the_owner_buys_and_takes_it_back() -> None:
    fight = field()
    band, owner = fight.warbands[0], fight.players[0]
    program = Program(owner, "read", "play")
    before = program.get(f"warbands/{band.pk}")
    treasury = before.json()["sheet"]["treasury"]
    body = {"kind": "rename", "figure": LEADER, "name": "Bosco"}
    renamed = program.post(f"warbands/{band.pk}/steps", body, if_match=before["ETag"], idempotency_key="1")
    assert renamed.status_code == 200, renamed.content
    assert renamed.json()["treasury"] == treasury
    assert renamed.json()["sentences"]
    assert program.told(f"warbands/{band.pk}")["sheet"]["leader"][0]["name"] == "Bosco"
    undone = program.post(f"warbands/{band.pk}/undo", if_match=renamed["ETag"])
    assert undone.status_code == 200
    assert program.told(f"warbands/{band.pk}")["sheet"]["leader"][0]["name"] != "Bosco"


def test_a_referee_says_why_and_needs_the_scope_for_it() -> None:
    fight = field()
    band, referee = fight.warbands[0], fight.referee
    seen = Program(referee).get(f"warbands/{band.pk}")["ETag"]
    body = {"kind": "rename", "figure": LEADER, "name": "Bosco"}
    with_play = Program(referee, "play").post(f"warbands/{band.pk}/steps", body, if_match=seen, idempotency_key="1")
    assert (with_play.status_code, with_play.json()["code"]) == (403, "scope_missing")
    program = Program(referee, "referee")
    unsaid = program.post(f"warbands/{band.pk}/steps", body, if_match=seen, idempotency_key="2")
    assert unsaid.status_code == 422
    assert unsaid.json()["problems"][0]["field"] == "because"
    said = program.post(
        f"warbands/{band.pk}/steps", {**body, "because": "As agreed."}, if_match=seen, idempotency_key="3"
    )
    assert said.status_code == 200, said.content


def test_what_the_rules_forbid_is_said_with_code_and_figures() -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    seen = program.get(f"warbands/{band.pk}")["ETag"]
    refused = program.post(
        f"warbands/{band.pk}/steps", {"kind": "buy", "figure": 999, "item": "nix"}, if_match=seen, idempotency_key="1"
    )
    assert refused.status_code == 422
    codes = {reason["code"]: reason for reason in refused.json()["problems"]}
    assert codes["no_such_item"]["field"] == "item"
    assert codes["no_such_item"]["params"] == {"item": "nix"}


@pytest.mark.parametrize("body", [[], "x", 3, {"kind": {"a": 1}}, {"kind": "note", "text": [[1]]}, {"version": 3}, {}])
def test_what_no_form_could_send(body: object) -> None:
    ann = MemberFactory.create()
    band, program = warband(ann, "Ann’s"), Program(ann)
    seen = program.get(f"warbands/{band.pk}")["ETag"]
    assert program.post(f"warbands/{band.pk}/steps", body, if_match=seen, idempotency_key="1").status_code == 422


def test_a_warband_is_founded_mustered_and_copied_by_its_file() -> None:
    ann = MemberFactory.create()
    program = Program(ann, "read", "play")
    new = {"name": "The Fords", "race": "human", "era": "modern", "visibility": "private"}
    made = program.post("warbands", new, idempotency_key="found")
    assert made.status_code == 200, made.content
    again = program.post("warbands", new, idempotency_key="found")
    assert again.json() == made.json()
    band = Warband.objects.get()
    assert (band.name, band.owner, band.visibility, band.mustered) == ("The Fords", ann, "private", False)
    steps = f"warbands/{band.pk}/steps"
    hired = program.post(steps, {"kind": "hire", "profile": "leader:human"}, if_match=made["ETag"], idempotency_key="1")
    assert hired.status_code == 200, hired.content
    file = program.told(f"warbands/{band.pk}/file")
    copied = program.post("warbands/file", file, idempotency_key="copy")
    assert copied.status_code == 200, copied.content
    assert copied.json()["sheet"]["leader"] == program.told(f"warbands/{band.pk}")["sheet"]["leader"]
    wrong = program.post("warbands/file", {"format": "else"}, idempotency_key="wrong")
    assert wrong.status_code == 422
    nameless = program.post("warbands", {"race": "human", "era": "modern"}, idempotency_key="nameless")
    assert {reason["field"] for reason in nameless.json()["problems"]} >= {"name", "visibility"}
    assert Warband.objects.count() == 2
