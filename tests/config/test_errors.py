"""Errors told to the operator's Sentry: each once, without a word about people; and none where no Sentry is named."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
import sentry_sdk
from celery.app import trace
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_started
from django.db import close_old_connections
from django.test import Client, RequestFactory
from pytest_django import Settings
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from campaigns import tasks
from campaigns.jobs import queue
from campaigns.jobs.models import Job
from club.version import version
from config import errors
from config.celery import app as celery_app
from config.env import Env, OddValue
from config.services import errors as address
from tests.config.site import PRODUCTION, ROOT, environment
from tests.factories.club import MemberFactory

DSN = "https://public@errors.example/7"
PERSONAL = ("lambert", "1.2.3.4", "secret-words", "invitation-code", "session-of", "Firefox-of", "asked-for")


class Kept(Transport):
    """Keeps what would go out."""

    sent: ClassVar[list[Envelope]] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.append(envelope)


@pytest.fixture
def sent() -> Iterator[list[Envelope]]:
    """What is sent while an operator has named a Sentry."""
    Kept.sent = []
    errors.watch(DSN, transport=Kept)
    yield Kept.sent
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


def bare(found: Any) -> Any:
    """Leave out the lines of the source."""
    if isinstance(found, dict):
        return {key: bare(value) for key, value in found.items() if not key.endswith(("_context", "context_line"))}
    return [bare(one) for one in found] if isinstance(found, list) else found


def the_one(sent: list[Envelope]) -> dict[str, Any]:
    """The only event that was sent."""
    [envelope] = sent
    [item] = envelope.items
    assert item.type == "event"
    return dict(json.loads(item.payload.get_bytes()))


def everything(sent: list[Envelope]) -> str:
    """All that was sent, but for lines of the source: those of the tests name what must not be told."""
    told = [[envelope.headers, *(json.loads(item.payload.get_bytes()) for item in envelope.items)] for envelope in sent]
    return json.dumps(bare(told), default=str)


@pytest.mark.django_db
def test_an_error_in_a_view_is_told_once_without_a_word_about_people(sent: list[Envelope], settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.config.broken_views"
    client = Client()
    client.force_login(MemberFactory(username="lambert", email="lambert@club.example"))
    session = client.cookies["sessionid"].value
    request = RequestFactory(
        headers={"X-Request-ID": "0123456789abcdef", "User-Agent": "Firefox-of-lambert", "X-Forwarded-For": "1.2.3.4"}
    ).post(
        "/broken/invitation-code/?q=asked-for",
        {"note": "secret-words", "mail": "lambert@club.example"},
        REMOTE_ADDR="1.2.3.4",
        HTTP_COOKIE=f"sessionid={session}; other=session-of",
    )
    status, headers = as_a_web_server_does(request.environ)
    assert status.startswith("500")
    assert "errors.example" not in headers["Content-Security-Policy"]

    event = the_one(sent)
    assert event["transaction"] == "/broken/{code}/"
    assert event["request"] == {"method": "POST"}
    assert event["tags"] == {"request_id": "0123456789abcdef"}
    assert event["release"] == f"arriere-ban@{version()}"
    [error] = event["exception"]["values"]
    assert error["type"] == "ValueError"
    last = error["stacktrace"]["frames"][-1]
    assert (last["function"], last["module"]) == ("broken", "tests.config.broken_views")
    assert "raise ValueError" in last["context_line"]
    assert [word for word in (*PERSONAL, session) if word in everything(sent)] == []


def as_a_web_server_does(environ: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Ask the site; return status and headers of its answer."""
    answered: list[tuple[str, dict[str, str]]] = []
    request_started.disconnect(close_old_connections)
    try:
        b"".join(WSGIHandler()(environ, lambda status, headers: answered.append((status, dict(headers)))))
    finally:
        request_started.connect(close_old_connections)
    [answer] = answered
    return answer


@pytest.mark.django_db
def test_an_error_in_a_job_is_told_once_without_a_word_about_people(
    sent: list[Envelope], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(claim: queue.Claim) -> None:
        raise LookupError(f"lambert@club.example, lambert, {claim.job}")

    monkeypatch.setitem(queue._HANDLERS, "broken", fails)
    job = Job.objects.create(kind="broken", subject=1, asked_by=MemberFactory(username="lambert"))
    as_a_worker_does(tasks.work, job.pk)

    event = the_one(sent)
    assert event["transaction"] == "campaigns.tasks.work"
    assert event["logentry"] == {"message": "job %s: attempt %s failed"}
    assert [error["type"] for error in event["exception"]["values"]] == ["LookupError"]
    assert [word for word in PERSONAL if word in everything(sent)] == []
    job.refresh_from_db()
    assert "LookupError: lambert@club.example" in job.error, "the operator finds the words with the job"


def test_an_error_of_a_task_itself_is_told_once(sent: list[Envelope]) -> None:
    @celery_app.task(name="tests.fails", shared=False, lazy=False)
    def fails(number: int) -> None:
        raise ConnectionError("lambert")

    try:
        as_a_worker_does(fails, 7)
    finally:
        celery_app.tasks.pop("tests.fails")
    event = the_one(sent)
    assert event["transaction"] == "tests.fails"
    assert event["exception"]["values"][0]["type"] == "ConnectionError"
    assert "lambert" not in everything(sent)


def as_a_worker_does(task: Any, *arguments: object) -> None:
    request = {"id": "a-message", "is_eager": False, "delivery_info": {}}
    trace.build_tracer(task.name, task, app=celery_app)("a-message", arguments, {}, request)


def test_an_error_logged_without_a_traceback_is_told_by_its_place(sent: list[Envelope]) -> None:
    logging.getLogger("somewhere").error("%s cannot be reached", "lambert@club.example")
    logging.getLogger("elsewhere").error("lambert@club.example cannot be reached")
    told = [json.loads(envelope.items[0].payload.get_bytes()) for envelope in sent]
    assert [event["logentry"]["message"].partition(",")[0] for event in told] == ["%s cannot be reached", "elsewhere"]
    assert "lambert" not in everything(sent)


@pytest.mark.django_db
def test_what_is_refused_is_not_told(sent: list[Envelope]) -> None:
    assert Client(headers={"host": "elsewhere.example"}).get("/about/").status_code == 400
    assert Client().get("/nowhere/").status_code == 404
    logging.getLogger("campaigns").warning("that was odd")
    assert sent == []


@pytest.mark.parametrize(("dsn", "loaded"), [("", False), (DSN, True)])
def test_without_an_address_the_library_is_not_even_loaded(tmp_path: Path, dsn: str, loaded: bool) -> None:
    code = "import sys, django; django.setup(); print('sentry_sdk' in sys.modules)"
    variables = PRODUCTION | {"DJANGO_SETTINGS_MODULE": "config.settings", "SENTRY_DSN": dsn}
    told = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(tmp_path, **variables),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == str(loaded)


def test_without_an_address_nothing_is_told() -> None:
    errors.watch("")
    assert not sentry_sdk.get_client().is_active()


def test_an_odd_address_is_refused_without_repeating_it() -> None:
    assert address(Env({})) == ""
    assert address(Env({"SENTRY_DSN": DSN})) == DSN
    for odd in ("https://errors.example/7", "https://key@errors.example/", "https://key@errors.example/club"):
        with pytest.raises(OddValue, match="SENTRY_DSN is 'an address of another form'") as refusal:
            address(Env({"SENTRY_DSN": odd}))
        assert "key@" not in str(refusal.value)
