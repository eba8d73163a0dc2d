"""The addresses a monitor asks: alive whatever is down, and ready when all is there."""

import os
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns.jobs import signs
from campaigns.jobs.models import Job, JobState, Sign
from campaigns.jobs.sweeping import sweep
from config import probes
from config.probes import Finding, Probe

LOOKS = ("database", "broker", "cache", "worker", "jobs", "mail")


@pytest.mark.django_db
def test_the_site_says_it_is_well(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.content == b"ok\n"
    assert "no-store" in response["Cache-Control"]


def test_the_site_is_alive_whatever_is_down(client: Client, settings: Settings) -> None:
    """No mark lets this test reach a database: whoever asks for one fails. Not even for who comes with a cookie."""
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    client.cookies[settings.SESSION_COOKIE_NAME] = "of-a-member"
    response = client.get("/healthz", headers={"host": "10.0.0.7:8000"})
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_a_monitor_only_reads(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.post("/readyz").status_code == 405


# Ready


@pytest.fixture
def probed(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Probes of this test's own: all well."""
    for name in LOOKS:
        monkeypatch.setitem(probes.PROBES, name, Probe(name, lambda: Finding(True)))
    yield monkeypatch


def test_all_is_well(client: Client, probed: pytest.MonkeyPatch) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"ready": True, "checks": {name: {"ok": True} for name in LOOKS}}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("name", LOOKS)
def test_what_is_down_is_named_and_tells_no_secrets(client: Client, probed: pytest.MonkeyPatch, name: str) -> None:
    def refuse() -> Finding:
        raise DatabaseError("no route to db.example")

    probed.setitem(probes.PROBES, name, Probe(name, refuse))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert b"db.example" not in response.content
    told = response.json()
    assert told["ready"] is False
    assert {key for key, found in told["checks"].items() if not found["ok"]} == {name}


def test_nothing_that_hangs_holds_the_answer_up_or_piles_up(client: Client, probed: pytest.MonkeyPatch) -> None:
    begun, end = [], threading.Event()

    def hang() -> Finding:
        begun.append(threading.current_thread())
        end.wait(60)
        return Finding(True)

    for name in LOOKS:
        probed.setitem(probes.PROBES, name, Probe(name, hang))
    for _again in range(2):
        response = client.get("/readyz")
        assert all(thread.is_alive() for thread in begun), "it waited for what hangs"
        assert response.status_code == 503
        assert response.json()["checks"]["mail"] == {"ok": False, "problem": "no answer within 1 s"}
    assert len(begun) == len(LOOKS)
    end.set()
    for thread in begun:
        thread.join()
    assert client.get("/readyz").status_code == 200


def test_without_a_database_everything_else_is_still_told(client: Client) -> None:
    """No mark lets this test reach a database."""
    response = client.get("/readyz")
    assert response.status_code == 503
    told = {name: found["ok"] for name, found in response.json()["checks"].items()}
    assert told == {"database": False, "broker": True, "cache": True, "worker": False, "jobs": False, "mail": True}


@pytest.mark.django_db(transaction=True)
def test_a_site_with_a_worker_is_ready(client: Client) -> None:
    never = client.get("/readyz")
    assert never.status_code == 503
    assert never.json()["checks"]["worker"] == {"ok": False, "problem": "never seen"}
    sweep()
    ready = client.get("/readyz")
    assert ready.status_code == 200, ready.json()
    assert ready.json()["checks"]["worker"]["seconds_ago"] < 60
    Sign.objects.update(seen=timezone.now() - signs.SILENCE - timedelta(seconds=1))
    assert client.get("/readyz").json()["checks"]["worker"]["ok"] is False


@pytest.mark.django_db
def test_a_worker_in_the_middle_of_long_work_is_there() -> None:
    job = Job.objects.create(kind="long", subject=1, state=JobState.RUNNING)
    assert probes.worker().ok is False
    Job.objects.filter(pk=job.pk).update(lease=timezone.now() + timedelta(seconds=30))
    assert probes.worker() == Finding(True, {"seconds_ago": 0})


@pytest.mark.django_db
def test_a_sign_of_life_costs_one_query() -> None:
    from django.test.utils import CaptureQueriesContext

    signs.leave()
    with CaptureQueriesContext(connection) as queries:
        signs.leave()
    assert len(queries) == 1
    assert Sign.objects.count() == 1


@pytest.mark.django_db
def test_jobs_that_nobody_works_on_are_overdue() -> None:
    now = timezone.now()
    waiting = Job.objects.create(kind="long", subject=1)
    left = Job.objects.create(kind="long", subject=2, state=JobState.RUNNING, lease=now + timedelta(seconds=30))
    assert probes.jobs() == Finding(True, {"overdue": 0})
    Job.objects.filter(pk=waiting.pk).update(created=now - signs.OVERDUE)
    assert probes.jobs() == Finding(False, {"overdue": 1})
    Job.objects.filter(pk=left.pk).update(lease=now - signs.OVERDUE)
    assert probes.jobs() == Finding(False, {"overdue": 2})
    Job.objects.create(kind="long", subject=3, state=JobState.DONE, finished=now)
    assert probes.jobs() == Finding(True, {"overdue": 2}), "a long queue that is being worked off"


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_refuses_is_noticed(settings: Settings, scheme: str) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))  # nobody listens
        settings.CELERY_BROKER_URL = f"{scheme}://127.0.0.1:{holder.getsockname()[1]}//"
        found = Probe("broker", probes.broker).begin().result(timeout=60)
    assert found == Finding(False, {"problem": "unreachable"})


def test_the_brokers_folder_may_be_gone(settings: Settings, tmp_path: object) -> None:
    settings.CELERY_BROKER_URL = "filesystem://localhost"
    there, gone = str(tmp_path), f"{tmp_path}/gone"
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_in": there, "data_folder_out": there}
    assert probes.broker().ok
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_in": gone, "data_folder_out": gone}
    assert not probes.broker().ok


def test_a_mail_server_is_looked_for_where_there_is_one(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = {"host": "127.0.0.1", "port": server.getsockname()[1]}
        settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": place}}
        assert probes.mail().ok
    with pytest.raises(OSError):
        probes.mail()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a setting of PostgreSQL's")
def test_a_database_that_takes_nothing_down_is_noticed_at_once() -> None:
    assert probes.database() == Finding(True)
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        try:
            assert probes.database() == Finding(False, {"problem": "read only"})
        finally:
            cursor.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")


def test_so_is_a_file_that_may_only_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Line:
        vendor = "sqlite"
        settings_dict = {"NAME": str(tmp_path / "club.sqlite3")}

        def cursor(self) -> Any:
            return closing(sqlite3.connect(self.settings_dict["NAME"]))

    monkeypatch.setattr(probes, "connection", Line())
    assert probes.database() == Finding(True)
    (tmp_path / "club.sqlite3").touch()
    assert probes.database() == Finding(True)
    monkeypatch.setattr(os, "access", lambda _path, how: how != os.W_OK)
    assert probes.database() == Finding(False, {"problem": "read only"})
