"""The aftermath's page: the choice of dice, one roll at a time, the site at work, the finished story, the proof."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import PATIENCE, Job, JobState
from campaigns.league.models import Membership, Role
from campaigns.tasks import work
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.models.recovery import DiceMode, RecoveryState
from club.visibility import Visibility
from engines.core.receipts import Receipt, verify_receipt
from engines.musg import aftermath as rules
from engines.musg.report import Down, Report, Who
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field, field
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


def fought(**options: Any) -> Field:
    """The second warband's leader and a henchman fell."""
    fight = field(**options)
    a, b = fight.keys[:2]
    fight.fight(Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)), Down(Who(b, HENCHMAN), Who(a, LIEUTENANT)))))
    return fight


@pytest.fixture
def fight() -> Field:
    return fought()


def address(fight: Field, name: str = "aftermath") -> str:
    return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk, fight.warbands[1].pk])


def text(answer: HttpResponse) -> str:
    return answer.content.decode()


def version(fight: Field) -> int:
    return fight.recovery(1).version


# Choosing


def test_the_page_offers_the_choice_and_publishes_the_hash_first(fight: Field) -> None:
    html = text(client_of(fight.players[1]).get(address(fight)))
    assert fight.recovery(1).commitment in html
    assert fight.recovery(1).seed not in html
    assert "The site rolls" in html
    assert "B Leader" in html
    assert "rolls d66 on the injury table" in html
    assert "rolls 1d6: gone on 1 or 2" in html
    opponent = text(client_of(fight.players[0]).get(address(fight)))
    assert fight.recovery(1).commitment in opponent
    assert address(fight, "aftermath_begin") not in opponent


def test_a_choice_is_made_once_by_whoever_is_first(fight: Field) -> None:
    data = {"version": version(fight), "mode": "typed"}
    answer = client_of(fight.players[1]).post(address(fight, "aftermath_begin"), data)
    assert (answer.status_code, answer["Location"]) == (302, address(fight))
    late = client_of(fight.referee).post(address(fight, "aftermath_begin"), {**data, "mode": "site"}, follow=True)
    assert "Somebody was faster" in text(late)
    assert fight.recovery(1).mode == DiceMode.TYPED
    nonsense = client_of(fight.referee).post(address(fight, "aftermath_begin"), {"mode": "marbles"}, follow=True)
    assert "Choose whose dice are rolled." in text(nonsense)


# Typing


def typed(fight: Field) -> Client:
    client = client_of(fight.players[1])
    client.post(address(fight, "aftermath_begin"), {"version": version(fight), "mode": "typed"})
    return client


def test_one_roll_is_asked_for_with_its_table(fight: Field) -> None:
    html = text(typed(fight).get(address(fight)))
    assert "Return of B Leader: d66 on the injury table" in html
    for row in ("11–15", "Multiple injuries", "62–64", "Hardened"):
        assert row in html
    assert html.count('<button class="throw__face" name="die1"') == 6
    assert 'name="die2"' not in html  # one die after the other
    assert "<strong>1 of 2</strong>" in html
    assert "Return of B Henchman 1" not in html


def test_two_dice_are_typed_by_two_taps_and_the_first_face_is_kept(fight: Field) -> None:
    client = typed(fight)
    answer = client.post(address(fight, "aftermath_die"), {"version": version(fight), "die1": "3"})
    html = text(answer)
    assert answer.status_code == 200
    assert '<input type="hidden" name="die1" value="3">' in html
    assert html.count('<button class="throw__face" name="die2"') == 6
    assert 'name="die1"' not in html.replace('<input type="hidden" name="die1" value="3">', "")
    assert "Which face does it show?" not in html
    assert fight.recovery(1).faces == []
    data = {"version": version(fight), "die1": "3", "die2": "4"}
    html = text(client.post(address(fight, "aftermath_die"), data, follow=True))
    assert fight.recovery(1).faces == [3, 4]
    assert html.index('id="last-roll"') < html.index("Bruised") < html.index('id="next-roll"')
    assert "<strong>2 of 2</strong>" in html


