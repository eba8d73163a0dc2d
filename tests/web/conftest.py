"""The cast on its three grounds, made once per file and never changed: each request is taken back."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.template import Context, Template
from pytest_django.plugin import DjangoDbBlocker

from tests.web import kept_club
from tests.web.cast import CAST, Cast


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What looks at every page of the demo club needs all of them drawn first."""
    for item in items:
        if "demo" in getattr(item, "fixturenames", ()) and "tests/web" in item.path.as_posix():
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def unobserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django's tests copy the context of every template rendered; over thousands of pages nobody looks at them."""

    def rendered(template: Template, context: Context) -> str:
        return template.nodelist.render(context)

    monkeypatch.setattr(Template, "_render", rendered)


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield CAST.stand()
        transaction.set_rollback(True)


@pytest.fixture
def stage(played: Cast, db: None) -> Cast:
    return played


@pytest.fixture(scope="module")
def founded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        kept_club.stand()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(founded: None, db: None) -> None:
    """The demo club, in every state a page may be in."""
