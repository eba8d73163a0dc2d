"""The worker's application. Jobs are rows in the database; a message only wakes a worker."""

import gc
import os
from typing import Any, Final

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("arriere-ban")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


SELDOM: Final = (50_000, 10, 10)
"""When a worker looks for garbage: after how many new objects, and how many looks at the younger ones."""


@worker_init.connect
def collect_seldom(**_: Any) -> None:
    """Look for garbage less often, in a worker and in all that it forks.

    A battle makes thousands of small things that live until its end or, remembered by its table, for good: looked
    through every 2,000 of them, as by default, forecasts take a tenth of their time more.
    """
    gc.set_threshold(*SELDOM)


@worker_init.connect
def get_ready(**_: Any) -> None:
    """Learn addresses and words once, before processes are forked: each would take half a second over its first job."""
    from config.warm import warm_words

    warm_words()
