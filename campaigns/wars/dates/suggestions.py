"""Moments that suit a battle anyway, such as the club's next evenings: offered first to whoever proposes dates.

Rooms above register where they come from; the first ones are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from msgspec import Struct

from campaigns.wars.models.battle import Battle
from club.models import Member


class Suggestion(Struct, frozen=True):
    """A moment, and in the reader's language what there is then."""

    moment: datetime
    label: str


Provider = Callable[[Battle, Member], Iterable[Suggestion]]
"""Yields moments ahead for a battle, for the player who proposes, the nearest first."""
_PROVIDERS: Final[list[Provider]] = []
SHOWN: Final = 5


def register(provider: Provider) -> None:
    """Let there be suggestions from a room above. Registering twice changes nothing."""
    if provider not in _PROVIDERS:
        _PROVIDERS.append(provider)


def suggested(battle: Battle, member: Member) -> list[Suggestion]:
    """Return the nearest moments that rooms suggest."""
    found = (one for provider in _PROVIDERS for one in provider(battle, member))
    return sorted(found, key=lambda one: one.moment)[:SHOWN]
