"""Changing a warband's past: steps struck out, put in and revived, and all that followed lived through anew.

Nothing is rewritten in its truth: a step that no longer holds stays in the journal, struck out, and what takes its
place is a row of its own. Only what rows tell (events, the treasury before and after) follows the corrected past.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from club.models import Member
from club.operations import Refused, bring_up_to_date
from engines.core.problems import Illegal
from engines.musg import journal
from engines.musg.corrections.run import replay
from engines.musg.corrections.timeline import Act, Strike, Timeline
from engines.musg.entries import AnyEntry, Recover
from engines.musg.warband import Warband as Roster
from rosters import reading_copy
from rosters.models import ExperienceGain, InjuryRoll, JournalEntry, Warband
from rosters.models.journal import SPACING
from rosters.operations import lock, standing, tell, undo_last
from rosters.provenance import mark
from rosters.wording import refusal, told

Follower = Callable[[Warband, Roster, Roster], None]
_FOLLOWERS: Final[list[Follower]] = []
SETTLED: Final = frozenset({"fight", "recover", "muster"})
"""What ends the time in which a player may take single steps back."""


class Addition(Struct, frozen=True):
    """A step that a correction puts into the past. ``at``: when it should have been made."""

    entry: AnyEntry
    at: dt.datetime
    author: Member | None


class Amended(Struct, frozen=True):
    """What became of the journal's rows: their primary keys."""

    struck: tuple[int, ...]
    added: tuple[int, ...]


def on_amended(follower: Follower) -> Follower:
    """Let another room follow a changed past: it is given the warband, its state before and after."""
    if follower not in _FOLLOWERS:
        _FOLLOWERS.append(follower)
    return follower


def amend_locked(
    *, locked: Warband, lines: Sequence[JournalEntry | Addition], by: Member | None, follow: bool = True
) -> Amended:
    """Give a warband that this transaction has locked another journal: rows that stand or stood, and additions.

    What is not among the ``lines`` is struck out. Raises ``Refused`` if the journal does not hold.
    """
    rows = [line for line in lines if isinstance(line, JournalEntry)]
    kept = {row.pk for row in rows}
    struck = [row for row in standing(locked) if row.pk not in kept]
    now = timezone.now()
    for row in struck:
        row.undone_at, row.undone_by = now, by
    revived = [row for row in rows if row.struck]
    for row in revived:
        row.undone_at = row.undone_by = None
    before, locked.version = locked.roster, locked.version + 1
    journals = _placed(locked, lines, struck)
    after, afters = _lived(locked, journals)
    added = [row for row in journals if row.pk is None]
    JournalEntry.objects.bulk_update([*struck, *revived], ["undone_at", "undone_by"])
    JournalEntry.objects.bulk_update([r for r in journals if r.pk], ["place", "events", "before", "after"])
    JournalEntry.objects.bulk_create(added)
    locked.write(after)
    locked.save()
    _write_copy(locked, before, after, afters)
    for follower in _FOLLOWERS if follow else ():
        follower(locked, before, after)
    return Amended(tuple(row.pk for row in struck), tuple(row.pk for row in added))


def _placed(
    locked: Warband, lines: Sequence[JournalEntry | Addition], struck: Sequence[JournalEntry]
) -> list[JournalEntry]:
    """Return the rows of the new journal, each with its place: an addition stands after what it replaces."""
    made = [line if isinstance(line, JournalEntry) else _row(locked, line) for line in lines]
    low, position = 0, 0
    while position < len(made):
        if made[position].pk is not None:
            low, position = made[position].place, position + 1
            continue
        end = next((n for n in range(position, len(made)) if made[n].pk is not None), len(made))
        if end == len(made):
            for row in made[position:end]:
                row.place = row.number * SPACING
            break
        high = made[end].place
        low = max([low, *(row.place for row in struck if low < row.place < high)])
        step = (high - low) // (end - position + 1)
        if not step:
            return _spread(made, struck)
        for count, row in enumerate(made[position:end], start=1):
            row.place = low + step * count
        low, position = made[end - 1].place, end
    return made


