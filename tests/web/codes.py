"""Codes of matches for pages that are looked at long after the club was founded."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from campaigns.matches.models.match import Match
from campaigns.matches.operations.verdicts import show_code


def show_lasting_code(match: Match) -> None:
    """Show a code that outlives the run: a club is founded once per process, and a code lives for ten minutes."""
    show_code(match=match)
    Match.objects.filter(pk=match.pk).update(code_expires=timezone.now() + timedelta(days=1))
    match.refresh_from_db()
