"""Who is remembered: the hall of fame and the graveyard of a campaign, from reports and reading copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

import msgspec
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import BattleReport, BattleSide, BattleState
from campaigns.wars.settings.operations import rules_of
from engines.musg.report import Report, Who
from engines.musg.warband import Standing
from rosters import wording
from rosters.models import Character

MOST: Final = 10
"""How many are named in each list."""

type Row = list[str]
"""A line of a table as the template reads it."""


class Death(Struct, frozen=True):
    """How somebody fell last: in which battle, and who did it, as far as that is known."""

    battle: str
    by: Who | None


class Memory:
    """What a campaign remembers of the warbands with these keys. Three queries, however long it has lasted."""

    def __init__(self, campaign: Campaign, warbands: Collection[int]) -> None:
        self._catalogue = rules_of(campaign).catalogue
        people = Character.objects.filter(warband__in=warbands).select_related("warband")
        self._people = list(people.defer("warband__state", "warband__setup").order_by("-lifetime", "warband", "number"))
        self._by_who = {Who(one.warband.key, one.number): one for one in self._people}
        self._felled: Counter[Who] = Counter()
        self._deaths: dict[Who, Death] = {}
        for title, report in _reports(campaign):
            self._remember(title, report)
        sides = BattleSide.objects.filter(battle__campaign=campaign, battle__state=BattleState.CONFIRMED)
        told = sides.filter(warband__in=warbands).order_by("battle__confirmed_at", "battle_id", "seat")
        self._sides = list(told.values_list("warband__name", "battle__title", "victory_points", "takedowns"))

    def _remember(self, title: str, report: Report) -> None:
        for down in report.downs:
            if down.by is not None:
                self._felled[down.by] += 1
            self._deaths[down.victim] = Death(title, down.by)

    def lists(self) -> Iterable[dict[str, Any]]:
        """Yield the lists of the hall of fame that have somebody in them, in the active language."""
        for title, heads, rows in (
            (_("Most enemies put out of action"), [_("Figure"), _("Warband"), _("Put out")], self._slayers()),
            (_("Most experience"), [_("Figure"), _("Warband"), _("Experience")], self._veterans()),
            (_("Legends"), [_("Figure"), _("Warband"), _("Experience")], self._legends()),
            (_("Battles that stay in memory"), [_("Record"), _("Warband"), _("Battle")], self._records()),
        ):
            if rows:
                yield {"title": title, "heads": heads, "rows": rows}

    def _slayers(self) -> list[Row]:
        found = [(self._by_who[who], count) for who, count in self._felled.items() if who in self._by_who]
        found.sort(key=lambda pair: (-pair[1], -pair[0].lifetime, pair[0].name))
        return [[one.name, one.warband.name, str(count)] for one, count in found[:MOST]]

    def _veterans(self) -> list[Row]:
        grown = [one for one in self._people if one.lifetime]
        return [[one.name, one.warband.name, str(one.lifetime)] for one in grown[:MOST]]

    def _legends(self) -> list[Row]:
        gone = [one for one in self._people if one.standing in (Standing.FOR_HIRE, Standing.LEGEND)]
        return [[one.name, one.warband.name, str(one.lifetime)] for one in gone[:MOST]]

    def _records(self) -> list[Row]:
        rows: list[Row] = []
        points = max(self._sides, key=lambda side: side[2], default=None)
        if points is not None and points[2] > 0:
            text = ngettext(
                "%(count)s victory point in one battle", "%(count)s victory points in one battle", points[2]
            )
            rows.append([text % {"count": points[2]}, points[0], points[1]])
        out = max(self._sides, key=lambda side: side[3], default=None)
        if out is not None and out[3] > 0:
            text = ngettext(
                "%(count)s enemy put out of action in one battle",
                "%(count)s enemies put out of action in one battle",
                out[3],
            )
            rows.append([text % {"count": out[3]}, out[0], out[1]])
        return rows

    def graves(self) -> list[Row]:
        """Return the dead with their rank, warband, experience, and how they fell; those who had seen most first."""
        dead = [one for one in self._people if one.standing == Standing.DEAD]
        return [[one.name, self._title(one), one.warband.name, str(one.lifetime), self._fate(one)] for one in dead]

    def _title(self, one: Character) -> str:
        return f"{wording.rank_name(one.rank)} · {wording.marked_race(one.race, self._catalogue)}"

    def _fate(self, one: Character) -> str:
        death = self._deaths.get(Who(one.warband.key, one.number))
        if death is None:
            return ""
        by = self._by_who.get(death.by) if death.by is not None else None
        if by is None:
            return death.battle
        return _("%(battle)s: felled by %(name)s (%(warband)s)") % {
            "battle": death.battle,
            "name": by.name,
            "warband": by.warband.name,
        }


def _reports(campaign: Campaign) -> Iterable[tuple[str, Report]]:
    """Yield the title and the report that stands of every battle that counts, in the order they were confirmed."""
    latest = BattleReport.objects.filter(battle=OuterRef("pk")).order_by("-pk")
    fought = campaign.battles.filter(state=BattleState.CONFIRMED, journaled=True).order_by("confirmed_at", "pk")
    rows: Iterable[tuple[str, Mapping[str, Any] | None]]
    rows = fought.annotate(reported=Subquery(latest.values("data")[:1])).values_list("title", "reported")
    for title, data in rows:
        yield title, msgspec.convert(data or {}, Report)
