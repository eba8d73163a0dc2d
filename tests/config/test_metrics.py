"""Figures for the operator's Prometheus, request ids, and logs for people or machines."""

from __future__ import annotations

import json
import logging
import multiprocessing
import re
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from campaigns.jobs.models import Job
from campaigns.jobs.sweeping import sweep
from config import counters
from config.counters import Counters
from config.logs import JsonFormatter, LineFormatter, RequestIdFilter, RequestIdMiddleware

TOKEN = "only-the-operator-knows"
SHOWN = {"Authorization": f"Bearer {TOKEN}"}
LINE = re.compile(r'# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [-+.\deE]+')


@pytest.fixture
def operator(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    settings.METRICS_TOKEN = TOKEN
    mine = Counters(tmp_path / "requests.counters")
    monkeypatch.setattr("config.counters.REQUESTS", mine)
    monkeypatch.setattr("config.metrics.REQUESTS", mine)
    return Client(headers=SHOWN)


@pytest.mark.django_db
@pytest.mark.parametrize("shown", [{}, {"Authorization": "Bearer no"}, {"Authorization": f"Bearer {TOKEN}x"}])
def test_nobody_else_finds_the_figures(operator: Client, shown: dict[str, str]) -> None:
    assert Client().get("/metrics", headers=shown).status_code == 404
    assert Client().post("/metrics", headers=shown).status_code == 404


@pytest.mark.django_db
def test_without_a_token_there_are_none(client: Client) -> None:
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer"}).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_the_operator_reads_figures_that_prometheus_understands(operator: Client) -> None:
    sweep()
    Job.objects.create(kind="mail", subject=1)
    operator.get("/healthz")
    operator.get("/nowhere/")
    answer = operator.get("/metrics")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    for told in (
        'arriere_ban_up{check="worker"} 1',
        'arriere_ban_requests_total{status="2xx"} 1',
        'arriere_ban_requests_total{status="4xx"} 1',
        'arriere_ban_request_seconds_bucket{le="+Inf"} 2',
        "arriere_ban_request_seconds_count 2",
        'arriere_ban_jobs{kind="mail",state="waiting"} 1',
        "arriere_ban_jobs_overdue 0",
        "arriere_ban_members 0",
    ):
        assert told in lines
    assert operator.post("/metrics").status_code == 405


def test_without_a_database_the_other_figures_are_told(operator: Client) -> None:
    """No mark lets this test reach a database."""
    told = operator.get("/metrics").content.decode()
    assert 'arriere_ban_up{check="database"} 0' in told
    assert "arriere_ban_requests_total" in told
    assert "arriere_ban_jobs" not in told


def test_all_processes_count_together_and_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "requests.counters"
    shared = Counters(path)
    shared.count(200, 0.01)

    def child() -> None:
        for _request in range(100):
            shared.count(503, 20.0)

    fork = multiprocessing.get_context("fork")
    children = [fork.Process(target=child) for _number in range(3)]
    for process in children:
        process.start()
    for process in children:
        process.join()
    for counted in (shared, Counters(path)):
        totals = counted.totals()
        assert totals[: len(counters.STATUSES)] == [0, 1, 0, 0, 300]
        assert totals[-2] == 300
        assert totals[-1] == pytest.approx(6000.01)


# Logs


def test_a_request_has_an_id_that_its_log_lines_and_its_answer_carry(caplog: pytest.LogCaptureFixture) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        logging.getLogger("site").warning("odd")
        return HttpResponse()

    ask = RequestIdMiddleware(view)
    caplog.handler.addFilter(RequestIdFilter())
    given = ask(RequestFactory().get("/", headers={"X-Request-ID": "from-the-proxy-1"}))
    forged = ask(RequestFactory().get("/", headers={"X-Request-ID": "two\nlines and more"}))
    logging.getLogger("site").warning("outside")
    first, second, outside = caplog.records
    assert given["X-Request-ID"] == first.request_id == "from-the-proxy-1"  # type: ignore[attr-defined]
    assert re.fullmatch(r"[0-9a-f]{16}", forged["X-Request-ID"])
    assert forged["X-Request-ID"] == second.request_id  # type: ignore[attr-defined]
    assert outside.request_id == ""  # type: ignore[attr-defined]

    line = LineFormatter("{levelname} {name}: {message}", style="{")
    assert line.format(first) == "WARNING site: odd [from-the-proxy-1]"
    assert line.format(outside) == "WARNING site: outside"
    told = json.loads(JsonFormatter().format(first))
    assert {**told, "time": "", "process": 0} == {
        "time": "", "level": "WARNING", "logger": "site", "message": "odd", "process": 0, "request": "from-the-proxy-1",
    }  # fmt: skip


def test_a_traceback_is_part_of_its_json_line() -> None:
    try:
        raise ValueError("été")
    except ValueError as error:
        record = logging.LogRecord("site", logging.ERROR, __file__, 1, "failed: %s", (1,), None)
        record.exc_info = (type(error), error, error.__traceback__)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert told["message"] == "failed: 1"
    assert "ValueError: été" in told["error"]
