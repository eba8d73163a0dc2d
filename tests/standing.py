"""What takes long to bring about in the database stands for all tests of a file; each takes back its own changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker


@contextmanager
def standing[T](blocker: DjangoDbBlocker, make: Callable[[], T]) -> Iterator[T]:
    """Make it, and take it back at the end; for fixtures of modules whose tests all run in transactions.

    A test changes the rows for itself alone, but not so the objects: it gets a copy of them (``deepcopy``).
    """
    with blocker.unblock(), transaction.atomic():
        with translation.override("en"):
            made = make()
        yield made
        transaction.set_rollback(True)
