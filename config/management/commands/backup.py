"""``manage.py backup FILE``: the whole database in one file, while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from config.backup.archive import Unfit
from config.backup.work import back_up


class Command(BaseCommand):
    help = "Write the whole database into FILE, which restore reads; the site may run meanwhile."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--overwrite", action="store_true", help="replace a file of that name, once the new backup is complete"
        )

    def handle(self, *, file: Path, overwrite: bool, **options: Any) -> None:
        try:
            manifest = back_up(file, overwrite=overwrite)
        except (Unfit, OSError, DatabaseError) as error:
            raise CommandError(f"No backup was made. {error}") from error
        size = file.stat().st_size / 1_000_000
        self.stdout.write(f"{file}: {manifest.rows} rows of {len(manifest.tables)} tables, {size:.1f} MB.")
