"""Living through the past twice, as it was and as it should have been, and listing what comes out differently.

Every entry is made in both lives, in the same order. Figures and items keep their numbers: where an entry falls away a
``Struck`` entry passes over the numbers it gave, and what is new takes numbers beyond all that were ever given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from engines.core.dice import Request
from engines.core.problems import Problem
from engines.musg import journal, report as reports
from engines.musg.corrections import aspects, faces as dice
from engines.musg.corrections.aspects import Aspect, Key
from engines.musg.corrections.outcome import Difference, Fought, Keep, Line, Missing, Refusal, Replayed
from engines.musg.corrections.timeline import (
    Act,
    Clash,
    Edit,
    Face,
    Insert,
    Replace,
    ReplaceReport,
    Strike,
    Timeline,
)
from engines.musg.entries import AnyEntry, Change, Decree, Fight, HireCharacter, Struck
from engines.musg.report import Report
from engines.musg.succession import character_for_hire
from engines.musg.warband import Standing, Warband

ACTIVITY: Final = "activity "
"""Why an erratic figure rolls before a battle; the warband's key follows."""


def replay(
    timeline: Timeline,
    edits: Sequence[Edit],
    faces: Iterable[Face] = (),
    keeps: Collection[Keep] = (),
    *,
    reason: str = "",
) -> Replayed:
    """Return what comes of the edits. ``faces`` are rolls made for the correction, or corrected themselves.

    ``keeps`` says what the referee's decree holds, for the ``reason``. Nothing is ever raised for what the rules
    forbid: it is listed. Raises ``Illegal`` if the past itself does not hold.
    """
    return _Run(timeline, edits, faces, keeps, reason).run()


