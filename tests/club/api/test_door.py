"""Who gets in with a token, what a refusal looks like, what other sites may ask for."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from club.api import middleware
from club.found.crowd import bounds
from club.models import ApiToken, ClubSettings, Member, SecondStepFor
from club.outages import gate
from club.tokens.operations import holders
from config import api as contract
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.programs import Program

pytestmark = pytest.mark.django_db

PROBLEM = "application/problem+json"


def test_me() -> None:
    ann = MemberFactory.create(username="ann", display_name="Ann A.")
    told = Program(ann, "read").told("me")
    assert told["username"] == "ann"
    assert told["name"] == "Ann A."
    assert told["scopes"] == ["read"]
    assert told["is_admin"] is False


@pytest.mark.parametrize(
    "shown", ["Bearer", "Bearer arb_x", "Basic YTpi", "Bearer " + "arb_" + "a" * 38, "bearer\t", "Bearer " + "é" * 50]
)
def test_what_is_no_token_opens_nothing(shown: str) -> None:
    answer = Client(headers={"authorization": shown}).get("/api/v1/warbands")
    assert answer.status_code == 401
    assert answer["Content-Type"] == PROBLEM
    assert answer["WWW-Authenticate"] == "Bearer"


def test_without_a_token_one_is_a_visitor() -> None:
    assert Program().get("warbands").status_code == 200
    assert Program().get("me").status_code == 401


def test_no_cookie_opens_the_api() -> None:
    client = client_of(MemberFactory.create())
    assert client.get("/api/v1/me").status_code == 401
    assert not client.get("/api/v1/warbands").cookies


def test_the_contract_is_kept_once_whatever_the_site_is_called(settings: LazySettings) -> None:
    """The port is the asker's to choose, and Django lets any pass."""
    settings.ALLOWED_HOSTS = ["club.example"]
    contract._contract.cache_clear()
    told = [Client(headers={"host": f"club.example:{port}"}).get("/api/v1/openapi.json").json() for port in (1, 2, 3)]
    assert [one["servers"] for one in told] == [[{"url": f"http://club.example:{n}/api/v1"}] for n in (1, 2, 3)]
    assert contract._contract.cache_info().currsize == 1


@pytest.mark.parametrize("change", ["revoked", "expired", "inactive", "closed", "demo"])
def test_a_token_that_is_over_is_refused_at_once(change: str, settings: LazySettings) -> None:
    """That of a demo account is, where the site is no longer one to try out: everybody knows its password."""
    settings.DEBUG = change == "demo"
    ann = MemberFactory.create(is_demo=change == "demo")
    program = Program(ann)
    assert program.get("me").status_code == 200
    if change == "revoked":
        ApiToken.objects.all().delete()
    elif change == "expired":
        ApiToken.objects.update(expires=timezone.now())
    elif change == "demo":
        settings.DEBUG = False
    else:
        Member.objects.update(**({"is_active": False} if change == "inactive" else {"closed": timezone.now()}))
    assert program.get("me").status_code == 401
    assert program.get("warbands").status_code == 401
    assert holders([row.pk for row in ApiToken.objects.all()]) == {}


def test_whoever_must_have_a_second_step_sets_it_up_first() -> None:
    admin = MemberFactory.create(is_staff=True)
    program = Program(admin)
    ClubSettings.objects.update_or_create(
        pk=ClubSettings.SINGLETON_ID, defaults={"second_step_for": SecondStepFor.ADMINS}
    )
    refused = program.get("me")
    assert refused.status_code == 403
    assert refused.json()["code"] == "second_step_missing"


def test_a_token_is_good_for_its_scopes_alone() -> None:
    refused = Program(MemberFactory.create(), "play").get("me")
    assert refused.status_code == 403
    assert refused.json()["code"] == "scope_missing"
    assert "“read”" in refused.json()["detail"]


def test_the_last_use_is_written_down() -> None:
    program = Program(MemberFactory.create())
    program.get("me")
    assert ApiToken.objects.get().used is not None


