"""Choosing the scheme of a season."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_campaign
from campaigns.seasons.models.scheme import SeasonScheme
from campaigns.seasons.scheme import Scheme, measures_for
from club.operations import Objection, Refused, Stale

BEST_MOST: Final = 1000
PLACES_MOST: Final = 10
WORTH_MOST: Final = 1000


@transaction.atomic
def choose_scheme(*, season: Campaign, scheme: Scheme, version: int | None = None) -> None:
    """Let the season go by another scheme from the first match on. Raises ``Refused`` or ``Stale``.

    ``version`` is that of the scheme the page showed, 0 where none was chosen yet.
    """
    locked = lock_campaign(season)
    row = SeasonScheme.objects.filter(season=locked).first() or SeasonScheme(season=locked)
    if version is not None and row.version != version:
        raise Stale(_("Somebody else has changed this scheme since you opened the page. Nothing was saved."))
    _verify(locked, scheme)
    row.measure, row.average = scheme.measure, scheme.average
    row.best_of, row.least, row.place_points = scheme.best_of, scheme.least, list(scheme.place_points)
    row.version += 1
    row.save()


def _verify(season: Campaign, scheme: Scheme) -> None:
    problems: list[Objection] = []
    if scheme.measure not in {code for code, _label in measures_for(season.game)}:
        problems.append(Objection("no_such_choice", _("Choose one of the answers offered."), "measure"))
    if not 0 <= scheme.best_of <= BEST_MOST:
        problems.append(Objection("best_of", _("Between 0 and 1,000 matches."), "best_of"))
    if not 1 <= scheme.least <= BEST_MOST:
        problems.append(Objection("least", _("Between 1 and 1,000 matches."), "least"))
    worth = scheme.place_points
    if not 1 <= len(worth) <= PLACES_MOST or not all(0 <= points <= WORTH_MOST for points in worth):
        problems.append(
            Objection(
                "place_points", _("Between one and ten numbers from 0 to 1,000, such as 10, 7, 5."), "place_points"
            )
        )
    elif any(later > earlier for earlier, later in pairwise(worth)):
        problems.append(
            Objection("place_points_order", _("A place is worth no more than the one before it."), "place_points")
        )
    if problems:
        raise Refused(problems)
