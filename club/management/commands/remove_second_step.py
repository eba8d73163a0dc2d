"""Let a member who lost phone and recovery codes log in with the password alone; see README."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from club.models import Member
from club.second_step import remove_second_step


class Command(BaseCommand):
    """For the one who cannot get in to do it: the club's only admin."""

    help = "Remove a member's two-step sign-in and end all their sessions. Make sure first who is asking."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose."""
        parser.add_argument("username", help="the member's user name")

    def handle(self, *, username: str, **_options: Any) -> None:
        """Remove it, or say why there is nothing to remove."""
        member = Member.objects.filter(username__iexact=username).first()
        if member is None:
            raise CommandError(f"Nobody is called {username!r}.")
        if not remove_second_step(member=member):
            raise CommandError(f"{member.username} has no second step.")
        self.stdout.write(f"{member.username} logs in with the password alone from now on.")
