"""Forms filled in by programs are given what a browser could have sent, and nothing else."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError

from campaigns.wars.battles.forms import BattleForm
from club.api.document import operations
from club.api.forms import Filled
from club.models import Announcement, Scope
from config import api
from rosters.forms import FORMS
from rosters.models import Warband
from tests.factories.club import MemberFactory
from tests.programs import Program

BATTLE = TypeAdapter(Annotated[dict[str, Any], Filled(BattleForm)])
STEP = TypeAdapter(Annotated[dict[str, Any], Filled(FORMS)])
BAND = {"name": "The Fords", "race": "human", "era": "modern", "visibility": "club"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong",
    [
        {"shown_until": True},
        {"shown_until": ["2100-01-08"]},
        {"shown_from": {"day": 1}},
        {"shown_from": 1.5},
        {"title": ["Feast"]},
        {"title": True},
        {"text": ["Come early."]},
        {"public": "yes"},
        {"pinned": 0},
    ],
)
def test_what_no_browser_sends_is_refused_with_its_place(wrong: dict[str, Any]) -> None:
    admin = Program(MemberFactory.create(club_admin=True), Scope.ADMIN)
    refused = admin.post("announcements", {"title": "Feast", "text": "Come early."} | wrong, idempotency_key="k")
    assert (refused.status_code, refused.json()["code"]) == (422, "unfit"), refused.content
    assert [one["field"] for one in refused.json()["problems"]] == [f"body.{name}" for name in wrong]
    assert not Announcement.objects.exists()


@pytest.mark.django_db
def test_a_number_where_a_day_belongs_is_no_day() -> None:
    """A number is what a browser could have sent: the form says what is wrong with it."""
    admin = Program(MemberFactory.create(club_admin=True), Scope.ADMIN)
    refused = admin.post("announcements", {"title": "Feast", "shown_until": 5}, idempotency_key="k")
    assert [(one["field"], one["code"]) for one in refused.json()["problems"]] == [("shown_until", "invalid")]
    assert refused.status_code == 422


@pytest.mark.django_db
@pytest.mark.parametrize("name", [["The Fords"], True, {"en": "The Fords"}])
def test_a_warband_is_called_by_a_text(name: object) -> None:
    refused = Program(MemberFactory.create()).post("warbands", BAND | {"name": name}, idempotency_key="k")
    assert (refused.status_code, refused.json()["problems"][0]["field"]) == (422, "body.name")
    assert not Warband.objects.exists()


def test_several_are_told_as_a_list_and_numbers_as_they_are_typed() -> None:
    sent = {"warbands": [12, "15"], "modules": [], "round": 3, "title": "At the ford", "place": None}
    assert BATTLE.validate_python(sent) == {
        "warbands": ["12", "15"], "modules": [], "round": "3", "title": "At the ford",
    }  # fmt: skip
    assert STEP.validate_python({"kind": "bestow", "item": "sword", "figure": 1, "charged": False}) == {
        "kind": "bestow", "item": "sword", "figure": "1", "charged": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"warbands": 12}, "Expected `array`, got `int` - at `$.warbands`"),
        ({"warbands": [12, True]}, "Expected `str | int`, got `bool` - at `$.warbands[1]`"),
        ({"warbands": [[12]]}, "Expected `str | int`, got `array` - at `$.warbands[0]`"),
        ({"warbands": [1] * 201}, "Expected `array` of length <= 200 - at `$.warbands`"),
        ({"round": [3]}, "Expected `str | int`, got `array` - at `$.round`"),
        ({"nothing_of_ours": [3]}, "Expected `str | int`, got `array` - at `$.nothing_of_ours`"),
        ({"version": "3"}, "Object contains unknown field `version`"),
        ([], "Expected `object`, got `array`"),
    ],
)
def test_where_several_may_be_chosen_a_list_is_wanted(sent: object, said: str) -> None:
    with pytest.raises(ValidationError) as refused:
        BATTLE.validate_python(sent)
    assert [one["msg"] for one in refused.value.errors()] == [said]


@pytest.mark.parametrize("kind", [["rename"], 5, True])
def test_a_kind_of_step_is_a_word(kind: object) -> None:
    with pytest.raises(ValidationError, match=r"at `\$\.kind`"):
        STEP.validate_python({"kind": kind})


def test_the_contract_says_so() -> None:
    described = {one["operationId"]: one for _path, _method, one in operations(api.contract("http://localhost/"))}
    body = described["schedule_battle"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["properties"]["warbands"]["type"] == "array"
    assert body["properties"]["round"]["type"] == ["string", "integer"]
