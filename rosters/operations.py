"""The one way a warband changes. Each operation verifies, locks the row, applies, records and writes the reading copy.

All run in one transaction: either everything is written or nothing is. A page that is out of date (``version``) is
refused with ``Stale``; what the rules forbid is refused with ``Refused`` and every reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Member
from club.operations import Refused, Stale, bring_up_to_date, for_update
from club.visibility import Visibility
from engines.core.problems import Illegal, Problem
from engines.musg import journal
from engines.musg.entries import AnyEntry, Change, Recover
from engines.musg.entries.base import NOTE_LIMIT, text_problems, unseen_problems
from engines.musg.warband import Setup, Warband as Roster
from rosters import reading_copy
from rosters.models import JournalEntry, Warband
from rosters.models.journal import SPACING
from rosters.provenance import mark
from rosters.wording import refusal

Listener = Callable[[Warband, JournalEntry, Roster, Roster], None]
_LISTENERS: Final[list[Listener]] = []
Follower = Callable[[Warband, Member | None, Roster, Roster], None]
_FOLLOWERS: Final[list[Follower]] = []
BECAUSE: Final = "because"
"""The field of a form in which somebody says why he does something for a player."""


def on_step(listener: Listener) -> Listener:
    """Let another room follow every step, undone ones included: it is given the warband, the row, before and after.

    It is called inside the transaction, once all is written; raising ``Refused`` takes the step back. An undone step
    is recognised by its struck row. Registering twice changes nothing.
    """
    if listener not in _LISTENERS:
        _LISTENERS.append(listener)
    return listener


def on_change(follower: Follower) -> Follower:
    """Let another room follow what becomes of a warband, however many steps are made at once.

    It is given the warband, whose doing it is, before and after, inside the transaction, once all is written.
    Registering twice changes nothing.
    """
    if follower not in _FOLLOWERS:
        _FOLLOWERS.append(follower)
    return follower


def tell_change(locked: Warband, author: Member | None, before: Roster, after: Roster) -> None:
    """Tell the other rooms what became of a warband."""
    for follower in _FOLLOWERS:
        follower(locked, author, before, after)


@transaction.atomic
def create_warband(
    *,
    owner: Member,
    setup: Setup,
    visibility: str = Visibility.CLUB,
    entries: Iterable[AnyEntry] = (),
    brought: Collection[int] = (),
    practice: bool = False,
) -> Warband:
    """Found a warband, with the steps of an imported or copied journal if there are any.

    ``brought`` are the positions, from 0, of the steps that are marked as brought from elsewhere. One for ``practice``
    counts nowhere.

    Raises ``Refused`` if the setup or a step is against the rules; then nothing is stored.
    """
    try:
        roster = journal.begin(setup)
    except Illegal as illegal:
        raise refusal(illegal.problems, setup.catalogue) from illegal
    if unseen := unseen_problems(setup.name):
        raise refusal(unseen, setup.catalogue)
    warband = Warband(owner=owner, visibility=visibility, setup=journal.encode(setup), practice=practice)
    warband.write(roster)
    warband.save()
    _record_all(warband, entries, owner, brought=brought)
    return warband


@transaction.atomic
def take_step(
    *, warband: Warband, entry: AnyEntry, author: Member | None, version: int | None = None, reason: str = ""
) -> JournalEntry:
    """Make one journal entry; return its row. The passed ``warband`` is brought up to date.

    Who takes a player's step in the player's place says why (``reason``); a referee's own entries say so themselves.
    Raises ``Stale`` when ``version`` is not the present one, ``Refused`` when the rules forbid the entry.
    """
    locked = lock(warband, version)
    if not entry.referee_only:
        must_say_why(locked, author, reason)
    row = record_locked(locked=locked, entry=entry, author=author, reason=reason)
    bring_up_to_date(warband, locked)
    return row


@transaction.atomic
def take_steps(
    *,
    warband: Warband,
    entries: Sequence[AnyEntry],
    author: Member | None,
    version: int | None = None,
    reason: str = "",
) -> list[JournalEntry]:
    """Make several entries, all or none; ``reason`` as for one."""
    locked = lock(warband, version)
    if not all(entry.referee_only for entry in entries):
        must_say_why(locked, author, reason)
    rows = _record_all(locked, entries, author, fresh=True, reason=_kept(locked, author, reason))
    bring_up_to_date(warband, locked)
    return rows


@transaction.atomic
def undo_last(*, warband: Warband, author: Member, version: int | None = None) -> JournalEntry:
    """Take back the author's last step; return the struck row.

    Refused when there is none, when somebody else made it, or when it rolled dice or settled a battle.
    """
    locked = lock(warband, version)
    row = last_entry(locked)
    if row is None:
        raise Refused.because("nothing_to_undo", _("There is no step to take back."))
    if row.author_id != author.pk:
        raise Refused.because("not_your_step", _("Somebody else made the last step; only they can undo it."))
    if not row.entry.can_be_undone:
        raise Refused.because("step_stands", _("The last step rolled dice or settled a battle: it cannot be undone."))
    row.undone_at, row.undone_by = timezone.now(), author
    row.save(update_fields=["undone_at", "undone_by"])
    before = locked.roster
    after = roster_at(locked)
    locked.write(after)
    locked.brought = [one for one in locked.brought if one["number"] != row.number]
    locked.version += 1
    locked.save()
    reading_copy.write(locked, before, after)
    tell(locked, row, before, after)
    tell_change(locked, author, before, after)
    bring_up_to_date(warband, locked)
    return row


@transaction.atomic
def change_visibility(*, warband: Warband, visibility: str, version: int | None = None) -> None:
    """Say who may read the warband."""
    locked = lock(warband, version)
    locked.visibility = Visibility(visibility).value
    locked.save(update_fields=["visibility", "changed"])
    warband.visibility = locked.visibility


@transaction.atomic
def rebuild(*, warband: Warband) -> None:
    """Write state and reading copy anew from setup and journal."""
    locked = lock(warband, None)
    rows = standing(locked)
    roster = journal.begin(locked.engine_setup)
    afters: list[tuple[Roster, JournalEntry]] = []
    locked.brought = []
    for row in rows:
        if isinstance(row.entry, Recover):
            afters.append((roster, row))
        before, roster = roster, journal.apply(roster, row.entry).warband
        if row.brought:
            locked.brought.append(mark(row.number, row.kind, before, roster))
    locked.write(roster)
    locked.save()
    reading_copy.write(locked, None, roster)
    for before, row in afters:
        if isinstance(row.entry, Recover):
            reading_copy.write_aftermath(locked, before, row.entry, row.number)
    bring_up_to_date(warband, locked)


def lock(warband: Warband, version: int | None) -> Warband:
    """Return the warband's row locked for this transaction; raise ``Stale`` if it has moved on."""
    locked = for_update(Warband.every.all()).get(pk=warband.pk)
    if version is not None and locked.version != version:
        raise Stale(
            _("This warband has changed since you opened it. Nothing was saved; look again and repeat your step.")
        )
    return locked


