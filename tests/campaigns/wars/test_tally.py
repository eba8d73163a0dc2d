"""Hit points and ammunition counted at the table: kept with the battle, in no journal, gone once it is reported."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.wars.models.battle import Battle
from campaigns.wars.reports import operations as reports
from campaigns.wars.tally import operations
from club.models import Member
from club.operations import Refused
from engines.musg.entries import Buy
from engines.musg.report import Report
from rosters.models import JournalEntry
from rosters.operations import take_step
from rosters.table import counts_of
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field, another_battle

pytestmark = pytest.mark.django_db

SCRIPT = {"Accept": "application/json"}


def address(fight: Field, side: int = 0, battle: Battle | None = None) -> str:
    pks = [(battle or fight.battle).pk, fight.warbands[side].pk]
    return reverse("campaigns:tally", args=[fight.campaign.slug, *pks])


def tap(fight: Field, member: Member, what: str, *, status: int = 200) -> dict[str, object]:
    answer = client_of(member).post(address(fight), {"set": what}, headers=SCRIPT)
    assert answer.status_code == status
    found: dict[str, object] = answer.json()
    return found


def test_hit_points_are_those_of_the_profile_and_only_what_runs_out_is_counted(fight: Field) -> None:
    """A human leader has 6 hit points (Musg, Profils). Grenades may run out (M104), a medikit works once (M38)."""
    band, player = fight.warbands[0], fight.players[0]
    for item in ("sword", "grenade", "grenade", "medikit"):
        take_step(warband=band, entry=Buy(figure=LEADER, item=item), author=player)
    leader = band.roster.figure(LEADER)
    assert leader is not None
    counted = {one.code: (one.left, one.most) for one in counts_of(leader, band.roster, {"grenade": 1})}
    assert counted == {"hit_points": (6, 6), "grenade": (1, 2), "medikit": (1, 1)}


def test_a_count_is_kept_with_the_battle_and_in_no_journal(fight: Field) -> None:
    steps = JournalEntry.objects.count()
    versions = [warband.version for warband in fight.warbands]
    assert tap(fight, fight.players[0], f"{LEADER}.hit_points.5") == {"hit_points": 5, "version": 1}
    assert tap(fight, fight.referee, f"{LEADER}.hit_points.4") == {"hit_points": 4, "version": 2}
    assert fight.side(0).tally == {str(LEADER): {"hit_points": 4, "version": 2}}
    assert JournalEntry.objects.count() == steps
    for warband, version in zip(fight.warbands, versions, strict=True):
        warband.refresh_from_db()
        assert warband.version == version


def test_the_roster_shows_it_to_those_who_may_change_it(fight: Field) -> None:
    operations.count(side=fight.side(0), figure=HENCHMAN, code="hit_points", left=1)
    page = fight.warbands[0].get_absolute_url()
    for keeper in (fight.players[0], fight.referee):
        shown = client_of(keeper).get(page).content.decode()
        row = shown[shown.index(f'data-count="{HENCHMAN}.hit_points"') :]
        assert "<b data-left>1</b>/<span data-most>3</span>" in row[:900]
        assert f'value="{HENCHMAN}.hit_points.0"' in row[:900]
    assert "data-count" not in client_of(fight.players[1]).get(page).content.decode()


def test_an_open_roster_asks_again_only_after_a_count(fight: Field) -> None:
    client, page = client_of(fight.players[0]), fight.warbands[0].get_absolute_url()
    shown = client.get(page)
    mark = shown.wsgi_request.live_mark  # type: ignore[attr-defined]
    asked = {"path": page, "data": {"mark": mark}, "headers": {"hx-request": "true"}}
    assert client.get(**asked).status_code == 204
    operations.count(side=fight.side(0), figure=LEADER, code="hit_points", left=1)
    assert client.get(**asked).status_code == 200


@pytest.mark.parametrize(
    "what",
    ["1.hit_points.7", "99.hit_points.1", "1.grenade.0", "1.version.9", "x", "", "1.hit_points.-1"],
)
def test_what_cannot_be_is_not_kept(fight: Field, what: str) -> None:
    assert "refused" in tap(fight, fight.players[0], what, status=422)
    assert fight.side(0).tally == {}


def test_the_other_side_keeps_no_count_here(fight: Field) -> None:
    answer = client_of(fight.players[1]).post(address(fight), {"set": "1.hit_points.0"})
    assert answer.status_code == 403
    elsewhere = address(fight).replace(f"/{fight.warbands[0].pk}/", "/999999/")
    assert client_of(fight.players[0]).post(elsewhere, {"set": "1.hit_points.0"}).status_code == 404


def test_without_a_script_the_button_leads_back_to_the_figure(fight: Field) -> None:
    answer = client_of(fight.players[0]).post(address(fight), {"set": f"{HENCHMAN}.hit_points.2"})
    assert answer["Location"] == f"{fight.warbands[0].get_absolute_url()}#figure-{HENCHMAN}"
    assert fight.side(0).tally[str(HENCHMAN)]["hit_points"] == 2


def test_the_report_clears_the_counts(fight: Field) -> None:
    operations.count(side=fight.side(0), figure=LEADER, code="hit_points", left=1)
    reports.report_battle(battle=fight.battle, report=Report(), author=fight.players[0])
    assert fight.side(0).tally == {}
    with pytest.raises(Refused):
        operations.count(side=fight.side(0), figure=LEADER, code="hit_points", left=1)
    assert "data-count" not in client_of(fight.players[0]).get(fight.warbands[0].get_absolute_url()).content.decode()


def test_the_earliest_battle_ahead_is_the_one_that_is_counted(fight: Field) -> None:
    later = another_battle(fight.campaign, fight.warbands, title="Later")
    operations.count(side=later.sides.get(seat=0), figure=LEADER, code="hit_points", left=1)
    shown = client_of(fight.players[0]).get(fight.warbands[0].get_absolute_url()).content.decode()
    assert f'action="{address(fight)}"' in shown
    assert "<b data-left>6</b>" in shown
