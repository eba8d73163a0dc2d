"""Some hundred hostile requests; ``scripts/hostile`` sends tens of thousands."""

from __future__ import annotations

import pytest
from django.test import Client

from rosters.models import Warband
from tests.clients import client_of
from tests.web.cast import As, Cast
from tests.web.hostile import Storm, bounded

REQUESTS = 300
SEED = 20261


@pytest.mark.slow
def test_no_request_breaks_the_site(stage: Cast) -> None:
    storm = Storm(stage, SEED)
    storm.targets = storm.targets[::5]
    storm.look_around(As.OWNER)
    told = storm.blow(REQUESTS)
    assert not told.faults, str(told)
    assert told.grown < 256, str(told)


@pytest.mark.parametrize("number", ["9223372036854775808", "-9223372036854775809", "9" * 40, "9" * 5000])
def test_a_number_that_no_row_has_is_no_choice(stage: Cast, number: str) -> None:
    ground = next(iter(stage.grounds.values()))
    page = f"/campaigns/{ground.campaign.slug}/battles/{ground.ahead.pk}/edit/"
    sent = {"warbands": [str(ground.warband.pk), number], "version": "0"}
    answer = client_of(stage.people[As.REFEREE]).post(page, sent)
    assert answer.status_code in (200, 422)
    assert 'id="id_warbands_error"' in answer.content.decode()
    assert not Warband.objects.filter(pk__in=[int(number)] if len(number) < 4000 else []).exists()


@pytest.mark.parametrize("words", ["1 " * 1900, "'" * 2000, '"a ' * 900])
def test_the_admin_searches_for_a_few_words(stage: Cast, words: str) -> None:
    admin = client_of(stage.people[As.ADMIN])
    for model in ("campaigns/cardtable", "club/member", "account/emailaddress", "auth/group"):
        assert admin.get(f"/admin/{model}/", {"q": words}).status_code == 200


@pytest.mark.parametrize("ticked", ["x", "9" * 5000, '{"a": 1}', "", "9" * 40, "-1"])
def test_the_admin_acts_on_rows_alone(stage: Cast, ticked: str) -> None:
    admin = client_of(stage.people[As.ADMIN])
    for model in ("campaigns/membership", "club/member", "account/emailaddress"):
        sent = {"action": "delete_selected", "_selected_action": ticked, "select_across": "0", "index": "0"}
        assert admin.post(f"/admin/{model}/", sent).status_code in (200, 302, 400)


@pytest.mark.parametrize("figure", ["%2000000000s", "%s", "%25s", "%n", "%(x)s", "%", "9" * 5000, "\u0663", "{0}"])
@pytest.mark.parametrize("kind", ["buy", "note", "take_back", "hire"])
def test_what_is_typed_for_a_figure_is_no_format(stage: Cast, kind: str, figure: str) -> None:
    ground = next(iter(stage.grounds.values()))
    owner: Client = client_of(stage.people[As.OWNER])
    asked = {"figure": figure, "item": figure, "profile": figure, "rank": figure}
    with bounded():
        # Buying and hiring have pages of their own to lead to.
        answer = owner.get(f"/warbands/{ground.warband.pk}/steps/{kind}/", asked, follow=True)
    assert answer.status_code == 200
    assert len(answer.content) < 500_000
