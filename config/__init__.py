"""Joins the rooms together: settings, addresses, the worker."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