class _Run:
    def __init__(
        self,
        timeline: Timeline,
        edits: Sequence[Edit],
        faces: Iterable[Face],
        keeps: Collection[Keep],
        reason: str,
    ) -> None:
        self.timeline = timeline
        self.reason = reason
        self.edits = {edit.ref: edit for edit in edits if not isinstance(edit, Insert)}
        self.inserts: dict[tuple[str, str], list[Insert]] = {}
        for edit in edits:
            if isinstance(edit, Insert):
                # Of what stands after a battle, each side has its own.
                self.inserts.setdefault((edit.warband, edit.after), []).append(edit)
        self.faces: dict[str, dict[dice.RollKey, tuple[int, ...]]] = {}
        for face in faces:
            self.faces.setdefault(face.ref, {})[face.figure, face.reason, face.nth] = face.faces
        self.kept_acts = {keep.ref for keep in keeps if keep.ref}
        self.kept = {(keep.warband, keep.figure, keep.aspect) for keep in keeps if not keep.ref}
        self.old = {key: journal.begin(setup) for key, setup in timeline.setups.items()}
        self.new = dict(self.old)
        self.journals: dict[str, list[Line]] = {key: [] for key in self.old}
        self.waiting: dict[str, Missing] = {}
        self.since: dict[str, dict[Key, str]] = {key: {} for key in self.old}
        self.refusals: list[Refusal] = []
        self.held: dict[tuple[str, Key], Difference] = {}
        self.battles: dict[str, Fought | None] = {}
        self.fresh: dict[str, tuple[int, int]] = {}

    def run(self) -> Replayed:
        for warband in self.old:
            self._inserted(warband, "")
        for act in self.timeline.acts:
            if isinstance(act, Act):
                self._act(act)
                self._inserted(act.warband, act.ref)
            else:
                self._clash(act)
                for warband in act.fights:
                    self._inserted(warband, act.ref)
        for warband in self.old:
            self._pass_over_fresh(warband)
        return Replayed(
            old=self.old,
            new=self.new,
            journals={key: tuple(lines) for key, lines in self.journals.items()},
            battles=self.battles,
            differences=tuple(self._differences()),
            refusals=tuple(self.refusals),
            missing=tuple(dict.fromkeys(self.waiting.values())),
        )

    # One entry

    def _act(self, act: Act) -> None:
        warband = act.warband
        before = self.old[warband]
        change = journal.apply(before, act.entry)
        self.old[warband] = change.warband
        if warband in self.waiting:
            return
        edit = self.edits.get(act.ref)
        if self.new[warband] is before and edit is None and act.ref not in self.faces and not _follows(act.entry):
            self._write(warband, act.ref, act.entry, change)
            return
        given = _numbers(before, change.warband)
        if isinstance(edit, Strike):
            self._gap(warband, given)
        else:
            entry = edit.entry if isinstance(edit, Replace) else act.entry
            self._live(act, entry, before, given, edited=entry is not act.entry)
        self._settle(warband, act.ref)

    def _live(self, act: Act, entry: AnyEntry, before: Warband, given: tuple[int, int], *, edited: bool) -> None:
        """Make the entry in the corrected life, or list why it cannot be."""
        warband = act.warband
        against: list[Problem] = []
        try:
            if edited:
                entry = self._numbered(warband, entry, act.entry, given)
            else:
                entry, against = self._fitted(act, entry, before)
        except dice.RollMissing as missing:
            self.waiting[warband] = Missing(act.ref, warband, missing.request, missing.nth)
            return
        found, change = journal.check(self.new[warband], entry)
        found = against or found
        if found or change is None:
            change = self._kept(act, entry, before, found)
        if change is None:
            self._gap(warband, given)
            return
        taken = _numbers(self.new[warband], change.warband)
        self._write(warband, act.ref, entry, change)
        self._gap(warband, (given[0] - taken[0], given[1] - taken[1]))

    def _numbered(self, warband: str, entry: AnyEntry, old: AnyEntry, given: tuple[int, int]) -> AnyEntry:
        """Return a new entry so numbered that nobody who came later is renumbered."""
        here = self.new[warband]
        _found, change = journal.check(here, replace(entry, numbers=UNSET))
        wants = _numbers(here, change.warband) if change else (0, 0)
        if not any(wants):
            return replace(entry, numbers=UNSET)
        if old.numbers is not UNSET:
            return replace(entry, numbers=old.numbers)
        if wants[0] <= given[0] and wants[1] <= given[1]:
            return replace(entry, numbers=UNSET)
        first = self.fresh.get(warband) or self._beyond(warband)
        self.fresh[warband] = (first[0] + wants[0], first[1] + wants[1])
        return replace(entry, numbers=first)

    def _beyond(self, warband: str) -> tuple[int, int]:
        """Return the first numbers that the old life never gave out."""
        state = journal.begin(self.timeline.setups[warband])
        for act in self.timeline.acts:
            if isinstance(act, Clash) or act.warband == warband:
                entry = act.fights.get(warband) if isinstance(act, Clash) else act.entry
                state = journal.apply(state, entry).warband if entry is not None else state
        return state.next_figure, state.next_item

    def _fitted(self, act: Act, entry: AnyEntry, before: Warband) -> tuple[AnyEntry, list[Problem]]:
        """Return the entry as the corrected circumstances make it: other rolls, another sheet of who is hired."""
        here = self.new[act.warband]
        if isinstance(entry, HireCharacter):
            return self._hired(act, entry)
        if not dice.has_dice(entry) or (here is before and act.ref not in self.faces):
            return entry, []
        known = dice.keyed(dice.rolls_of(before, entry)) | self.faces.get(act.ref, {})
        return dice.rolled_anew(here, entry, known), []

    def _hired(self, act: Act, entry: HireCharacter) -> tuple[AnyEntry, list[Problem]]:
        """Who is hired is a person: with the sheet they have when they are hired, and only if they left at all."""
        for key, state in self.old.items():
            for figure in state.figures:
                if figure.standing is Standing.FOR_HIRE and character_for_hire(figure) == entry.character:
                    if key in self.waiting:
                        return entry, []
                    now = self.new[key].figure(figure.id)
                    if now is None or now.standing is not Standing.FOR_HIRE:
                        return entry, [Problem("never_left", None, {"name": entry.character.name})]
                    sheet = character_for_hire(now)
                    return (entry if sheet == entry.character else replace(entry, character=sheet)), []
        return entry, []

    def _inserted(self, warband: str, after: str) -> None:
        for edit in self.inserts.get((warband, after), ()):
            if warband not in self.waiting:
                act = Act(edit.ref, warband, edit.entry)
                self._live(act, edit.entry, self.old[warband], (0, 0), edited=True)
                self._settle(warband, edit.ref)

    # One battle

    def _clash(self, clash: Clash) -> None:
        befores = {key: self.old[key] for key in clash.fights}
        changes = {key: journal.apply(befores[key], fight) for key, fight in clash.fights.items()}
        self.old |= {key: change.warband for key, change in changes.items()}
        late = next((self.waiting[key] for key in clash.fights if key in self.waiting), None)
        if late is not None:
            self.waiting |= {key: late for key in clash.fights if key not in self.waiting}
            return
        edit = self.edits.get(clash.ref)
        same = all(self.new[key] is before for key, before in befores.items())
        if same and edit is None:
            for key, change in changes.items():
                self._write(key, clash.ref, clash.fights[key], change)
            return
        if not isinstance(edit, Strike):
            self._fight(clash, edit.report if isinstance(edit, ReplaceReport) else clash.report, befores)
        else:
            self.battles[clash.ref] = None
        for key in clash.fights:
            self._settle(key, clash.ref)

    def _fight(self, clash: Clash, report: Report, befores: Mapping[str, Warband]) -> None:
        known = self.faces.get(clash.ref, {})
        fought, found = self._outcome(clash, report, known)
        if any(problem.code == "activity_die" for problem in found) and self._asks_activity(clash, found):
            return
        kept = False
        if found:
            fought, kept = self._kept_battle(clash, report, befores, found)
            about = str(found[0].params.get("warband", next(iter(clash.fights))))
            can = kept or self._decrees(clash, report, befores, found) is not None
            self.refusals.append(Refusal(clash.ref, about, tuple(found), can, kept))
        self.battles[clash.ref] = fought
        if fought is None:
            return
        for key, engagement in fought.engagements.items():
            fight = clash.fights[key]
            entry = fight if fight.engagement == engagement else Fight(engagement=engagement)
            self._write(key, clash.ref, entry, journal.apply(self.new[key], entry))

    def _asks_activity(self, clash: Clash, found: Sequence[Problem]) -> bool:
        for problem in found:
            warband = str(problem.params.get("warband", ""))
            if problem.code == "activity_die" and warband in clash.fights:
                missing = Missing(clash.ref, warband, Request("d6", ACTIVITY + warband, problem.figure))
                self.waiting |= dict.fromkeys(clash.fights, missing)
                return True
        return False

    def _outcome(
        self, clash: Clash, report: Report, known: Mapping[dice.RollKey, tuple[int, ...]] | None = None
    ) -> tuple[Fought | None, list[Problem]]:
        """Return how the battle comes out between the rosters as they are now, or all that speaks against it."""
        rosters = {key: self.new[key] for key in clash.fights}
        report = fitted(rosters, report)
        rolled = {
            f"{reason.removeprefix(ACTIVITY)}:{number}": faces[0]
            for (number, reason, _nth), faces in (known or {}).items()
            if reason.startswith(ACTIVITY)
        }
        if rolled:
            report = replace(report, activity={**rolled, **report.activity})
        found = _problems(rosters, report)
        if found:
            return None, found
        engagements = reports.engagements(rosters, report, battle=clash.battle, title=clash.title)
        for key, engagement in engagements.items():
            found += journal.problems(rosters[key], Fight(engagement=engagement))
        if found:
            return None, found
        return Fought(report, reports.result(rosters, report), engagements), []

    # By decree

    def _kept(self, act: Act, entry: AnyEntry, before: Warband, found: Sequence[Problem]) -> Change | None:
        """List an entry that no longer holds; return what it does if a decree that makes it hold is wanted."""
        plan = self._decree_for(act.warband, entry, before, found)
        kept = act.ref in self.kept_acts and plan is not None
        self.refusals.append(Refusal(act.ref, act.warband, tuple(found), plan is not None, kept))
        if not kept or plan is None:
            return None
        self._write(act.warband, "", plan, journal.apply(self.new[act.warband], plan))
        return journal.apply(self.new[act.warband], entry)

    def _decree_for(self, warband: str, entry: AnyEntry, before: Warband, found: Sequence[Problem]) -> Decree | None:
        """Return the least decree after which the entry holds again, or ``None``."""
        here = self.new[warband]
        for plan in self._plans(here, before, found):
            _against, change = journal.check(here, plan)
            if change is not None and journal.can_apply(change.warband, entry):
                return plan
        return None

    def _plans(self, here: Warband, before: Warband, found: Sequence[Problem]) -> Iterator[Decree]:
        """Yield decrees from small to large: the missing points, one thing, one figure, all."""
        for problem in found:
            if problem.code == "too_expensive":
                missing = int(problem.params["needs"]) - int(problem.params["has"])
                yield Decree(reason=self.reason, treasury=missing)
        keys = [key for key in aspects.differing(before, here) if aspects.can_be_kept(before, key)]
        groups = [[key] for key in keys]
        groups += [[key for key in keys if key.figure == number] for number in {key.figure: 0 for key in keys}]
        for group in [*groups, keys]:
            plan = aspects.decree(before, here, group, self.reason)
            if plan is not None:
                yield plan

    def _kept_battle(
        self, clash: Clash, report: Report, befores: Mapping[str, Warband], found: Sequence[Problem]
    ) -> tuple[Fought | None, bool]:
        if clash.ref not in self.kept_acts:
            return None, False
        decrees = self._decrees(clash, report, befores, found)
        if decrees is None:
            return None, False
        for key, plan in decrees.items():
            self._write(key, "", plan, journal.apply(self.new[key], plan))
        return self._outcome(clash, report, self.faces.get(clash.ref))[0], True

    def _decrees(
        self, clash: Clash, report: Report, befores: Mapping[str, Warband], found: Sequence[Problem]
    ) -> dict[str, Decree] | None:
        """Return the decrees by warband after which a battle can have been fought: those named, else everybody."""
        named = {(str(p.params.get("warband", "")), p.figure) for p in found}
        for everybody in (False, True):
            now = dict(self.new)
            plans = {}
            for key, before in befores.items():
                keys = [k for k in aspects.differing(before, now[key]) if everybody or (key, k.figure) in named]
                plan = aspects.decree(before, now[key], keys, self.reason)
                change = journal.check(now[key], plan)[1] if plan else None
                if plan is not None and change is not None:
                    plans[key] = plan
                    self.new[key] = change.warband
            fought = self._outcome(clash, report, self.faces.get(clash.ref))[0]
            self.new = now
            if fought is not None:
                return plans
        return None

    def _settle(self, warband: str, ref: str) -> None:
        """See in what the two lives differ now, and since when; hold by decree what is to stay as it was."""
        if warband in self.waiting:
            return
        old, new = self.old[warband], self.new[warband]
        keys = list(aspects.differing(old, new))
        held = [k for k in keys if (warband, k.figure, k.aspect) in self.kept and aspects.can_be_kept(old, k)]
        stash = Key(None, Aspect.STASH)
        # What somebody lays down by decree would lie in a stash that is to stay as it was.
        laid = any(k.aspect is Aspect.GEAR for k in held) and (warband, *stash) in self.kept and stash not in held
        plan = aspects.decree(old, new, [*held, stash] if laid else held, self.reason)
        change = journal.check(new, plan)[1] if plan else None
        if plan is not None and change is not None:
            for key in held:
                self.held.setdefault((warband, key), self._difference(warband, key, ref, kept=True))
            self._write(warband, "", plan, change)
            keys = list(aspects.differing(old, self.new[warband]))
        known = self.since[warband]
        self.since[warband] = {key: known.get(key, ref) for key in keys}
        if self.new[warband] == old:
            self.new[warband] = old

    def _differences(self) -> Iterator[Difference]:
        yield from self.held.values()
        for warband, known in self.since.items():
            if warband not in self.waiting:
                for key, ref in known.items():
                    if (warband, key) not in self.held:
                        yield self._difference(warband, key, ref)

    def _difference(self, warband: str, key: Key, ref: str, *, kept: bool = False) -> Difference:
        old, new = self.old[warband], self.new[warband]
        figure = (old.figure(key.figure) or new.figure(key.figure)) if key.figure is not None else None
        return Difference(
            warband=warband,
            key=key,
            name=figure.name if figure else old.name,
            before=aspects.value(old, key),
            after=aspects.value(new, key),
            since=ref,
            can_be_kept=aspects.can_be_kept(old, key),
            kept=kept,
        )

    # Writing

    def _write(self, warband: str, ref: str, entry: AnyEntry, change: Change) -> None:
        self.journals[warband].append(Line(ref, entry, self.new[warband], change))
        self.new[warband] = change.warband

    def _gap(self, warband: str, count: tuple[int, int]) -> None:
        if any(count):
            gap = Struck(figures=count[0], items=count[1])
            self._write(warband, "", gap, journal.apply(self.new[warband], gap))

    def _pass_over_fresh(self, warband: str) -> None:
        """Once all is lived through, nobody gets the numbers again that newcomers to the past got."""
        if warband in self.fresh and warband not in self.waiting:
            figures, items = self.fresh[warband]
            new = self.new[warband]
            self._gap(warband, (max(0, figures - new.next_figure), max(0, items - new.next_item)))


