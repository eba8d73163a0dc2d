"""``manage.py restore FILE``: the database as a backup kept it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection

from config.backup import states
from config.backup.archive import Unfit
from config.backup.work import restore


class Command(BaseCommand):
    help = "Bring a backup back into an empty database. The site must be stopped."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="lose what is in the database now")

    def handle(self, *, file: Path, overwrite: bool, **options: Any) -> None:
        try:
            manifest = restore(file, overwrite=overwrite)
        except (Unfit, OSError, DatabaseError) as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        self.stdout.write(
            f"Restored {manifest.rows} rows of {len(manifest.tables)} tables,"
            f" as of {manifest.made:%Y-%m-%d %H:%M} UTC, version {manifest.version}."
        )
        if waiting := states.unapplied(connection):
            self.stdout.write(f"This version of the site has {waiting} newer migrations: manage.py migrate")