def lock_all(pks: Iterable[int]) -> list[Warband]:
    """Return the rows of these warbands locked for this transaction, always in the same order: no deadlocks."""
    return list(for_update(Warband.every.all()).filter(pk__in=list(pks)).order_by("pk"))


def record_locked(*, locked: Warband, entry: AnyEntry, author: Member | None, reason: str = "") -> JournalEntry:
    """Make one journal entry on a warband that this transaction has locked; raise ``Refused`` if it is forbidden.

    ``reason`` says why it is not the player who does it, if it is not; for the player's own steps it is not kept.
    """
    return _record_all(locked, [entry], author, fresh=True, reason=_kept(locked, author, reason))[0]


def _kept(locked: Warband, author: Member | None, reason: str) -> str:
    own = author is None or author.pk == locked.owner_id
    return "" if own else reason.strip()


def must_say_why(warband: Warband, author: Member | None, reason: str) -> None:
    """Refuse what somebody does for a player without saying why."""
    if author is not None and author.pk != warband.owner_id:
        found = [*text_problems(reason, BECAUSE, NOTE_LIMIT)]
        if not reason.strip():
            found.append(Problem("reason_missing", None, {"item": BECAUSE}))
        if found:
            raise refusal(found, warband.catalogue)


def last_entry(warband: Warband) -> JournalEntry | None:
    """Return the last step that stands."""
    return warband.journal.filter(undone_at=None).order_by("-place").first()


def standing(warband: Warband) -> list[JournalEntry]:
    """Return the steps that stand, in their order."""
    return list(warband.journal.filter(undone_at=None).order_by("place"))


def roster_at(warband: Warband, number: int | None = None) -> Roster:
    """Return the state after entry ``number`` (now, if ``None``), replayed from the journal; without undone steps."""
    rows = warband.journal.filter(undone_at=None).order_by("place")
    if number is not None:
        rows = rows.filter(place__lte=warband.journal.filter(number=number).values("place"))
    return journal.replay(warband.engine_setup, (row.entry for row in rows))


def _record_all(
    locked: Warband,
    entries: Iterable[AnyEntry],
    author: Member | None,
    *,
    fresh: bool = False,
    brought: Collection[int] = (),
    reason: str = "",
) -> list[JournalEntry]:
    """Apply the entries in order and write them together: an imported journal costs no more queries than one step."""
    founding = roster = locked.roster
    steps: list[tuple[Roster, JournalEntry, Roster]] = []
    for position, entry in enumerate(entries):
        try:
            change: Change = journal.apply(roster, entry, fresh=fresh)
        except Illegal as illegal:
            raise refusal(illegal.problems, roster.catalogue, roster) from illegal
        locked.version += 1
        row = _row(locked, entry, change, roster.treasury, author, reason)
        if position in brought:
            row.brought = True
            locked.brought.append(mark(row.number, row.kind, roster, change.warband))
        steps.append((roster, row, change.warband))
        roster = change.warband
    rows = [row for _before, row, _after in steps]
    locked.write(roster)
    locked.save()
    JournalEntry.objects.bulk_create(rows)
    reading_copy.write(locked, founding, roster)
    for before, row, after in steps:
        if isinstance(row.entry, Recover):
            reading_copy.write_aftermath(locked, before, row.entry, row.number)
        tell(locked, row, before, after)
    tell_change(locked, author, founding, roster)
    return rows


def _row(
    locked: Warband, entry: AnyEntry, change: Change, before: int, author: Member | None, reason: str
) -> JournalEntry:
    return JournalEntry(
        warband=locked,
        # The version counts every change, undoing included: no number is ever used twice.
        number=locked.version,
        place=locked.version * SPACING,
        kind=str(entry.__struct_config__.tag),
        data=journal.encode(entry),
        events=[journal.encode(event) for event in change.events],
        before=before,
        after=change.warband.treasury,
        author=author,
        reason=reason,
    )


def tell(locked: Warband, row: JournalEntry, before: Roster, after: Roster) -> None:
    """Tell the other rooms of a step that was made or taken back."""
    for listener in _LISTENERS:
        listener(locked, row, before, after)