def test_a_roll_that_asks_for_another_makes_one_more(fight: Field) -> None:
    """33 on the injury table is the doctor, who rolls a die of his own."""
    client = typed(fight)
    client.post(address(fight, "aftermath_die"), {"version": version(fight), "die1": "3", "die2": "3"})
    assert "<strong>2 of 3</strong>" in text(client.get(address(fight)))


def test_typing_all_rolls_leads_to_the_finished_story_without_javascript(fight: Field) -> None:
    client = typed(fight)
    answer = client.post(
        address(fight, "aftermath_die"), {"version": version(fight), "die1": "3", "die2": "4"}, follow=True
    )
    html = text(answer)
    assert "Return of B Henchman 1: 1d6, gone on 1 or 2" in html
    assert "34–35 · Bruised" in html  # rolled so far
    html = text(client.post(address(fight, "aftermath_die"), {"version": version(fight), "die1": "6"}, follow=True))
    assert "B Leader comes back: Bruised." in html
    assert "B Henchman 1 comes back: Back." in html
    assert "3 dice were rolled at the table and typed in." in html
    assert fight.recovery(1).state == RecoveryState.DONE


def test_with_htmx_only_the_changing_part_comes_back(fight: Field) -> None:
    client = typed(fight)
    data = {"version": version(fight), "die1": "3", "die2": "4"}
    html = text(client.post(address(fight, "aftermath_die"), data, headers=HTMX))
    assert "<html" not in html
    assert html.strip().startswith('<div id="aftermath"')
    assert "Return of B Henchman 1" in html


def test_wrong_faces_are_named_beside_their_die_and_the_right_ones_kept(fight: Field) -> None:
    client = typed(fight)
    answer = client.post(address(fight, "aftermath_die"), {"version": version(fight), "die1": "7", "die2": "4"})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"die1": ["7 is not a face of a die: 1 to 6."]}
    assert '<input type="hidden" name="die2" value="4">' in text(answer)
    assert text(answer).count('<button class="throw__face" name="die1"') == 6
    missing = client.post(address(fight, "aftermath_die"), {"version": version(fight)})
    assert missing.status_code == 422
    assert missing.context["form"].errors == {
        "die1": ["Which face does it show?"],
        "die2": ["Which face does it show?"],
    }
    assert "Which face does it show?" in text(missing)
    assert fight.recovery(1).faces == []


def test_two_people_typing_the_same_roll_record_it_once(fight: Field) -> None:
    client = typed(fight)
    seen = version(fight)
    data = {"version": seen, "die1": "3", "die2": "4"}
    client.post(address(fight, "aftermath_die"), data)
    late = client_of(fight.referee).post(address(fight, "aftermath_die"), data, follow=True)
    assert "This roll has already been entered" in text(late)
    late = client_of(fight.referee).post(address(fight, "aftermath_die"), data, headers=HTMX)
    assert "This roll has already been entered" in text(late)
    assert fight.recovery(1).faces == [3, 4]


# The site at work


def site(fight: Field) -> Client:
    client = client_of(fight.players[1])
    client.post(address(fight, "aftermath_begin"), {"version": version(fight), "mode": "site"})
    return client


def test_the_page_waits_and_asks_again_by_itself(fight: Field) -> None:
    client = site(fight)
    html = text(client.get(address(fight)))
    assert f'hx-get="{address(fight, "aftermath_status")}" hx-trigger="every 2s"' in html
    assert "The dice are thrown in a moment" in html
    assert "The server is busy" not in html  # it was asked this instant
    assert f'href="{address(fight)}"' in html  # look again, without JavaScript
    assert "http-equiv" not in html
    job = Job.objects.get()
    Job.objects.update(created=timezone.now() - 2 * PATIENCE)
    assert "The server is busy" in text(client.get(address(fight)))
    assert jobs.claim(job.pk) is not None
    fragment = text(client.get(address(fight, "aftermath_status"), headers=HTMX))
    assert "<html" not in fragment
    assert "The dice are rolling" in fragment
    assert "every 2s" in fragment
    assert address(fight, "aftermath_call_off") not in fragment
    Job.objects.update(lease=timezone.now() - timedelta(seconds=1))
    work(job.pk)
    fragment = text(client.get(address(fight, "aftermath_status"), headers=HTMX))
    assert "every 2s" not in fragment
    assert "Return of the fallen" in fragment


