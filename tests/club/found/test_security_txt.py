"""``security.txt`` says whom to tell, and never has run out (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from config import services
from config.env import Env, OddValue


def fields(client: Client) -> dict[str, str]:
    answer = client.get("/.well-known/security.txt")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return dict(line.split(": ", 1) for line in answer.content.decode().splitlines())


def test_it_says_whom_to_tell(client: Client, settings: LazySettings) -> None:
    settings.SECURITY_CONTACT, settings.SECURITY_POLICY = "mailto:safe@club.example", "https://club.example/policy"
    said = fields(client)
    assert said["Contact"] == "mailto:safe@club.example"
    assert said["Policy"] == "https://club.example/policy"
    assert said["Preferred-Languages"] == "fr, en"
    assert said["Canonical"] == f"{settings.SITE_URL}/.well-known/security.txt"


def test_without_a_contact_the_clubs_page_says_whom(client: Client, settings: LazySettings) -> None:
    settings.SECURITY_CONTACT = settings.SECURITY_POLICY = ""
    said = fields(client)
    assert said["Contact"] == f"{settings.SITE_URL}/club/"
    assert "Policy" not in said


@pytest.mark.parametrize("years", [0, 1, 5])
def test_it_never_has_run_out(client: Client, monkeypatch: pytest.MonkeyPatch, years: int) -> None:
    then = datetime(2026, 11, 29, 12, tzinfo=UTC) + timedelta(days=365 * years)
    monkeypatch.setattr(timezone, "now", lambda: then)
    until = datetime.strptime(fields(client)["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert then < until < then + timedelta(days=365)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("safe@club.example", "mailto:safe@club.example"), ("https://club.example/x", "https://club.example/x"), ("", "")],
)
def test_the_contact_is_an_address(typed: str, meant: str) -> None:
    assert services.contact(Env({"SECURITY_CONTACT": typed})) == meant


@pytest.mark.parametrize("typed", ["call us", "http://club.example/plain", "a@b c"])
def test_a_contact_that_is_none_is_refused(typed: str) -> None:
    with pytest.raises(OddValue):
        services.contact(Env({"SECURITY_CONTACT": typed}))