def test_a_token_may_ask_so_often_in_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "A_MINUTE", 3)
    monkeypatch.setattr(middleware.time, "time", lambda: 1_000_020.0)  # 20 seconds after a whole minute's beginning
    cache.clear()
    program, other = Program(MemberFactory.create()), Program(MemberFactory.create())
    answers = [program.get("me") for _each in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0"]
    assert answers[3]["RateLimit-Limit"] == "3"
    assert answers[3]["Retry-After"] == answers[3]["RateLimit-Reset"] == "60"
    assert answers[3]["Content-Type"] == PROBLEM
    assert other.get("me").status_code == 200


def test_a_stranger_who_asks_too_often_reads_a_problem_in_words(settings: LazySettings) -> None:
    settings.STRANGERS_A_SECOND, settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1, 1
    bounds.cache_clear()
    details = set()
    for language in ("en", "fr"):
        client = Client(headers={"x-forwarded-for": "198.51.100.7", "accept-language": language})
        answers = (client.get("/api/v1/rules/races") for _each in range(30))
        answer = next(one for one in answers if one.status_code != 200)
        assert (answer.status_code, answer["Content-Type"]) == (429, PROBLEM)
        assert int(answer["Retry-After"]) >= 1
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer.json()["code"] == "too_many_requests"
        details.add(answer.json()["detail"])
    assert len(details) == 2
    bounds.cache_clear()


@pytest.mark.parametrize("address", ["matches?state=nonsense", "tables?state=nonsense"])
def test_a_state_that_there_is_not_is_refused(address: str) -> None:
    refused = Program(MemberFactory.create()).get(address)
    assert refused.status_code == 422
    assert refused.json()["problems"][0]["field"] == "query.state"


@pytest.mark.parametrize("address", ["no/such/thing", "", "warbands/0", "warbands/999999999", "warbands/x"])
def test_what_is_not_there_is_a_problem_in_words(address: str) -> None:
    english, french = Program().get(address), Program(language="fr").get(address)
    assert english.status_code == french.status_code == 404
    assert english["Content-Type"] == PROBLEM
    assert english.json()["code"] == "not_found"
    assert english.json()["detail"] != french.json()["detail"]
    assert "Accept-Language" in english["Vary"]


def test_methods_that_an_address_does_not_take() -> None:
    client = Client()
    for method in ("put", "patch", "delete"):
        answer = getattr(client, method)("/api/v1/warbands")
        assert answer.status_code == 405
        assert answer["Content-Type"] == PROBLEM
    assert client.post("/api/v1/me").status_code == 405


def test_while_the_database_is_away_that_is_said_as_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate.DATABASE, "is_closed", lambda: True)
    answer = Program().get("warbands")
    assert answer.status_code == 503
    assert answer["Content-Type"] == PROBLEM
    assert int(answer["Retry-After"]) > 0


def test_other_sites_read_what_visitors_may_and_nothing_with_a_token() -> None:
    public = Program().get("warbands")
    assert public["Access-Control-Allow-Origin"] == "*"
    assert {"Link", "ETag", "Retry-After"} <= set(public["Access-Control-Expose-Headers"].split(", "))
    assert "Access-Control-Allow-Credentials" not in public
    assert "Access-Control-Allow-Origin" not in Program(MemberFactory.create()).get("warbands")
    asked = Client().options("/api/v1/warbands")
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Methods"] == "GET"
    assert "uthorization" not in asked["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("address", ["warbands", "me", "openapi.json", "warbands/999", "no-such-thing"])
@pytest.mark.parametrize("known", [True, False])
def test_head_is_answered_as_get_without_a_body(address: str, known: bool) -> None:
    program = Program(MemberFactory.create() if known else None)
    told, alone = program.get(address), program.client.head(f"/api/v1/{address}")
    assert alone.status_code == told.status_code
    assert told.content
    assert not alone.content
    counted = {"RateLimit-Remaining", "RateLimit-Reset", "X-Request-ID"}
    assert {name: alone[name] for name in alone.headers if name not in counted} == {
        name: told[name] for name in told.headers if name not in counted
    }


def test_head_writes_nothing() -> None:
    assert Program(MemberFactory.create()).client.head("/api/v1/warbands/file").status_code == 405


def test_nobody_keeps_what_was_told_to_a_member() -> None:
    assert "no-store" in Program(MemberFactory.create()).get("me")["Cache-Control"]


def test_a_token_that_opens_nothing_is_told_from_none() -> None:
    """Whoever copied half a token does not look for a fault in the header."""
    said = {
        shown: Client(headers={"authorization": shown, "accept-language": "en"}).get("/api/v1/me").json()["detail"]
        for shown in ("Bearer arb_x", "Basic YTpi")
    }
    assert said == {
        "Bearer arb_x": "This token opens nothing: it has run out, was revoked, or was not copied whole.",
        "Basic YTpi": "Show a valid token in the header Authorization (Bearer).",
    }


@pytest.mark.parametrize(
    ("sent", "field"),
    [({"game": "bagarre", "bots": ["thumb", "nobody"]}, "body.bots[1]"), ({"gam": "bagarre"}, "body")],
)
def test_a_body_of_another_shape_says_where(sent: dict[str, object], field: str) -> None:
    refused = Program(MemberFactory.create(), "play").post("tables", sent, Idempotency_Key="one")
    assert (refused.status_code, [one["field"] for one in refused.json()["problems"]]) == (422, [field])
