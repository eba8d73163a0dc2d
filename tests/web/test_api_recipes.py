"""The recipes of docs/api.md, as they stand there, against the live site."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from campaigns.league.models import Membership, Role
from campaigns.matches.models.match import Match
from campaigns.tables.models.card_table import CardTable, TableState
from campaigns.wars.battles import staging
from campaigns.wars.models.play import PlayedBattle, PlayState
from campaigns.wars.models.recovery import RecoveryState
from club.models import ApiAnswer, Member
from club.visibility import Visibility
from engines.musg.report import Down, Report, Who
from tests.club.outward.servers import receiving
from tests.factories.battles import LEADER, Field, field
from tests.factories.club import MemberFactory
from tests.factories.matches import result, season
from tests.programs import Program

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TEXT = Path("docs/api.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^```python recipe=(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))


def run(name: str, site: LiveServer, sent: str = "", **environment: str) -> str:
    """Run a recipe as somebody would who copied it; what it printed."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", RECIPES[name]],
        input=sent,
        env={**kept, "SITE": site.url, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def seasoned(*members: Member) -> str:
    """A public season of Badass Force in which these play."""
    made = season(visibility=Visibility.PUBLIC)
    for member in members:
        Membership.objects.create(campaign=made, member=member, role=Role.PLAYER)
    return made.slug


def test_the_bot_is_as_short_as_was_promised() -> None:
    assert set(RECIPES) == {"standings", "pairings", "season", "bot", "musg", "aftermath"}
    assert RECIPES["bot"].count("\n") <= 40
    assert RECIPES["musg"].count("\n") <= 44


def test_standings_come_as_a_sheet_without_a_token(live_server: LiveServer) -> None:
    ann, ben = MemberFactory.create_batch(2)
    made = season(visibility=Visibility.PUBLIC)
    for member in (ann, ben):
        Membership.objects.create(campaign=made, member=member, role=Role.PLAYER)
    result([ann, ben], [16, 3], season=made, confirmed=True)
    rows = list(csv.DictReader(run("standings", live_server, SEASON=made.slug).splitlines()))
    assert [(row["place"], row["name"], row["played"], row["won"]) for row in rows] == [
        ("1", ann.name, "1", "1"),
        ("2", ben.name, "1", "0"),
    ]


def test_a_list_of_results_comes_into_the_books_once(live_server: LiveServer) -> None:
    ann, ben = MemberFactory.create(username="ann"), MemberFactory.create(username="ben")
    slug, token = seasoned(ann, ben), Program(ann, "play").token
    sheet = "date,ann,ben\n2026-01-08,16,3\n2026-01-15,7,18\n2026-01-22,1,2\n"
    told = {"TOKEN": token, "GAME": "badass_force", "SEASON": slug}
    first = run("season", live_server, sheet, **told).splitlines()
    assert first[0].startswith("2026-01-08 ")
    assert ann.name in first[0]
    assert ben.name in first[1]
    assert "16" in first[2]  # nobody came as far as the limit (ruling F26)
    assert Match.objects.count() == 2
    assert run("season", live_server, sheet, **told).splitlines() == first
    ApiAnswer.objects.all().delete()  # as after two days
    assert run("season", live_server, sheet, **told).splitlines() == [
        "2026-01-08 stands there already",
        "2026-01-15 stands there already",
        first[2],
    ]
    assert Match.objects.count() == 2


def test_a_bot_of_ones_own_plays_la_bagarre_to_its_end(live_server: LiveServer) -> None:
    ann = MemberFactory.create(username="ann")
    told = run("bot", live_server, TOKEN=Program(ann, "read", "play").token).splitlines()
    table = CardTable.objects.get()
    assert table.state == TableState.OVER
    assert len(told) == 3
    assert any(line.endswith(ann.name) for line in told)


def test_a_bot_of_ones_own_plays_musg_to_its_end(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A battle of one turn, for the sake of time: whatever comes after it is the same again."""
    monkeypatch.setattr(staging, "TURN_LIMIT", 1)
    ann = MemberFactory.create(username="ann")
    told = run("musg", live_server, TOKEN=Program(ann, "read", "play").token).splitlines()
    played = PlayedBattle.objects.get()
    assert played.state == PlayState.OVER
    assert told[0].endswith("it lasts 1 turn at most.")
    assert "Victory points: " in told[-1]
    assert played.actions.filter(side=0, by="").count() > 10
    assert not played.actions.filter(side=0).exclude(by="").exists()


def test_an_aftermath_is_rolled_at_a_shell(live_server: LiveServer) -> None:
    """A 7 is on no die; 11 on the injury table is death (Musg, Retour des mis hors de combat)."""
    fight = field()
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)),)))
    said = run(
        "aftermath",
        live_server,
        "7 1\n1 1\n",
        TOKEN=Program(fight.players[1], "read", "play").token,
        CAMPAIGN=fight.campaign.slug,
        BATTLE=str(fight.battle.pk),
        WARBAND=str(fight.warbands[1].pk),
    )
    assert "7 is not a face of a die: 1 to 6." in said
    assert said.count("(d66)") == 2
    assert fight.recovery(1).state == RecoveryState.DONE
    died = [step["sentence"] for step in steps(fight) if "B Leader" in step["sentence"]]
    assert died
    for sentence in died:
        assert f"- {sentence}" in said


def steps(fight: Field) -> list[dict[str, str]]:
    path = f"campaigns/{fight.campaign.slug}/battles/{fight.battle.pk}/aftermaths/{fight.warbands[1].pk}"
    return [step for chapter in Program(fight.players[0]).told(path)["chapters"] for step in chapter["steps"]]


def test_the_next_battles_are_posted_in_a_chat(live_server: LiveServer) -> None:
    fight = field(visibility=Visibility.PUBLIC)
    with receiving() as chat:
        run("pairings", live_server, CAMPAIGN=fight.campaign.slug, CHAT=chat.url())
    names = " – ".join(band.name for band in fight.warbands)
    assert [json.loads(one.body) for one in chat.asked] == [{"content": f"Next battles:\n{names}"}]