def _spread(made: list[JournalEntry], struck: Sequence[JournalEntry]) -> list[JournalEntry]:
    """Place all anew: between two steps there was no room left."""
    for count, row in enumerate(made, start=1):
        row.place = count * SPACING
    JournalEntry.objects.filter(pk__in=[row.pk for row in struck]).update(place=0)
    return made


def _row(locked: Warband, addition: Addition) -> JournalEntry:
    locked.version += 1
    return JournalEntry(
        warband=locked,
        number=locked.version,
        kind=str(addition.entry.__struct_config__.tag),
        data=journal.encode(addition.entry),
        author=addition.author,
        at=addition.at,
    )


def _lived(locked: Warband, rows: Sequence[JournalEntry]) -> tuple[Roster, list[tuple[Roster, JournalEntry]]]:
    """Replay the rows, so that each tells what it does now; return the state, and the states before aftermaths."""
    roster = journal.begin(locked.engine_setup)
    locked.brought = []
    afters = []
    for row in rows:
        try:
            change = journal.apply(roster, row.entry)
        except Illegal as illegal:
            raise refusal(illegal.problems, roster.catalogue, roster) from illegal
        if isinstance(row.entry, Recover):
            afters.append((roster, row))
        row.events = [journal.encode(event) for event in change.events]
        row.before, row.after = roster.treasury, change.warband.treasury
        if row.brought:
            locked.brought.append(mark(row.number, row.kind, roster, change.warband))
        roster = change.warband
    return roster, afters


def _write_copy(locked: Warband, before: Roster, after: Roster, afters: Sequence[tuple[Roster, JournalEntry]]) -> None:
    InjuryRoll.objects.filter(character__warband=locked).delete()
    ExperienceGain.objects.filter(character__warband=locked).delete()
    reading_copy.write(locked, before, after)
    for then, row in afters:
        if isinstance(row.entry, Recover):
            reading_copy.write_aftermath(locked, then, row.entry, row.number)


# One's own steps of the present camp


def own_steps(rows: Sequence[JournalEntry], member: Member) -> set[int]:
    """Return the numbers of the steps that ``member`` may take back, of rows in the journal's order, latest first.

    They are the member's own since the last battle, and rolled no dice.
    """
    found = set()
    for row in rows:
        if row.struck:
            continue
        if row.kind in SETTLED:
            break
        if row.author_id == member.pk and row.entry.can_be_undone:
            found.add(row.number)
    return found


@transaction.atomic
def take_back(*, warband: Warband, number: int, author: Member, version: int | None = None) -> JournalEntry:
    """Take back one of the author's own steps since the last battle, not only the last; return the struck row.

    Refused where a later step needs it, and says which.
    """
    locked = lock(warband, version)
    rows = standing(locked)
    row = next((row for row in rows if row.number == number), None)
    if row is None:
        raise Refused.because("nothing_to_undo", _("There is no step to take back."))
    if row.author_id != author.pk:
        raise Refused.because("not_your_step", _("Somebody else made this step; only they can undo it."))
    if number not in own_steps(rows[::-1], author):
        raise Refused.because(
            "step_stands", _("Dice were rolled for this step, or a battle followed: it cannot be undone.")
        )
    if row == rows[-1]:
        return undo_last(warband=warband, author=author, version=version)
    acts = tuple(Act(str(step.pk), locked.key, step.entry) for step in rows)
    result = replay(Timeline({locked.key: locked.engine_setup}, acts), [Strike(str(row.pk))])
    stands = {str(step.pk): step for step in rows}
    if result.refusals:
        raise Refused.because(
            "step_needed",
            _("This step cannot be undone yet: another depends on it (%(step)s). Undo that first.")
            % {"step": told(stands[result.refusals[0].ref].events, locked.catalogue)},
        )
    before = locked.roster
    lines: list[JournalEntry | Addition] = [
        stands[line.ref] if line.ref else Addition(line.entry, row.at, author) for line in result.journals[locked.key]
    ]
    amend_locked(locked=locked, lines=lines, by=author, follow=False)
    row.refresh_from_db()
    tell(locked, row, before, locked.roster)
    bring_up_to_date(warband, locked)
    return row
