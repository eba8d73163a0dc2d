"""The demo club, loaded once in a run as ``manage.py load_demo`` loads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from io import StringIO

from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from tests.kept import Kept


@dataclass(frozen=True)
class Loaded:
    """What was said when the club was loaded, and the moment when that began: all its story lies before it."""

    said: str
    begun: datetime


def _load() -> Loaded:
    begun, out = timezone.now(), StringIO()
    with override_settings(DEBUG=True):
        call_command("load_demo", stdout=out)
    return Loaded(out.getvalue(), begun)


DEMO = Kept("demo club", _load)
