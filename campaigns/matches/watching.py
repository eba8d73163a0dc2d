"""What the score pad is told of: another version of its match."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest

from campaigns.matches.access import visible_matches
from campaigns.matches.models.match import Match
from club import live
from club.streams.kinds import Key, Kind, Reader

PAD: Final = "pad"


def watch_pad(request: HttpRequest, pk: int, version: int) -> live.Told:
    """Return how a pad that shows this version is told of another one; its reader was let in."""
    return live.Told(request, [live.Part(PAD, (pk,), str(version))])


def _marks(keys: Collection[Key]) -> dict[Key, str]:
    matches = Match.objects.filter(pk__in=[pk for (pk,) in keys]).order_by().values_list("pk", "version")
    return {(pk,): str(version) for pk, version in matches}


def _readable(reader: Reader, key: Key) -> QuerySet[Any]:
    return visible_matches(reader.user).filter(pk=key[0])


KINDS: Final = (Kind(PAD, _marks, _readable),)