def test_a_waiting_roll_is_called_off_by_the_page(fight: Field) -> None:
    client = site(fight)
    client.post(address(fight, "aftermath_call_off"), {"version": version(fight)})
    assert fight.recovery(1).state == RecoveryState.WAITING
    assert Job.objects.get().state == JobState.CANCELLED
    assert "Whose dice?" in text(client.get(address(fight)))


def test_a_failed_roll_says_so_and_is_tried_again(fight: Field) -> None:
    client = site(fight)
    Job.objects.update(state=JobState.FAILED, error="RuntimeError: the table is missing")
    html = text(client.get(address(fight)))
    assert "the table is missing" in html
    assert "every 2s" not in html
    client.post(address(fight, "aftermath_retry"))
    assert Job.objects.get().state == JobState.WAITING
    again = client.post(address(fight, "aftermath_retry"), follow=True)
    assert "this work did not fail" in text(again)


def test_the_finished_story_shows_dice_row_rule_effect_and_proof(fight: Field) -> None:
    client = site(fight)
    work(Job.objects.get().pk)
    html = text(client.get(address(fight)))
    recovery = fight.recovery(1)
    for part in (
        "Return of B Leader: d66 on the injury table",
        "Musg, Return of the fallen",
        "Experience",
        "Musg, Gaining experience",
        recovery.commitment,
        recovery.seed,
        address(fight, "receipt"),
    ):
        assert part in html
    assert html.count('class="die"') == len(recovery.faces)
    answer = client.get(address(fight, "receipt"))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == (
        f'attachment; filename="dice-{fight.battle.key}-{fight.warbands[1].key}.json"'
    )
    assert verify_receipt(msgspec.json.decode(answer.content, type=Receipt)) == []
    assert json.loads(answer.content)["rolls"][0]["figure"] == LEADER


def test_there_is_no_proof_before_the_end_nor_for_typed_dice(fight: Field) -> None:
    client = site(fight)
    assert client.get(address(fight, "receipt")).status_code == 404
    other = fought(names=("Elks", "Foxes"))
    recovery = other.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=other.players[1])
    for faces in ([4, 1], [6]):
        aftermath.enter_faces(recovery=recovery, faces=faces, member=other.players[1], version=recovery.version)
    assert client_of(other.players[1]).get(address(other, "receipt")).status_code == 404


def test_what_waits_next_leads_to_the_roster() -> None:
    """Leader and lieutenant die: a new leader is hired (ruling M248)."""
    fight = field()
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, LEADER), Who(a, LEADER)), Down(Who(b, LIEUTENANT), Who(a, LEADER)))))
    recovery = fight.recovery(1)
    aftermath.begin(recovery=recovery, mode=DiceMode.TYPED, member=fight.players[1])
    for faces in ([1, 1], [1, 5]):
        aftermath.enter_faces(recovery=recovery, faces=faces, member=fight.players[1], version=recovery.version)
    html = text(client_of(fight.players[1]).get(address(fight)))
    assert "B Leader does not come back, felled by Axes: Dead." in html
    assert f'<a href="{fight.warbands[1].get_absolute_url()}">Hire a new leader.</a>' in html


def test_the_referee_rolls_for_everybody_by_one_button(fight: Field) -> None:
    client = client_of(fight.referee)
    everybody = reverse("campaigns:aftermath_all", args=[fight.campaign.slug, fight.battle.pk])
    assert f'action="{everybody}"' in text(client.get(fight.battle.get_absolute_url()))
    assert "A reason is needed." in text(client.post(everybody, follow=True))
    answer = client.post(everybody, {"because": "They are away"}, follow=True)
    assert "The site rolls for 1 warband." in text(answer)
    assert f'action="{everybody}"' not in text(client.get(fight.battle.get_absolute_url()))
    assert "Every warband had already begun." in text(client.post(everybody, follow=True))
    assert Job.objects.count() == 1


