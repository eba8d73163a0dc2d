"""How far a database has been migrated, and which tables belong to it then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.backup.archive import Unfit

RECORD: Final = MigrationRecorder.Migration._meta.db_table
TEMPORARY: Final = frozenset({"campaigns_booklet", "campaigns_bookletcontent"})
"""Tables of what is made anew at a press of a button and kept for some days: archives have them without rows."""
OWN_BOOKS: Final = frozenset({RECORD, "django_content_type", "auth_permission", "campaigns_sign"}) | TEMPORARY
"""Tables that fill themselves while a site is prepared, or are made anew: nobody would miss what is in them."""


def applied(connection: BaseDatabaseWrapper) -> dict[str, list[str]]:
    """Return every applied migration, by app."""
    found: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        found.setdefault(app, []).append(name)
    return found


def models_at(connection: BaseDatabaseWrapper, migrations: Mapping[str, Sequence[str]]) -> list[Any]:
    """Return the models that have a table once these migrations are applied; ``Unfit`` when one is unknown here."""
    loader = _loader(connection)
    state = loader.project_state(_nodes(loader, migrations))
    every = state.apps.get_models(include_auto_created=True)
    return [model for model in every if model._meta.managed and not model._meta.proxy]


def migrate_to(connection: BaseDatabaseWrapper, migrations: Mapping[str, Sequence[str]]) -> None:
    """Apply exactly these migrations to an empty database."""
    executor = MigrationExecutor(connection)
    executor.loader = _loader(connection)
    nodes = set(_nodes(executor.loader, migrations))
    graph = executor.loader.graph
    # The last ones alone: being led to one that lies behind means going back.
    executor.migrate(sorted(node for node in nodes if nodes.isdisjoint(c.key for c in graph.node_map[node].children)))
    wanted = {(app, name) for app, names in migrations.items() for name in names}
    wanted |= {
        name for name, migration in executor.loader.replacements.items() if wanted.issuperset(migration.replaces)
    }
    more = {(app, name) for app, names in applied(connection).items() for name in names} - wanted
    if more:
        raise Unfit(f"The archive's migrations do not hold together: {_listed(more)} had to come along.")


def refuse_unknown(connection: BaseDatabaseWrapper, migrations: Mapping[str, Sequence[str]]) -> None:
    """Raise ``Unfit`` when this version of the site lacks one of these migrations."""
    _nodes(_loader(connection), migrations)


def _loader(connection: BaseDatabaseWrapper) -> MigrationLoader:
    """Return every migration under its own name, also where one that replaces it would be applied to a new database."""
    return MigrationLoader(connection, replace_migrations=False)


def _nodes(loader: MigrationLoader, migrations: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Return the migrations as nodes of the graph, step by step: one that replaces others says nothing more."""
    nodes = {(app, name) for app, names in migrations.items() for name in names}
    replaced = {old for migration in loader.disk_migrations.values() for old in migration.replaces}
    unknown = nodes - set(loader.disk_migrations) - replaced
    if unknown:
        raise Unfit(f"This version of the site is too old: it does not know the migrations {_listed(unknown)}.")
    return sorted(node for node in nodes if node in loader.graph.nodes and node not in loader.replacements)


def _listed(nodes: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{app}.{name}" for app, name in sorted(nodes))


def unapplied(connection: BaseDatabaseWrapper) -> int:
    """Return how many migrations this version of the site has that the database lacks."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def filled(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the tables with rows that somebody would miss."""
    found = []
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table not in OWN_BOOKS:
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608
                if cursor.fetchone():
                    found.append(table)
    return found
