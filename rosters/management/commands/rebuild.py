"""Writes every warband's state and reading copy anew from its journal, and says where they differed.

Other rooms have logs and reading copies of their own; they add them through ``club.rebuilding``.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from club import rebuilding
from club.unmigrated import waiting
from engines.core.problems import Illegal, Malformed
from rosters.models import ExperienceGain, InjuryRoll, Warband
from rosters.operations import rebuild

Snapshot = dict[str, Any]


class Command(BaseCommand):
    """``manage.py rebuild [--warband PK] [--dry-run]``; fails if a journal does not hold."""

    help = "Write every reading copy (warbands, matches) anew from its journal or log; report what differed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what the command takes."""
        parser.add_argument("--warband", type=int, metavar="PK", help="only this warband, and nothing else")
        parser.add_argument("--dry-run", action="store_true", help="report only, write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild one warband after the other, each in its own transaction."""
        if lacking := waiting():
            raise CommandError(f"Nothing was rebuilt. {lacking}")
        wanted = Warband.every.order_by("pk")
        if options["warband"] is not None:
            wanted = wanted.filter(pk=options["warband"])
            if not wanted.exists():
                raise CommandError(f"There is no warband {options['warband']}.")
        broken = different = 0
        for warband in wanted.iterator():
            try:
                differences = self._rebuild(warband, dry_run=options["dry_run"])
            except (Illegal, Malformed) as error:
                broken += 1
                self.stderr.write(f"{warband.pk} {warband}: the journal does not hold: {error}")
                continue
            different += bool(differences)
            for difference in differences:
                self.stdout.write(f"{warband.pk} {warband}: {difference}")
        self.stdout.write(f"{wanted.count() - broken} rebuilt, {different} of them differed.")
        if options["warband"] is None:
            broken += self._rebuild_others(dry_run=options["dry_run"])
        if broken:
            raise CommandError(f"{broken} journals or logs do not hold; what they are about was left alone.")

    def _rebuild_others(self, *, dry_run: bool) -> int:
        """Rebuild what other rooms keep; return how many logs do not hold."""
        broken = 0
        for kind, rebuilder in rebuilding.rebuilders():
            count = different = 0
            for found in rebuilder(dry_run=dry_run):
                count += 1
                different += bool(found.differences)
                broken += bool(found.fault)
                for line in found.differences:
                    self.stdout.write(f"{found.subject}: {line}")
                if found.fault:
                    self.stderr.write(f"{found.subject}: the log does not hold: {found.fault}")
            self.stdout.write(f"{kind}: {count} rebuilt, {different} of them differed.")
        return broken

    @transaction.atomic
    def _rebuild(self, warband: Warband, *, dry_run: bool) -> list[str]:
        before = _snapshot(warband)
        rebuild(warband=warband)
        after = _snapshot(warband)
        if dry_run:
            transaction.set_rollback(True)
        return [f"{name} differed" for name in before if before[name] != after[name]]


def _snapshot(warband: Warband) -> Snapshot:
    """Return everything that is made from the journal, in a form that can be compared."""
    stored = Warband.every.get(pk=warband.pk)
    columns = ("name", "race", "mustered", "treasury", "value", "figures", "battles", "won", "drawn", "lost")
    mine = {"character__warband": warband}
    return {
        "state": stored.state,
        "summary": [getattr(stored, column) for column in (*columns, "victory_points", "brought")],
        "characters": _rows(warband.characters.all(), "id", "warband_id"),
        "gear": _rows(warband.gear.all(), "id", "warband_id", "character_id"),
        "bearers": sorted(warband.gear.values_list("number", "character__number"), key=str),
        "injury rolls": _rows(InjuryRoll.objects.filter(**mine), "id", "character_id"),
        "experience gains": _rows(ExperienceGain.objects.filter(**mine), "id", "character_id"),
    }


def _rows(rows: Any, *without: str) -> list[str]:
    return sorted(str([(k, v) for k, v in row.items() if k not in without]) for row in rows.values())
