"""The part of a report's form about civilians and aliens: who was carried off, what became of those they kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Struct, UnsetType

from campaigns.league.models import Campaign
from campaigns.wars.civilians import operations
from campaigns.wars.civilians.wording import card_name, since
from campaigns.wars.models.abducted import AbductedCivilian, CivilianFate
from campaigns.wars.models.battle import Battle
from campaigns.wars.modules import has_aliens, is_rescue
from campaigns.wars.reports.wording import civilian_field, taken_field
from campaigns.wars.settings.operations import rules_of
from engines.musg.abducted import ALIKE_MOST, Civilian, Fate, Tidings, endings
from engines.musg.catalogue import Catalogue
from engines.musg.report import Report
from engines.musg.rules import Rules

UNSAID: Final = ("", 0, "0", None, CivilianFate.KEPT.value)
"""The values of fields that say nothing."""


class Civilians(Struct, frozen=True):
    """Whom a report may tell of: ``kept`` are those whom the aliens keep, as rows with their battles; ``met``: more may
    have been carried off in this battle. Their cards are in ``catalogue``, the campaign's."""

    catalogue: Catalogue
    kept: tuple[AbductedCivilian, ...] = ()
    met: bool = False

    @property
    def cards(self) -> tuple[str, ...]:
        """The codes of those who may have been carried off."""
        return tuple(self.catalogue.civilians) if self.met else ()

    @property
    def waiting(self) -> tuple[Civilian, ...]:
        """What the engine calls those who are kept."""
        return operations.civilians(self.kept)

    @property
    def of_kept(self) -> list[str]:
        """The names of the fields about those who are kept, in their order."""
        return [civilian_field(row.civilian) for row in self.kept]

    @property
    def of_taken(self) -> list[str]:
        """The names of the fields about those carried off in this battle, in their order."""
        return [taken_field(card) for card in self.cards]

    def fields(self) -> dict[str, forms.Field]:
        """Return the fields that ask for it."""
        found: dict[str, forms.Field] = {
            civilian_field(row.civilian): forms.ChoiceField(
                label=since(row, self.catalogue),
                choices=CivilianFate.choices,
                initial=CivilianFate.KEPT,
                required=False,
            )
            for row in self.kept
        }
        for card in self.cards:
            label = _("Carried off by the aliens: %(name)s") % {"name": card_name(card, self.catalogue)}
            found[taken_field(card)] = forms.IntegerField(
                label=label, min_value=0, max_value=ALIKE_MOST, initial=0, required=False
            )
        return found

    def tidings(self, said: Mapping[str, Any]) -> Tidings | UnsetType:
        """Return what was typed."""
        fates = {row.civilian: said.get(civilian_field(row.civilian)) for row in self.kept}
        found = Tidings(
            taken=tuple(card for card in self.cards for _n in range(said.get(taken_field(card)) or 0)),
            freed=tuple(one for one, fate in fates.items() if fate == Fate.FREED),
            died=tuple(one for one, fate in fates.items() if fate == Fate.DIED),
        )
        return found if found != Tidings() else UNSET


NOBODY: Final = Civilians(Rules().catalogue)
"""Of a battle that is about no civilians."""


class CivilianPart(forms.Form):
    """What a report's form has about civilians and aliens."""

    civilians: Civilians = NOBODY

    @property
    def of_kept(self) -> list[forms.BoundField]:
        """The fields about the civilians whom the aliens keep."""
        return [self[name] for name in self.civilians.of_kept]

    @property
    def of_taken(self) -> list[forms.BoundField]:
        """The fields about the civilians whom they carried off."""
        return [self[name] for name in self.civilians.of_taken]

    @property
    def tells_of_civilians(self) -> bool:
        """Whether anything is said of them, or wrong about it."""
        return any(f.errors or f.value() not in UNSAID for f in (*self.of_kept, *self.of_taken))


def of_battle(battle: Battle) -> Civilians:
    """Return whom the report of a battle ahead may tell of; free where it is none against aliens, else one query."""
    if not has_aliens(battle.modules):
        return NOBODY
    kept = operations.kept(battle.campaign) if is_rescue(battle.modules) and battle.journaled else []
    return Civilians(rules_of(battle.campaign).catalogue, tuple(kept), met=True)


def of_past(battle: Battle) -> Civilians:
    """Return whom the report of a confirmed battle may tell of: who was kept when it was fought. Three queries."""
    before = endings(operations.course_of(battle.campaign, before=battle))
    there = {one for one, ending in before.items() if ending.fate is Fate.KEPT}
    rows = battle.campaign.abducted.select_related("battle")
    found = tuple(row for row in rows if row.civilian in there)
    return Civilians(rules_of(battle.campaign).catalogue, found, met=True)


def of_forgotten(campaign: Campaign) -> Civilians:
    """Return whom the report of a forgotten battle may tell of: all who are kept now. One query."""
    return Civilians(rules_of(campaign).catalogue, tuple(operations.kept(campaign)), met=True)


def initial(report: Report) -> dict[str, Any]:
    """Return the fields' values for an earlier report."""
    said = report.civilians or Tidings()
    fates: tuple[tuple[Fate, Collection[Civilian]], ...] = ((Fate.FREED, said.freed), (Fate.DIED, said.died))
    values: dict[str, Any] = {civilian_field(one): fate.value for fate, named in fates for one in named}
    return values | {taken_field(card): said.taken.count(card) for card in set(said.taken)}
