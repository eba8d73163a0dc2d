"""The past of a campaign as the rules engine relives it: all its warbands' journals and the reports of its battles."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.settings.operations import rules_of
from engines.musg.catalogue import Catalogue
from engines.musg.corrections.timeline import Act, Clash, Timeline
from engines.musg.entries import Adopt, Fight
from engines.musg.packs.house import told_with
from rosters.models import JournalEntry, Warband


class Past(Struct, frozen=True, dict=True):
    """What happened in a campaign. ``rows`` and ``battles`` are found by the refs the engine calls them by.

    Of a battle every warband has a row of its own: ``fights`` finds it by the battle's ref and the warband's key.
    """

    campaign: Campaign
    warbands: Mapping[str, Warband]
    journals: Mapping[str, list[JournalEntry]]
    battles: Mapping[str, Battle]

    @cached_property
    def rows(self) -> dict[str, JournalEntry]:
        """The rows that are acts of their own."""
        return {ref_of(row): row for rows in self.journals.values() for row in rows}

    @cached_property
    def catalogue(self) -> Catalogue:
        """What it is told with: what the campaign plays with now, and what former packs of its warbands brought."""
        rules = rules_of(self.campaign)
        begun = [warband.engine_setup.rules.house for warband in self.warbands.values()]
        steps = (row.entry for rows in self.journals.values() for row in rows if row.kind == "adopt")
        later = [step.house for step in steps if isinstance(step, Adopt)]
        former = list(dict.fromkeys(house for house in (*begun, *later) if house))
        return told_with([*former, *([rules.house] if rules.house else [])]) if former else rules.catalogue

    @cached_property
    def fights(self) -> dict[tuple[str, str], JournalEntry]:
        """The rows by which a battle stands in the journals."""
        found = {}
        for key, rows in self.journals.items():
            for row in rows:
                battle = self._by_key.get(row.entry.engagement.battle) if isinstance(row.entry, Fight) else None
                # The copy of a warband has the battles of its model in its journal, and fought none of them.
                if battle is not None and key in self._sides(ref_of_battle(battle)):
                    found[ref_of_battle(battle), key] = row
        return found

    @cached_property
    def _by_key(self) -> dict[str, Battle]:
        return {battle.key: battle for battle in self.battles.values()}

    @cached_property
    def timeline(self) -> Timeline:
        """Everything in one order: each journal's own, a battle when all its sides have come to it, else by date."""
        left = {key: deque(rows) for key, rows in self.journals.items()}
        heads = {ref_of(row): ref for (ref, _key), row in self.fights.items()}
        acts: list[Act | Clash] = []
        while any(left.values()):
            ready = [key for key, rows in left.items() if rows and self._is_ready(rows[0], left, heads)]
            # Every battle has stood in all journals at one moment: one of the heads is always ready.
            key = min(ready, key=lambda k: (left[k][0].at, left[k][0].pk))
            ref = heads.get(ref_of(left[key][0]))
            if ref is None:
                row = left[key].popleft()
                acts.append(Act(ref_of(row), key, row.entry))
            else:
                acts.append(self._clash(ref, left))
        return Timeline({key: warband.engine_setup for key, warband in self.warbands.items()}, tuple(acts))

    def _is_ready(self, row: JournalEntry, left: Mapping[str, deque[JournalEntry]], heads: Mapping[str, str]) -> bool:
        ref = heads.get(ref_of(row))
        return ref is None or all(left[key][0].pk == self.fights[ref, key].pk for key in self._sides(ref) if left[key])

    def _sides(self, ref: str) -> list[str]:
        return [side.warband.key for side in self.battles[ref].sides.all()]

    def _clash(self, ref: str, left: Mapping[str, deque[JournalEntry]]) -> Clash:
        battle = self.battles[ref]
        fights = {}
        for key in self._sides(ref):
            entry = left[key].popleft().entry
            if isinstance(entry, Fight):
                fights[key] = entry
        return Clash(ref, battle.key, battle.title, battle.reports.all()[0].report, fights)

    def battle_ref(self, row: JournalEntry, key: str) -> str:
        """Return the ref of the battle that a row stands for, or nothing."""
        return next((ref for (ref, k), found in self.fights.items() if k == key and found.pk == row.pk), "")

    def row(self, ref: str, key: str) -> JournalEntry | None:
        """Return the row of a warband that an act or a battle stands for."""
        return self.fights.get((ref, key)) or self.rows.get(ref)

    def fingerprint(self, keys: Iterable[str] | None = None) -> str:
        """Return what tells this past from any other: the versions of these warbands (all, if ``None``)."""
        wanted = self.warbands.keys() if keys is None else keys
        parts = [f"{key}:{self.warbands[key].version}" for key in sorted(wanted)]
        return hashlib.sha256("|".join(parts).encode()).hexdigest()[:32]


def past(campaign: Campaign, warbands: Iterable[Warband] | None = None) -> Past:
    """Read the past of a campaign, in five queries; ``warbands`` if the caller has locked them already."""
    if warbands is None:
        warbands = Warband.objects.filter(enlistment__campaign=campaign).select_related("owner").order_by("pk")
    known = {warband.key: warband for warband in warbands}
    keys = {warband.pk: key for key, warband in known.items()}
    journals: dict[str, list[JournalEntry]] = {key: [] for key in known}
    rows = JournalEntry.objects.filter(warband__in=keys, undone_at=None).order_by("warband", "place")
    for row in rows.select_related("author"):
        journals[keys[row.warband_id]].append(row)
    battles = campaign.battles.filter(state=BattleState.CONFIRMED).prefetch_related("reports", "sides__warband")
    told = {ref_of_battle(battle): battle for battle in battles.select_related("round")}
    found = Past(campaign, known, journals, told)
    stands = {
        ref: battle
        for ref, battle in told.items()
        if battle.reports.all() and all((ref, side.warband.key) in found.fights for side in battle.sides.all())
    }
    return found if len(stands) == len(told) else Past(campaign, known, journals, stands)


def ref_of(row: JournalEntry) -> str:
    """Return what corrections call a row of a journal."""
    return f"e{row.pk}"


def ref_of_battle(battle: Battle) -> str:
    """Return what corrections call a battle."""
    return f"b{battle.pk}"