def fitted(rosters: Mapping[str, Warband], report: Report) -> Report:
    """Return a report without those absent who are with their warband no more; a referee's correction gives leave."""
    absent = tuple(
        who
        for who in report.absent
        if (warband := rosters.get(who.warband)) and (figure := warband.figure(who.figure)) and figure.active
    )
    leave = tuple(dict.fromkeys((*report.leave, *reports.needing_leave(rosters))))
    if absent == report.absent and leave == report.leave:
        return report
    return replace(report, absent=absent, leave=leave)


def _problems(rosters: Mapping[str, Warband], report: Report) -> list[Problem]:
    """Return what speaks against a battle: the report's faults, and a warband that still has another to get over."""
    waiting = [
        Problem("aftermath_waiting", None, {"title": warband.engagement.title, "warband": key})
        for key, warband in rosters.items()
        if warband.engagement is not None
    ]
    return waiting or reports.problems(rosters, report)


def _numbers(before: Warband, after: Warband) -> tuple[int, int]:
    """How many numbers of figures and of items were given out."""
    return after.next_figure - before.next_figure, after.next_item - before.next_item


def _follows(entry: AnyEntry) -> bool:
    """Tell whether an entry may change although its own warband does not: who is hired comes from another one."""
    return isinstance(entry, HireCharacter)
