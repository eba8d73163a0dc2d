"""``manage.py load_demo``: a club with a running campaign, to try the site out. Never on a production site."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaigns.demo import club
from campaigns.demo.wipe import InUse, wipe


class Command(BaseCommand):
    help = "Load the demo club, once. Its accounts have public passwords, so DEBUG must be on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reset", action="store_true", help="remove the demo's own rows first, so that its story begins anew"
        )

    def handle(self, *, reset: bool, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The demo's passwords are public: it is loaded only where DEBUG is on.")
        if reset:
            self._reset()
        elif club.exists():
            self.stdout.write("The demo club is here already (load_demo --reset begins it anew).")
            return
        club.found()
        self.stdout.write("The demo club is loaded.")

    def _reset(self) -> None:
        try:
            wipe()
        except InUse as error:
            raise CommandError(f"The demo club is part of somebody's campaign and was left as it is: {error}") from None
