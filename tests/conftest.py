"""What every test shares: the run's own database, and what happens where a service is missing."""

import gc
import os
import shutil
import time
import uuid
from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone, translation
from pytest_django.plugin import DjangoDbBlocker

from tests import chance, databases, empty_site, order, services, together
from tests.examples import load_profile

load_profile()
chance.foresee()
SECONDS = float(os.environ.get("TESTS_SECONDS", "inf"))
"""How long after they were found ``make quick`` begins tests."""
OVER = "the minute was over"
_found = 0.0
gc.set_threshold(20_000, 20, 20)  # ten times as rarely as by default: code and tests are no garbage


@receiver(user_logged_in)
def _written_down(request: HttpRequest, user: Any, **_more: object) -> None:
    """Write a browser down as allauth does at every log-in by form: ``force_login`` goes past it."""
    from allauth.usersessions.models import UserSession

    if request.session.session_key is None:  # somebody else's browser before
        request.session.save()
    known = {"user": user, "ip": "127.0.0.1", "user_agent": request.META.get("HTTP_USER_AGENT", "")}
    UserSession.objects.get_or_create(session_key=request.session.session_key, defaults=known)


def pytest_configure() -> None:
    """Say in one line what a dozen failing tests would say badly."""
    for source in settings.BASE_DIR.glob("locale/*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            pytest.exit("The translations are not compiled: .venv/bin/python scripts/compile_messages.py", returncode=4)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    for item in items:
        if databases.differs(item):
            item.add_marker("databases")
    yield  # selected by markers, and put into an order by pytest-django
    items[:] = order.dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1)))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Garbage is no longer looked for in what lives until the end: the code and ten thousand tests."""
    global _found
    _found = time.monotonic()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin as if there had been no test before, whichever was."""
    if time.monotonic() > _found + SECONDS:
        pytest.skip(OVER)
    chance.begin(item.nodeid)
    cache.clear()  # wrong tries counted under the keys of other people
    translation.deactivate()  # a request leaves its language to whoever comes next in its thread
    timezone.deactivate()
    for service in services.SERVICES:
        if item.get_closest_marker(service.marker) and service.look() is None:
            line = f"{services.MISSING}{service.advice}"
            if services.required():
                pytest.fail(line, pytrace=False)
            pytest.skip(line)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    with chance.shared_by(fixturedef, request):
        return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what a minute was too short for, and once per missing service how many tests waited for it in vain."""
    reasons: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if OVER in reason:
            left[report.location[0]] += 1
        if services.MISSING in reason:
            reasons[reason.partition(services.MISSING)[2]] += 1
    if left:
        terminalreporter.section(OVER)
        terminalreporter.line(f"{left.total()} tests were left to make test, of: {', '.join(sorted(left))}")
    if reasons:
        terminalreporter.section("skipped for want of a service")
        for advice, count in sorted(reasons.items()):
            terminalreporter.line(f"{count} × needs {advice}")


@pytest.fixture(scope="session", autouse=True)
def in_company(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The processes of this run know where they meet."""
    together.meet(tmp_path_factory)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker, in_company: None
) -> None:
    """One database for each worker of each run, so that runs beside each other never meet.

    A file, not memory: the browser tests and the tests of simultaneous writers need real connections.
    """
    database = settings.DATABASES["default"]
    test = database.setdefault("TEST", {})
    if empty_site.on_sqlite():
        test["NAME"] = str(
            shutil.copy(empty_site.migrated(django_db_blocker), tmp_path_factory.mktemp("database") / "test.sqlite3")
        )
    else:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
        test["NAME"] = f"test_arriere_ban_{worker}_{uuid.uuid4().hex[:12]}"


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite the database is there already, with all its tables, and goes with the run's folder."""
    return empty_site.on_sqlite()


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The address of a new, empty PostgreSQL database, dropped afterwards. For tests marked ``postgres``."""
    server = services.postgres_url()
    assert server is not None, "a test that uses it carries the marker postgres"
    with services.new_database(server) as address:
        yield address


@pytest.fixture
def other_postgres_url() -> Iterator[str]:
    """The address of another one."""
    server = services.postgres_url()
    assert server is not None, "a test that uses it carries the marker postgres"
    with services.new_database(server) as address:
        yield address


@pytest.fixture
def redis_url() -> str:
    """The Redis to test with. For tests marked ``redis``, which use queue names of their own."""
    address = services.redis_url()
    assert address is not None, "a test that uses redis_url carries the marker redis"
    return address


@pytest.fixture
def rabbitmq_url() -> str:
    """The RabbitMQ to test with. For tests marked ``rabbitmq``, which use queue names of their own."""
    address = services.rabbitmq_url()
    assert address is not None, "a test that uses rabbitmq_url carries the marker rabbitmq"
    return address
