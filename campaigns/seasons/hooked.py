"""What others are told of standings: that they are others now, and where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _, pgettext_lazy
from msgspec import Struct

from campaigns.league.hooks.bodies import CampaignBody, campaign_body, look_of
from campaigns.league.models import Campaign
from campaigns.matches.operations.results import ResultChange
from club.hooks.codes import Event, Look, Notice
from club.hooks.happenings import happened


class StandingsData(Struct, frozen=True):
    """``standings.changed``: the standings themselves are on the season's page."""

    season: CampaignBody


class Seasons:
    """Seasons as subjects."""

    def look(self, number: int) -> Look | None:
        """The season."""
        season = Campaign.objects.filter(pk=number).first()
        return look_of(season, StandingsData(campaign_body(season))) if season is not None else None

    def notice(self, number: int) -> Notice | None:
        """That its standings are others now."""
        season = Campaign.objects.filter(pk=number).first()
        if season is None:
            return None
        return Notice(season.name, (_("The standings have changed."),), season.get_absolute_url())


def follow(changes: Sequence[ResultChange]) -> None:
    """Tell others once for each season whose counted results are others now: the listener of ``results``."""
    results = (result for change in changes for result in (change.before, change.after) if result is not None)
    for season in sorted({result.season for result in results if result.season is not None}):
        happened(code="standings.changed", subject=f"season:{season}")


EVENTS: Final[Mapping[str, Event]] = {
    "standings.changed": Event(pgettext_lazy("event", "the standings of a season change"), "season")
}
SUBJECTS: Final = {"season": Seasons()}
DATA: Final[Mapping[str, type[Struct]]] = {"standings.changed": StandingsData}
"""What stands under ``data``, by event: for the published schema."""
