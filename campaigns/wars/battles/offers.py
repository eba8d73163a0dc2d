"""Which scenarios a campaign may choose for a battle: the library's, its own, and those others share with the club."""

from __future__ import annotations

from typing import Final

import msgspec
from django.db.models import Q
from django.utils.translation import gettext as _

from campaigns.league.models import Campaign
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.scenario import OwnScenario
from club.words import words
from engines.musg.scenarios import Scenario, library

OWN: Final = "own-"
"""What the code of a scenario made here begins with; its number follows."""

type Choices = list[tuple[str, str | list[tuple[str, str]]]]


class Offers:
    """The scenarios offered for a battle of a campaign, or of none yet; one query, when they are asked for."""

    def __init__(self, campaign: Campaign | None, battle: Battle | None = None) -> None:
        self._battle = battle
        rows = OwnScenario.objects.filter(Q(campaign=campaign) | Q(shared=True))
        self._own = {f"{OWN}{row.pk}": row for row in rows}

    @property
    def own(self) -> list[tuple[OwnScenario, Scenario]]:
        """Those made here or shared with the club, each with its row."""
        return [(row, msgspec.convert(row.data, Scenario)) for row in self._own.values()]

    def has(self, code: str) -> bool:
        """Tell whether a scenario of that code is offered."""
        return code in library() or code in self._own

    @property
    def choices(self) -> Choices:
        """What a field offers, by code; the scenario that the battle has comes too, whatever became of it since."""
        found: Choices = [("", _("None: free, or as described below"))]
        agreed = scenario_of(self._battle) if self._battle is not None else None
        if agreed is not None and agreed.code not in library() and agreed.code not in self._own:
            found.append((agreed.code, words(agreed.name)))
        found.append((_("From the library"), [(code, words(one.name)) for code, one in library().items()]))
        if self._own:
            found.append((_("Of the club"), [(code, row.name) for code, row in self._own.items()]))
        return found

    def scenario(self, code: str) -> Scenario | None:
        """Return the scenario of a code, ``None`` for none. What the battle has already stays as it was agreed."""
        agreed = scenario_of(self._battle) if self._battle is not None else None
        if not code:
            return None
        if agreed is not None and agreed.code == code:
            return agreed
        return library()[code] if code in library() else msgspec.convert(self._own[code].data, Scenario)
