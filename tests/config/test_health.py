"""The address a monitor asks."""

import pytest
from django.db import DatabaseError, connection
from django.test import Client


@pytest.mark.django_db
def test_the_site_says_it_is_well(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.content == b"ok\n"
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_the_site_says_that_the_database_is_gone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert b"gone" not in response.content


def test_a_monitor_only_reads(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
