import atexit

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """No models: the room that joins the others holds the commands that need them all."""

    name = "config"

    def ready(self) -> None:
        """Register the system checks, what is done at the end, and who is told of errors."""
        from django.conf import settings

        from config import checks, errors  # noqa: F401

        errors.watch(settings.SENTRY_DSN)

        atexit.register(close_pools)


def close_pools() -> None:
    """Close PostgreSQL's connection pools while threads still answer: left alone they hold up an exit for 20 s."""
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        if hasattr(connection, "close_pool"):
            connection.close()
            connection.close_pool()
