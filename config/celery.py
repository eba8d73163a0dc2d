"""The worker's application. Jobs are rows in the database; a message only wakes a worker."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("arriere-ban")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
