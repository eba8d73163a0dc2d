"""The evening's page: begun from the battle, kept by several phones, without JavaScript, cheap at rest."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.wars.models.evening import Evening
from campaigns.wars.pocket import operations
from campaigns.wars.pocket.page import page_of
from engines.musg.pocket.setup import Menace
from tests.campaigns.wars.pocket.conftest import Table
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field
from tests.factories.campaigns import join

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def address(fight: Field, name: str = "evening") -> str:
    return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk])


def page(table: Table, player: int = 0) -> str:
    return client_of(table.fight.players[player]).get(address(table.fight)).content.decode()


def press(table: Table, kind: str, player: int = 0, *, htmx: bool = False, **data: Any) -> Any:
    """Send a form as the page has it."""
    client = client_of(table.fight.players[player])
    table.pressed += 1
    sent = {"kind": kind, "version": table.stored().version, "client_id": f"p{table.pressed}", **data}
    headers = HTMX if htmx else {}
    return client.post(address(table.fight, "evening_enter"), sent, headers=headers, follow=not htmx)


def test_the_evening_begins_on_the_battles_page(fight: Field) -> None:
    client = client_of(fight.players[0])
    assert address(fight, "evening_begin") in client.get(fight.battle.get_absolute_url()).content.decode()
    assert client.get(address(fight)).status_code == 404
    form = client.get(address(fight, "evening_begin"))
    assert "enters from" in form.content.decode()
    answer = client.post(
        address(fight, "evening_begin"),
        {"menace": "aliens", "civilian_points": "7", f"edge-{fight.keys[0]}": "north"},
        follow=True,
    )
    assert answer.status_code == 200
    evening = Evening.objects.get()
    assert (evening.agreed.menace, evening.agreed.civilian_points) == (Menace.ALIENS, 7)
    assert evening.agreed.bands[0].edge == "north"
    assert "Points 1, 2 and 3: in the middle of the edges that nobody enters by." in answer.content.decode()
    assert client.get(address(fight, "evening_begin")).status_code == 302
    assert address(fight) in client.get(fight.battle.get_absolute_url()).content.decode()


def test_the_points_are_placed_by_the_edges_that_are_free(fight: Field) -> None:
    """Ruling M316: two warbands from north and south leave two edges; the third point stands as far off as it can."""
    edges = {f"edge-{fight.keys[0]}": "north", f"edge-{fight.keys[1]}": "south"}
    sent = {"menace": "zombies", "civilian_points": "5", **edges}
    answer = client_of(fight.players[0]).post(address(fight, "evening_begin"), sent, follow=True)
    shown = answer.content.decode()
    assert "Point 2: the middle of this edge: west." in shown
    assert "Point 3: at the edge, as far as possible from the warbands and the other points." in shown


def test_a_form_that_makes_no_sense_begins_nothing(fight: Field) -> None:
    client = client_of(fight.players[0])
    answer = client.post(address(fight, "evening_begin"), {"menace": "ghosts", "civilian_points": "-1"})
    assert answer.status_code == 200 and not Evening.objects.exists()


def test_what_comes_next_is_the_heading(table: Table) -> None:
    assert "Who begins?" in page(table)
    press(table, "initiative", order=table.fight.keys[0], bands=" ".join(table.fight.keys))
    assert table.state.order == tuple(table.fight.keys)
    assert "Axes: does anybody hear anything?" in page(table)
    press(table, "hears", band=table.fight.keys[0], die="1")
    assert "What comes?" in page(table)
    press(table, "what_comes", pending=str(table.state.pending[0].id), die1="3", die2="2")
    assert "How many?" in page(table)
    answer = press(table, "how_many", pending=str(table.state.pending[0].id), die="6")
    assert "Place 4 zombies: point 2." in answer.content.decode()
    press(table, "hears", 1, band=table.fight.keys[1], die="6")
    assert "Activate the figures" in page(table)
    press(table, "noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    press(table, "bands_done", turn="1")
    shown = page(table)
    assert "4 zombies (point 2)" in shown and "Axes runs them this turn." in shown
    assert "Nobody in sight: 3 paces towards the noise marker." in shown
    press(table, "group_moved", group=str(table.state.groups[0].id))
    assert "Everybody has had their part" in page(table)
    press(table, "end_turn", turn="1")
    assert "Turn 2" in page(table)


def test_three_warbands_say_their_whole_order() -> None:
    from tests.campaigns.wars.pocket.conftest import begun
    from tests.factories.battles import field

    table = begun(field(sides=3))
    assert 'name="place3"' in page(table)
    one, two, three = table.fight.keys
    press(table, "initiative", place1=three, place2=one, place3=two)
    assert table.state.order == (three, one, two)


def test_bites_hits_falls_and_civilians_are_entered_by_forms(table: Table) -> None:
    one, other = table.fight.keys
    table.quiet_turn()
    table.enter("placed", profile="zombie", count=3, point=1)
    number = str(table.state.groups[0].id)
    press(table, "wounded", group=number, die="6")
    assert "one held up for 3 turns" in page(table)
    press(table, "destroyed", victim=f"{number}.3")
    press(table, "destroyed", victim=number)
    assert (table.state.groups[0].standing, table.state.groups[0].hurt) == (1, ())
    press(table, "bitten", figure=f"{one}:{HENCHMAN}", die1="6", die2="6", acted="true")
    assert table.state.infections[f"{one}:{HENCHMAN}"].counted == 1
    press(table, "countdown", pending=str(table.state.pending[0].id), die="3")
    assert "A Henchman 1 has 2 activations left." in page(table)
    press(table, "down", figure=f"{one}:{LEADER}", by=f"{other}:{LEADER}", killed="true")
    fall = table.state.fallen[f"{one}:{LEADER}"]
    assert fall.by is not None and (fall.by.warband, fall.killed) == (other, True)
    press(table, "enters", 1, figure=f"{other}:{LEADER}", building="3", die="1")
    press(table, "what_comes", pending=str(table.state.pending[0].id), die1="1", die2="6")
    press(table, "civilian", pending=str(table.state.pending[0].id), die="5")
    shown = page(table)
    assert "Marvin follows Blades." in shown
    press(table, "stolen", figure="civilian:1", band=one)
    press(table, "left", figure="civilian:1")
    press(table, "finish")
    shown = page(table)
    assert "To the report" in shown and "Marvin (Axes, 5)" in shown


def test_a_refusal_is_said_and_nothing_is_entered(table: Table) -> None:
    answer = press(table, "bands_done", turn="1")
    assert "That cannot be done now." in answer.content.decode()
    for data in ({"kind": "ghost"}, {}, {"kind": "noise"}, {"kind": "hears", "band": "x", "die": "seven"}):
        sent = {"version": 0, "client_id": "x", **data}
        client = client_of(table.fight.players[0])
        assert client.post(address(table.fight, "evening_enter"), sent, headers=HTMX).status_code == 422
    assert table.stored().version == 0


def test_a_phone_that_is_behind_is_told_and_shown_the_latest(table: Table) -> None:
    press(table, "noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    answer = press(table, "noise", 1, htmx=True, version=0, figure=f"{table.fight.keys[1]}:{LEADER}")
    assert answer.status_code == 422
    assert "Somebody was faster." in answer.content.decode()
    assert len(table.state.noises) == 1


def test_what_waited_on_a_phone_without_network_is_entered_after_what_the_others_did_and_once(table: Table) -> None:
    press(table, "noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    member = table.fight.players[1]
    sent = {"kind": "noise", "figure": f"{table.fight.keys[1]}:{LEADER}", "version": "0", "client_id": "kept"}
    for _time in range(2):
        headers = {"Outbox": f"{member.pk} later"}
        answer = client_of(member).post(address(table.fight, "evening_enter"), sent, headers=headers)
        assert (answer.status_code, answer.json()["refused"]) == (200, [])
    assert len(table.state.noises) == 2
    wrong = {**sent, "client_id": "other", "kind": "bands_done", "turn": "9"}
    answer = client_of(member).post(address(table.fight, "evening_enter"), wrong, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["refused"]


def test_an_open_page_asks_cheaply_and_is_told(table: Table) -> None:
    client = client_of(table.fight.players[1])
    found = re.search(r'data-live hx-get="([^"]+)"', client.get(address(table.fight)).content.decode())
    assert found is not None
    asked = unescape(found[1])
    assert asked.partition("?")[0] == address(table.fight)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(asked, headers=HTMX).status_code == 204
    assert len(queries) <= 2
    answer = press(table, "noise", htmx=True, figure=f"{table.fight.keys[0]}:{LEADER}")
    again = re.search(r'data-live hx-get="([^"]+)"', answer.content.decode())
    assert again is not None and unescape(again[1]) != asked
    assert unescape(again[1]).partition("?")[0] == address(table.fight), "also after an entry it asks for the page"
    assert client.get(asked, headers=HTMX).status_code == 200


def test_a_page_costs_the_same_however_long_the_evening(
    table: Table, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    table.quiet_turn()
    client = client_of(table.fight.players[0])
    client.get(address(table.fight))
    with CaptureQueriesContext(connection) as before:
        client.get(address(table.fight))
    for _shot in range(10):
        table.enter("noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    with django_assert_max_num_queries(len(before)):
        client.get(address(table.fight))
    assert len(before) <= 10
    figure, version = f"{table.fight.keys[0]}:{LEADER}", table.stored().version
    sent = {"kind": "noise", "figure": figure, "client_id": "x", "version": str(version)}
    with django_assert_max_num_queries(26):
        assert client.post(address(table.fight, "evening_enter"), sent, headers=HTMX).status_code == 200


def test_the_last_entry_is_taken_back(table: Table) -> None:
    press(table, "noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    client = client_of(table.fight.players[1])
    sent = {"version": table.stored().version}
    client.post(address(table.fight, "evening_take_back"), sent)
    assert table.state.noises == ()


def test_readers_look_on_without_buttons(table: Table) -> None:
    onlooker = join(table.fight.campaign)
    shown = client_of(onlooker).get(address(table.fight)).content.decode()
    assert "Who begins?" in shown
    assert address(table.fight, "evening_enter") not in shown.replace("hx-get", "")
    assert Client().get(address(table.fight)).status_code == 404


def test_the_evening_is_thrown_away_and_begun_anew(table: Table) -> None:
    client = client_of(table.fight.players[0])
    client.post(address(table.fight, "evening_throw_away"), {"version": 0})
    assert not Evening.objects.exists()
    assert client.get(address(table.fight)).status_code == 404


def test_the_secret_is_told_when_it_is_over(table: Table) -> None:
    client = client_of(table.fight.players[0])
    table.enter("roll_initiative", by_site=True, source="site")
    receipt = json.loads(client.get(address(table.fight, "evening_receipt")).content)
    assert receipt["seed"] == "" and receipt["commitment"] == table.evening.commitment
    table.enter("finish")
    receipt = json.loads(client.get(address(table.fight, "evening_receipt")).content)
    assert receipt["seed"] == table.stored().seed


def test_the_reports_form_is_filled_in_and_nothing_is_sent(table: Table) -> None:
    one, other = table.fight.keys
    table.quiet_turn()
    table.enter("down", figure=f"{one}:{LEADER}", band=other, number=HENCHMAN)
    table.enter("finish")
    client = client_of(table.fight.players[0])
    shown = client.get(address(table.fight, "report"))
    form = shown.context["form"]
    assert form[f"fate-{one}-{LEADER}"].value() == "out"
    assert form[f"by-{one}-{LEADER}"].value() == f"{other}:{HENCHMAN}"
    assert "Filled in from the evening" in shown.content.decode()
    assert not table.fight.battle.reports.exists()


def test_somebody_else_changed_the_evening_meanwhile(table: Table) -> None:
    """The page of a version thrown away: its buttons lead to 404, and nothing is doubled."""
    operations.throw_away(evening=table.evening, version=0)
    client = client_of(table.fight.players[0])
    answer = client.post(address(table.fight, "evening_enter"), {"kind": "finish", "version": 0, "client_id": "a"})
    assert answer.status_code == 404


def test_a_page_made_while_somebody_enters_knows_of_it_in_all_its_parts(table: Table) -> None:
    """What is tapped on it is taken as it is meant, and not refused as if the page had not seen the entry it shows."""
    read_before = table.stored()
    table.quiet_turn()
    made = page_of(read_before, table.fight.players[0])
    assert len(made.rows) == 3
    assert made.evening.version == table.stored().version == 3
