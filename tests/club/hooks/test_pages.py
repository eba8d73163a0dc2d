"""The pages of hooks: added, tested, changed, and their secret shown once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.hooks import operations, reach
from club.models import Member
from club.models.hook import Hook, HookDelivery, HookKind, HookState
from club.operations import Refused
from tests.clients import client_of
from tests.club.hooks.kit import Things, delivery, happen, hook_at, said, send
from tests.club.outward.servers import receiving
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
LIST = reverse("club:hooks")
NEW = reverse("club:hook_new", args=["webhook"])


@pytest.fixture
def admin() -> Member:
    return MemberFactory.create(club_admin=True)


@pytest.fixture
def client(admin: Member) -> Client:
    return client_of(admin)


def sent(**more: Any) -> dict[str, Any]:
    return {"name": "Ours", "events": ["thing.begun"], "address": "http://127.0.0.1:9/in/T0KEN"} | more


def test_the_signing_secret_is_shown_once(things: Things, client: Client) -> None:
    answer = client.post(NEW, sent(), follow=True)
    hook = Hook.objects.get()
    (secret,) = reach.reach_of(hook).signing
    assert secret in answer.content.decode()
    again = client.get(reverse("club:hook", args=[hook.pk])).content.decode()
    assert secret not in again
    assert "T0KEN" not in again
    assert "127.0.0.1:9" in again
    assert "T0KEN" not in client.get(LIST).content.decode()


def test_a_rotated_secret_is_shown_once(things: Things, client: Client) -> None:
    hook = hook_at("http://127.0.0.1:9/")
    (former,) = reach.reach_of(hook).signing
    answer = client.post(reverse("club:hook_act", args=[hook.pk, "rotate"]), follow=True)
    hook.refresh_from_db()
    secret, kept = reach.reach_of(hook).signing
    assert kept == former
    assert secret in answer.content.decode()
    assert former not in answer.content.decode()


def test_an_address_inside_is_refused_beside_its_field(things: Things, client: Client, settings: Any) -> None:
    settings.OUTWARD_ALLOW = []
    answer = client.post(NEW, sent())
    assert answer.status_code == 422
    assert answer.context["form"].errors["address"] == [
        "This address lies inside the site’s own network: it is not asked from here."
    ]
    assert not Hook.objects.exists()


@pytest.mark.parametrize(
    ("kind", "missing"),
    [("telegram", {"token", "room"}), ("matrix", {"address", "token", "room"}), ("discord", {"address"})],
)
def test_what_a_kind_needs_is_asked_for(
    things: Things, client: Client, kind: str, missing: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.outward.check", lambda url: None)
    address = reverse("club:hook_new", args=[kind])
    answer = client.post(address, {"name": "Chat", "events": ["thing.begun"], "language": "fr"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == missing


def test_what_is_left_empty_stays(things: Things, client: Client) -> None:
    hook = hook_at("http://127.0.0.1:9/in/T0KEN")
    page = reverse("club:hook", args=[hook.pk])
    shown = client.get(page).context["form"]
    kept = {"seen": shown["seen"].value(), "name": "Renamed", "events": ["thing.over"], "address": ""}
    assert client.post(page, kept).status_code == 302
    hook.refresh_from_db()
    assert (hook.name, hook.events) == ("Renamed", ["thing.over"])
    assert reach.reach_of(hook).address == "http://127.0.0.1:9/in/T0KEN"


def test_a_token_is_not_handed_to_another_server(things: Things) -> None:
    hook = hook_at("http://127.0.0.1:9", HookKind.MATRIX, token="syt_x", room="!a:b")
    with pytest.raises(Refused) as refused:
        operations.place_of(kind=hook.kind, said=said(address="http://127.0.0.1:10"), hook=hook)
    assert refused.value.codes == ["token_missing"]


def test_what_somebody_else_saved_meanwhile_is_not_undone(things: Things, client: Client) -> None:
    hook = hook_at("http://127.0.0.1:9/")
    page = reverse("club:hook", args=[hook.pk])
    seen = client.get(page).context["form"]["seen"].value()
    Hook.objects.update(name="Theirs")
    answer = client.post(page, {"seen": seen, "name": "Mine", "events": ["thing.over"], "address": ""})
    assert answer.status_code == 422
    assert Hook.objects.get().name == "Theirs"


def test_a_test_is_sent_and_stands_in_the_log(things: Things, client: Client) -> None:
    with receiving() as server:
        hook = hook_at(server.url())
        client.post(reverse("club:hook_act", args=[hook.pk, "test"]))
        send(hook)
    assert b'"type":"test"' in server.asked[0].body
    page = client.get(reverse("club:hook", args=[hook.pk])).content.decode()
    assert "a test" in page
    assert "HTTP 204" in page


def test_the_log_sends_something_again(things: Things, client: Client) -> None:
    hook = hook_at("http://127.0.0.1:9/")
    happen("thing.begun")
    HookDelivery.objects.update(state=HookState.FAILED, attempts=10)
    row = delivery(hook)
    client.post(reverse("club:hook_again", args=[hook.pk, row.pk]))
    row.refresh_from_db()
    assert (row.state, row.attempts) == (HookState.WAITING, 0)


def test_one_hook_s_delivery_is_not_another_s(things: Things, client: Client) -> None:
    hook, other = hook_at("http://127.0.0.1:9/"), hook_at("http://127.0.0.1:9/")
    happen("thing.begun")
    address = reverse("club:hook_again", args=[other.pk, delivery(hook).pk])
    assert client.post(address).status_code == 404


def test_switched_off_and_on_again(things: Things, client: Client) -> None:
    hook = hook_at("http://127.0.0.1:9/")
    client.post(reverse("club:hook_act", args=[hook.pk, "off"]))
    happen("thing.begun")
    assert not HookDelivery.objects.exists()
    client.post(reverse("club:hook_act", args=[hook.pk, "on"]))
    happen("thing.begun")
    assert HookDelivery.objects.count() == 1


def test_removed_with_its_log(things: Things, client: Client) -> None:
    hook = hook_at("http://127.0.0.1:9/")
    happen("thing.begun")
    assert client.post(reverse("club:hook_act", args=[hook.pk, "remove"])).url == LIST  # type: ignore[attr-defined]
    assert not HookDelivery.objects.exists()


def test_a_campaign_s_hook_is_not_the_club_s(things: Things, client: Client) -> None:
    hook = hook_at("http://127.0.0.1:9/", scope="campaign:1")
    assert client.get(reverse("club:hook", args=[hook.pk])).status_code == 404


def test_there_is_an_end_to_them(things: Things, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "MOST", 1)
    hook_at("http://127.0.0.1:9/")
    assert client.post(NEW, sent()).status_code == 422
    assert Hook.objects.count() == 1