# Access

PLAYER_ONLY = {"teammate": 403, "owner": 302, "opponent": 403, "referee": 302}
READABLE = {"teammate": 200, "owner": 200, "opponent": 200, "referee": 200}
NAMES = [
    ("aftermath", "get", READABLE),
    ("aftermath_status", "get", READABLE),
    ("receipt", "get", dict.fromkeys(READABLE, 404)),
    ("aftermath_begin", "post", PLAYER_ONLY),
    ("aftermath_die", "post", PLAYER_ONLY),
    ("aftermath_call_off", "post", PLAYER_ONLY),
    ("aftermath_retry", "post", PLAYER_ONLY),
    ("aftermath_all", "post", {"teammate": 403, "owner": 403, "opponent": 403, "referee": 302}),
]


@pytest.mark.parametrize(("name", "method", "expected"), NAMES)
@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.PUBLIC])
def test_who_may_do_what(name: str, method: str, expected: dict[str, int], visibility: str) -> None:
    fight = fought(visibility=visibility)
    teammate = MemberFactory.create()
    Membership.objects.create(campaign=fight.campaign, member=teammate, role=Role.PLAYER)
    people = {
        "visitor": None,
        "stranger": MemberFactory.create(),
        "teammate": teammate,
        "owner": fight.players[1],
        "opponent": fight.players[0],
        "referee": fight.referee,
    }
    hidden = visibility == Visibility.PRIVATE
    reading = expected["teammate"]
    everybody = {
        "visitor": 404 if hidden else 302 if reading == 403 else reading,
        "stranger": 404 if hidden else reading,
        **expected,
    }
    arguments = [fight.campaign.slug, fight.battle.pk]
    target = reverse(
        f"campaigns:{name}", args=arguments if name == "aftermath_all" else [*arguments, fight.warbands[1].pk]
    )
    for role, member in people.items():
        answer = getattr(client_of(member), method)(target)
        assert answer.status_code == everybody[role], role
    if method == "post":
        assert client_of(fight.referee).get(target).status_code == 405


def test_there_is_no_aftermath_before_the_battle_is_confirmed_or_for_another_warband(fight: Field) -> None:
    client = client_of(fight.referee)
    other = field(names=("Elks", "Foxes"))
    unknown = reverse("campaigns:aftermath", args=[fight.campaign.slug, fight.battle.pk, other.warbands[0].pk])
    assert client.get(unknown).status_code == 404
    assert client.get(address(other)).status_code == 404


# Queries


@pytest.mark.parametrize(("sides", "henchmen"), [(2, 2), (4, 9)])
def test_the_page_asks_the_database_little_whatever_the_number_of_figures(
    sides: int, henchmen: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    fight = fought(sides=sides, henchmen=henchmen)
    client = site(fight)
    client.get(address(fight))
    with django_assert_max_num_queries(12):
        client.get(address(fight))
    work(Job.objects.get().pk)
    with django_assert_max_num_queries(12):
        client.get(address(fight))
    with django_assert_max_num_queries(14):
        client.get(fight.battle.get_absolute_url())


@pytest.mark.parametrize("step", ["aftermath_die", "aftermath_die_back"])
def test_a_typed_roll_is_followed_twice_and_its_battle_read_once(
    fight: Field,
    step: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = typed(fight)
    roll = {"version": version(fight), "die1": "3", "die2": "4"}
    if step == "aftermath_die_back":
        client.post(address(fight, "aftermath_die"), roll, headers=HTMX)
    followed, resolve = [], rules.resolve
    monkeypatch.setattr(rules, "resolve", lambda *args, **named: followed.append(args) or resolve(*args, **named))
    with django_assert_max_num_queries({"aftermath_die": 12, "aftermath_die_back": 16}[step]):
        answer = client.post(address(fight, step), {**roll, "version": version(fight)}, headers=HTMX)
    assert answer.status_code == 200
    assert len(followed) == 2, "the aftermath before the roll, and with it"
