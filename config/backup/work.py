"""Making a backup of the site's database and bringing one back."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from django.conf import settings
from django.db import connection
from django.utils import timezone

from club.version import version
from config.backup import postgresql, sqlite, states
from config.backup.archive import FORMAT, Manifest, Unfit, opened, write_manifest, written

_WAYS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}


def back_up(path: Path, *, overwrite: bool = False) -> Manifest:
    """Write the whole database into a new file; with ``overwrite`` it replaces an older one once it is complete.

    Raises ``Unfit`` when there is nothing to back up, or another file of that name.
    """
    if not overwrite and path.exists():
        raise Unfit(f"{path} is there already. Choose another name, or to lose what is in it: --overwrite")
    way = _WAYS[connection.vendor]
    migrations = states.applied(connection)
    if not migrations:
        raise Unfit("There is nothing to back up: the database is empty.")
    states.refuse_unknown(connection, migrations)
    made = timezone.now()
    with written(path) as archive:
        tables = way.dump(connection, archive)
        manifest = Manifest(
            format=FORMAT,
            site=settings.SITE_NAME,
            version=version(),
            kind=connection.vendor,
            server=way.server(connection),
            made=made,
            migrations=migrations,
            tables=tables,
        )
        write_manifest(archive, manifest)
    return manifest


def restore(path: Path, *, overwrite: bool) -> Manifest:
    """Bring a backup back; the database is then exactly as it was, with the migrations of that time.

    Raises ``Unfit``, with nothing changed, when the archive does not fit, or when the database holds something and
    nobody said that it may be overwritten.
    """
    with opened(path) as archive:
        manifest = archive.manifest
        if manifest.kind != connection.vendor:
            raise Unfit(
                f"{path} is a backup of a {manifest.kind} database, and DATABASE_URL names a {connection.vendor} one."
            )
        states.refuse_unknown(connection, manifest.migrations)
        if not overwrite and (tables := states.filled(connection)):
            raise Unfit(
                f"The database is not empty ({', '.join(tables[:3])}{' …' if len(tables) > 3 else ''})."
                " To lose everything in it: --overwrite"
            )
        _WAYS[manifest.kind].load(connection, archive)
    return manifest
