"""Joins the rooms together: settings, addresses, the worker."""

from config.celery import app as celery_app
from config.lazily import put_off

put_off()

__all__ = ["celery_app"]
