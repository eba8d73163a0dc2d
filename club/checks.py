"""System checks of the club."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError, connections


@register(Tags.database)
def no_demo_accounts_in_production(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse a production site (``DEBUG`` off) that holds demo accounts: their passwords are public.

    Checks of databases run only where databases are named, as ``migrate`` does.
    """
    from club.models import Member

    if settings.DEBUG or not databases:
        return []
    found: list[CheckMessage] = []
    for alias in databases:
        try:
            if Member._meta.db_table not in connections[alias].introspection.table_names():
                continue
            count = Member.objects.using(alias).filter(is_demo=True).count()
        except DatabaseError:
            continue  # not migrated yet: there is nothing to find
        if count:
            found.append(
                Error(
                    f"The database holds {count} demo accounts, and DEBUG is off.",
                    hint="Their passwords are public. Start a production site with an empty database.",
                    id="club.E001",
                )
            )
    return found


@register(Tags.security, deploy=True)
def no_demo_accounts_at_deployment(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The same for ``check --deploy``, which names no database: it looks into all there are."""
    return no_demo_accounts_in_production(databases=list(connections) if databases is None else databases)
