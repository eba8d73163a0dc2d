"""Living through the past twice, as it was and as it should have been, and listing what comes out differently.

Every entry is made in both lives, in the same order. Figures and items keep their numbers: where an entry falls away a
``Struck`` entry passes over the numbers it gave, and what is new takes numbers beyond all that were ever given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from engines.core.dice import EnteredDice, Request
from engines.core.problems import Problem
from engines.musg import journal
from engines.musg.corrections import aspects, clashes, faces as dice
from engines.musg.corrections.aspects import Aspect, Key
from engines.musg.corrections.clashes import Attendance
from engines.musg.corrections.numbering import Given, Numbering, given_out
from engines.musg.corrections.outcome import (
    Attended,
    Difference,
    Fought,
    Keep,
    Line,
    Missing,
    Question,
    Refusal,
    Replayed,
)
from engines.musg.corrections.timeline import (
    Act,
    Clash,
    Edit,
    Face,
    Insert,
    InsertBattle,
    Replace,
    ReplaceReport,
    Strike,
    Timeline,
)
from engines.musg.entries import AnyEntry, Change, Decree, Fight, HireCharacter, Note, Recover, Struck
from engines.musg.report import Report, Who
from engines.musg.succession import character_for_hire
from engines.musg.warband import HIREABLE, Warband


def replay(
    timeline: Timeline,
    edits: Sequence[Edit],
    faces: Iterable[Face] = (),
    keeps: Collection[Keep] = (),
    *,
    attended: Iterable[Attended] = (),
    reason: str = "",
) -> Replayed:
    """Return what comes of the edits. ``faces`` are rolls made for the correction, or corrected themselves.

    ``keeps`` says what the referee's decree holds, for the ``reason``; ``attended`` who was at battles that only the
    corrected past lets them fight. Nothing is ever raised for what the rules forbid: it is listed. Raises ``Illegal``
    if the past itself does not hold.
    """
    return _Run(timeline, edits, faces, keeps, attended, reason).run()


class _Run:
    def __init__(
        self,
        timeline: Timeline,
        edits: Sequence[Edit],
        faces: Iterable[Face],
        keeps: Collection[Keep],
        attended: Iterable[Attended],
        reason: str,
    ) -> None:
        self.timeline = timeline
        self.reason = reason
        self.edits = {edit.ref: edit for edit in edits if not isinstance(edit, Insert | InsertBattle)}
        self.inserts: dict[tuple[str, str], list[Insert]] = {}
        self.forgotten: dict[str, list[InsertBattle]] = {}
        for edit in edits:
            if isinstance(edit, Insert):
                # Of what stands after a battle, each side has its own.
                self.inserts.setdefault((edit.warband, edit.after), []).append(edit)
            elif isinstance(edit, InsertBattle):
                self.forgotten.setdefault(edit.after, []).append(edit)
        self.faces: dict[str, dict[dice.RollKey, tuple[int, ...]]] = {}
        for face in faces:
            self.faces.setdefault(face.ref, {})[face.figure, face.reason, face.nth] = face.faces
        self.kept_acts = {keep.ref for keep in keeps if keep.ref}
        self.kept = {(keep.warband, keep.figure, keep.aspect) for keep in keeps if not keep.ref}
        self.word: dict[str, dict[Who, bool]] = {}
        for said in attended:
            self.word.setdefault(said.ref, {})[Who(said.warband, said.figure)] = said.fought
        self.questions: list[Question] = []
        self.old = {key: journal.begin(setup) for key, setup in timeline.setups.items()}
        self.new = dict(self.old)
        self.journals: dict[str, list[Line]] = {key: [] for key in self.old}
        self.waiting: dict[str, Missing] = {}
        self.since: dict[str, dict[Key, str]] = {key: {} for key in self.old}
        self.refusals: list[Refusal] = []
        self.held: dict[tuple[str, Key], Difference] = {}
        self.battles: dict[str, Fought | None] = {}
        self.numbers = Numbering(timeline)

    def run(self) -> Replayed:
        for warband in self.old:
            self._inserted(warband, "")
        self._fought("")
        for act in self.timeline.acts:
            if isinstance(act, Act):
                self._act(act)
                self._inserted(act.warband, act.ref)
            else:
                self._clash(act)
                for warband in act.fights:
                    self._inserted(warband, act.ref)
            self._fought(act.ref)
        for warband in self.old:
            if warband not in self.waiting:
                self._gap(warband, self.numbers.to_pass_over(warband, self.new[warband]))
        return Replayed(
            old=self.old,
            new=self.new,
            journals={key: tuple(lines) for key, lines in self.journals.items()},
            battles=self.battles,
            differences=tuple(self._differences()),
            refusals=tuple(self.refusals),
            missing=tuple(dict.fromkeys(self.waiting.values())),
            questions=tuple(self.questions),
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
        given = given_out(before, change.warband)
        if isinstance(edit, Strike):
            self._gap(warband, given)
        else:
            entry = edit.entry if isinstance(edit, Replace) else act.entry
            self._live(act, entry, Given(before, act.entry, given))
        self._settle(warband, act.ref)

    def _live(self, act: Act, entry: AnyEntry, old: Given) -> None:
        """Make the entry in the corrected life, or list why it cannot be. ``old`` is what stood in its place."""
        warband = act.warband
        against: list[Problem] = []
        try:
            if entry is old.entry:
                entry, against = self._fitted(act, entry, old.before)
        except dice.RollMissing as missing:
            self.waiting[warband] = Missing(act.ref, warband, missing.request, missing.nth)
            return
        if entry is not old.entry:
            entry = self.numbers.numbered(warband, self.new[warband], entry, old)
        found, change = journal.check(self.new[warband], entry)
        found = against or found
        if (found or change is None) and self._kept(act, entry, old.before, found):
            # Only now is it known how many numbers it takes.
            entry = self.numbers.numbered(warband, self.new[warband], entry, old) if entry is not old.entry else entry
            change = journal.apply(self.new[warband], entry)
        elif found:
            change = None
        if change is None:
            self._gap(warband, old.count)
            return
        taken = given_out(self.new[warband], change.warband)
        self._write(warband, act.ref, entry, change)
        self._gap(warband, (old.count[0] - taken[0], old.count[1] - taken[1]))

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
                if figure.standing in HIREABLE and character_for_hire(figure) == entry.character:
                    if key in self.waiting:
                        return entry, []
                    now = self.new[key].figure(figure.id)
                    if now is None or now.standing not in HIREABLE:
                        return entry, [Problem("never_left", None, {"name": entry.character.name})]
                    sheet = character_for_hire(now)
                    return (entry if sheet == entry.character else replace(entry, character=sheet)), []
        return entry, []

    def _inserted(self, warband: str, after: str) -> None:
        for edit in self.inserts.get((warband, after), ()):
            if warband not in self.waiting:
                nothing = Given(self.old[warband], Note(text=""), (0, 0))
                self._live(Act(edit.ref, warband, edit.entry), edit.entry, nothing)
                self._settle(warband, edit.ref)

    # One battle

    def _clash(self, clash: Clash) -> None:
        befores = {key: self.old[key] for key in clash.fights}
        changes = {key: journal.apply(befores[key], fight) for key, fight in clash.fights.items()}
        self.old |= {key: change.warband for key, change in changes.items()}
        if self._waits(clash.fights):
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

    def _fought(self, after: str) -> None:
        """Fight the battles that were forgotten here, each with its aftermaths."""
        for edit in self.forgotten.get(after, ()):
            if self._waits(edit.sides):
                continue
            befores = {key: self.old[key] for key in edit.sides}
            self._fight(Clash(edit.ref, edit.battle, edit.title, edit.report, {}), edit.report, befores)
            for key in edit.sides:
                if key not in self.waiting and self.battles.get(edit.ref) is not None:
                    entry = Recover(battle=edit.battle, faces=(), source=EnteredDice.source)
                    self._live(Act(edit.aftermath(key), key, entry), entry, Given(befores[key], entry, (0, 0)))
                self._settle(key, edit.ref)

    def _waits(self, sides: Collection[str]) -> bool:
        """Tell whether a side of a battle waits for a roll: then all do."""
        late = next((self.waiting[key] for key in sides if key in self.waiting), None)
        if late is not None:
            self.waiting |= {key: late for key in sides if key not in self.waiting}
        return late is not None

    def _fight(self, clash: Clash, report: Report, befores: Mapping[str, Warband]) -> None:
        fought, found = self._outcome(clash, report, befores)
        if any(problem.code == "activity_die" for problem in found) and self._asks_activity(clash, befores, found):
            return
        kept = False
        if found:
            fought, kept = self._kept_battle(clash, report, befores, found)
            about = str(found[0].params.get("warband", next(iter(befores))))
            can = kept or self._decrees(clash, report, befores, found) is not None
            self.refusals.append(Refusal(clash.ref, about, tuple(found), can, kept))
        self.battles[clash.ref] = fought
        if fought is None:
            return
        self._ask(clash, report, befores)
        for key, engagement in fought.engagements.items():
            fight = clash.fights.get(key)
            entry = fight if fight is not None and fight.engagement == engagement else Fight(engagement=engagement)
            self._write(key, clash.ref, entry, journal.apply(self.new[key], entry))

    def _ask(self, clash: Clash, report: Report, befores: Mapping[str, Warband]) -> None:
        """Ask of whom nobody knows whether they were there: a corrected past invents nobody's presence."""
        rosters = {key: self.new[key] for key in befores}
        known = self._attendance(clash, report, befores)
        for who in clashes.uncertain(rosters, report, known):
            figure = rosters[who.warband].figure(who.figure)
            name = figure.name if figure else ""
            self.questions.append(Question(clash.ref, who.warband, who.figure, name, known.word.get(who)))

    def _attendance(self, clash: Clash, report: Report, befores: Mapping[str, Warband]) -> Attendance:
        return clashes.attendance(befores, clash, report, self.word.get(clash.ref, {}))

    def _asks_activity(self, clash: Clash, sides: Collection[str], found: Sequence[Problem]) -> bool:
        for problem in found:
            warband = str(problem.params.get("warband", ""))
            if problem.code == "activity_die" and warband in sides:
                missing = Missing(clash.ref, warband, Request("d6", clashes.ACTIVITY + warband, problem.figure))
                self.waiting |= dict.fromkeys(sides, missing)
                return True
        return False

    def _outcome(
        self, clash: Clash, report: Report, befores: Mapping[str, Warband]
    ) -> tuple[Fought | None, list[Problem]]:
        rosters = {key: self.new[key] for key in befores}
        report = clashes.attended(rosters, report, self._attendance(clash, report, befores))
        return clashes.outcome(rosters, clash, report, self.faces.get(clash.ref, {}))

    # By decree

    def _kept(self, act: Act, entry: AnyEntry, before: Warband, found: Sequence[Problem]) -> bool:
        """List an entry that no longer holds; where it is wanted, make the decree after which it does."""
        plan = aspects.least_decree(self.new[act.warband], before, entry, found, self.reason)
        kept = act.ref in self.kept_acts and plan is not None
        self.refusals.append(Refusal(act.ref, act.warband, tuple(found), plan is not None, kept))
        if kept and plan is not None:
            self._write(act.warband, "", plan, journal.apply(self.new[act.warband], plan))
        return kept

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
        return self._outcome(clash, report, befores)[0], True

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
            fought = self._outcome(clash, report, befores)[0]
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


def _follows(entry: AnyEntry) -> bool:
    """Tell whether an entry may change although its own warband does not: who is hired comes from another one."""
    return isinstance(entry, HireCharacter)
