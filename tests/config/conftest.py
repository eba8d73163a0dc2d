"""Sites in processes of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests import empty_site


@pytest.fixture
def prepared(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Path:
    """The folder of a site on SQLite that was started before: its database has all its tables.

    Where the tests' own database is another there is none yet, and a site that starts makes it.
    """
    if empty_site.on_sqlite():
        shutil.copy(empty_site.migrated(django_db_blocker), tmp_path / "arriere-ban.sqlite3")
    return tmp_path
