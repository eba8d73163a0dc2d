"""The score log: entries added, taken back, put right, struck out, added late.

An entry added to the end is applied to the match as it stands when its turn comes, whatever the phone had seen: two
entries made at the same moment are both kept, unless the rules forbid the second. An entry that arrives twice, because
the phone never heard that it had arrived, is known by the id the phone gave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.matches import news
from campaigns.matches.models.match import Match, MatchCorrection, MatchEntry, MatchState
from campaigns.matches.operations.merging import tell_merged
from campaigns.matches.operations.recording import (
    STEP,
    bring_up_to_date,
    confirm_delay,
    lock_match,
    names_of,
    refuse_settled,
    save,
)
from campaigns.matches.operations.results import following, write_copy
from campaigns.matches.records import entries_of
from campaigns.matches.rights import is_slip, last_own
from campaigns.matches.scores import pad_of
from campaigns.matches.scores.refusals import refusal, refusing
from campaigns.matches.scores.replaying import entries_in_force, replay, replay_data, written
from club.models import Member
from club.operations import Refused
from engines.core.problems import Illegal
from engines.core.score import Changes, Entry, Replay, encode

REASON_LIMIT: Final = 300
CLIENT_ID_LIMIT: Final = 36
ENTRIES_MOST: Final = 2000
"""More than any match takes; beyond it something is wrong."""


class Added(Struct, frozen=True):
    """An entry in the log; ``new`` is false for one that had arrived before. ``log`` is the log with a new one."""

    row: MatchEntry
    new: bool
    log: Log | None = None


class Log(Struct, frozen=True):
    """All entries of a match as this transaction left them, in their order, and the replay of those in force."""

    entries: list[MatchEntry]
    replay: Replay[Any]


@transaction.atomic
def add_entry(
    *, match: Match, data: Mapping[str, Any], author: Member, client_id: str, seen: int | None = None
) -> Added:
    """Add an entry to the end of the log. Raises ``Refused`` with every reason the rules have against it.

    ``seen`` is given for an entry that waited on a phone: the number of the last one that it showed (``merging``).
    """
    if not 1 <= len(client_id) <= CLIENT_ID_LIMIT or not client_id.isprintable():
        raise Refused.because("client_id", _("This entry could be counted twice: reload the page and try again."))
    locked = lock_match(match)
    entries = entries_of(locked)
    known = next((row for row in entries if row.client_id == client_id), None)
    if known is not None:
        bring_up_to_date(match, locked)
        return Added(known, new=False)
    _refuse_unless_played(locked, entries)
    entry, rows = _read(locked, data), _in_force(entries)
    number = max((row.number for row in entries), default=0) + 1
    replayed = replay_data(locked, [*written(rows), (number, encode(entry))])
    _refuse_unless_it_holds(locked, replayed, number)
    position = (rows[-1].position if rows else 0) + STEP
    row = _store(locked, entry, author, client_id, number=number, position=position)
    _rewrite(locked, replayed)
    if seen is not None:
        tell_merged(locked, entries, author=author, seen=seen)
    bring_up_to_date(match, locked)
    return Added(row, True, Log(_in_order([*entries, row]), replayed))


@transaction.atomic
def undo_last(*, match: Match, author: Member) -> Log:
    """Take the author's own last entry back, without a word, and return the log without it.

    Refused when a later entry would not hold without it.
    """
    locked = lock_match(match)
    entries = entries_of(locked)
    _refuse_unless_played(locked, entries)
    rows = _in_force(entries)
    row = last_own(rows, author)
    if row is None:
        raise Refused.because("nothing_to_undo", _("You have no entry to take back."))
    before = replay(locked, rows)
    after = replay(locked, [other for other in rows if other.pk != row.pk], known=before)
    if pad_of(locked.game).game.changes(before, after).faults:
        raise Refused.because(
            "others_depend_on_it",
            _("Later entries depend on this one. Strike it out with a reason instead."),
        )
    row.struck = row.undone = True
    row.save(update_fields=["struck", "undone"])
    _rewrite(locked, after)
    bring_up_to_date(match, locked)
    return Log(entries, after)


@transaction.atomic
def correct_entry(
    *,
    match: Match,
    number: int,
    data: Mapping[str, Any],
    reason: str,
    author: Member,
    version: int | None = None,
    known: Log | None = None,
) -> MatchCorrection:
    """Put an old entry right. Everything after it is recomputed; entries that no longer hold are listed.

    Only a slip of the author's (``is_slip``) needs no reason, here and when an entry is struck out. The new entry
    itself must hold where it stands. A log ``known`` of the match as it was spares reading and playing it again, as for
    the other corrections. Raises ``Stale`` or ``Refused``.
    """
    locked = _lock_for_correction(match, version, author)
    rows = _in_force(_entries(match, locked, known))
    _refuse_without_reason(reason, needed=not is_slip(locked, rows, number, author))
    row = _row(rows, number)
    entry = _read(locked, data)
    corrected_log = [(r.number, encode(entry) if r.number == number else r.data) for r in rows]
    corrected = _correct(locked, row, rows, corrected_log, reason, author, after=encode(entry), known=known)
    bring_up_to_date(match, locked)
    return corrected


@transaction.atomic
def strike_entry(
    *,
    match: Match,
    number: int,
    reason: str,
    author: Member,
    version: int | None = None,
    known: Log | None = None,
) -> MatchCorrection:
    """Strike an entry out: it stays to be read and no longer counts. Raises ``Stale`` or ``Refused``."""
    locked = _lock_for_correction(match, version, author)
    rows = _in_force(_entries(match, locked, known))
    _refuse_without_reason(reason, needed=not is_slip(locked, rows, number, author))
    row = _row(rows, number)
    corrected_log = written(r for r in rows if r.number != number)
    corrected = _correct(locked, row, rows, corrected_log, reason, author, after=None, known=known)
    bring_up_to_date(match, locked)
    return corrected


@transaction.atomic
def insert_entry(
    *,
    match: Match,
    before: int,
    data: Mapping[str, Any],
    reason: str,
    author: Member,
    version: int | None = None,
    known: Log | None = None,
) -> MatchCorrection:
    """Add an entry that was forgotten, in front of entry number ``before``. Raises ``Stale`` or ``Refused``."""
    locked = _lock_for_correction(match, version, author)
    _refuse_without_reason(reason)
    rows = _in_force(_entries(match, locked, known))
    at = rows.index(_row(rows, before))
    entry = _read(locked, data)
    previous = rows[at - 1].position if at else 0
    if rows[at].position - previous < 2:
        _spread(locked)
        rows = entries_in_force(locked)
        previous = rows[at - 1].position if at else 0
    position = (previous + rows[at].position) // 2
    number = _next_number(locked)
    row = _store(locked, entry, author, f"late-{locked.version}", number=number, position=position)
    corrected_log = written([*rows[:at], row, *rows[at:]])
    corrected = _correct(locked, row, rows, corrected_log, reason, author, after=row.data, late=True, known=known)
    bring_up_to_date(match, locked)
    return corrected


def _entries(match: Match, locked: Match, known: Log | None) -> list[MatchEntry]:
    """Return all entries of a locked match: those that are known of this version of it, or read anew."""
    return known.entries if known is not None and match.version == locked.version else entries_of(locked)


def _read(locked: Match, data: Mapping[str, Any]) -> Entry[Any]:
    """Return an entry of this match's game; raise ``Refused`` if it is none."""
    pad = pad_of(locked.game)
    with refusing(pad):
        return pad.game.decode_entry(data)


def _refuse_unless_it_holds(locked: Match, replayed: Replay[Any], number: int) -> None:
    """Raise ``Refused`` with every reason the rules have against the entry of this number where it stands."""
    own = [problem for step in replayed.steps if step.id == number for problem in step.problems]
    if own:
        raise refusal(Illegal(own), pad_of(locked.game), names_of(locked), replayed.start.setup)


def _correct(
    locked: Match,
    row: MatchEntry,
    rows: Sequence[MatchEntry],
    corrected_log: Sequence[tuple[int, Any]],
    reason: str,
    author: Member,
    *,
    after: Any,
    late: bool = False,
    known: Log | None = None,
) -> MatchCorrection:
    """Compare the match before and after, refuse an entry that does not hold itself, write everything."""
    old = replay(locked, rows, known=known.replay if known is not None else None)
    new = replay_data(locked, corrected_log, known=old)
    _refuse_unless_it_holds(locked, new, row.number)
    changes = pad_of(locked.game).game.changes(old, new)
    correction = MatchCorrection.objects.create(
        match=locked,
        entry=row,
        before=None if late else row.data,
        after=after,
        reason=reason.strip(),
        author=author,
        changes=changes_as_data(changes),
        faults=[step.id for step in new.faults],
    )
    if after is None:
        row.struck = True
    else:
        row.data = after
    row.save(update_fields=["struck", "data"])
    was_live = locked.state == MatchState.LIVE
    with following(locked) as copies:
        _reopen_verdict(locked, ended=changes.outcome_after is not None, same=not changes.outcome_changed)
        write_copy(locked, new, copies)
        save(locked)
    if not was_live:  # at the table everybody sees it
        players = [seat.row.player.member_id for seat in copies.written[locked.pk]]
        seated = {member for member in players if member is not None}
        waits = locked.state == MatchState.FINISHED
        news.tell_players(locked, "match_corrected", by=author, waits=waits, to=seated)
    return correction


def changes_as_data(changes: Changes) -> list[dict[str, int]]:
    """Return what changed for each seat, as it is kept with the correction."""
    return [
        {
            "seat": one.seat,
            "points_before": one.total_before,
            "points_after": one.total_after,
            "place_before": one.place_before,
            "place_after": one.place_after,
        }
        for one in changes.seats
    ]


def _reopen_verdict(locked: Match, *, ended: bool, same: bool) -> None:
    """A result that was corrected waits for confirmation anew; one that is no end any more goes on being played.

    What the judge corrects in a confirmed match stays confirmed, as long as it is a result.
    """
    if not ended and locked.state != MatchState.LIVE:
        locked.state, locked.confirms_at = MatchState.LIVE, None
        locked.confirmed_at, locked.confirmed_how, locked.confirmed_by = None, "", None
        locked.code, locked.code_expires = "", None
    elif locked.state == MatchState.DISPUTED or (locked.state == MatchState.FINISHED and not same):
        locked.state = MatchState.FINISHED
        locked.confirms_at = timezone.now() + confirm_delay(locked)
        locked.code, locked.code_expires = "", None


def _rewrite(locked: Match, replayed: Replay[Any]) -> None:
    """Write the reading copy and the next version."""
    write_copy(locked, replayed)
    save(locked)


def _lock_for_correction(match: Match, version: int | None, author: Member) -> Match:
    locked = lock_match(match, version)
    refuse_settled(locked, author)
    return locked


def _refuse_without_reason(reason: str, *, needed: bool = True) -> None:
    if (needed and not reason.strip()) or len(reason) > REASON_LIMIT:
        raise Refused.because("reason", _("Say why, in at most 300 characters."), "reason")


def _refuse_unless_played(locked: Match, entries: Sequence[MatchEntry]) -> None:
    if locked.state != MatchState.LIVE:
        raise Refused.because(
            f"match_{locked.state}",
            _("This match is “%(state)s”: nothing more can be added to its log.")
            % {"state": locked.get_state_display()},
        )
    if len(entries) >= ENTRIES_MOST:
        raise Refused.because("log_full", _("This log is full."))


def _in_force(entries: Iterable[MatchEntry]) -> list[MatchEntry]:
    return [row for row in entries if not row.struck]


def _in_order(entries: Iterable[MatchEntry]) -> list[MatchEntry]:
    return sorted(entries, key=lambda row: (row.position, row.number))


def _row(rows: Sequence[MatchEntry], number: int) -> MatchEntry:
    for row in rows:
        if row.number == number:
            return row
    raise Refused.because("no_such_entry", _("This entry no longer counts: somebody struck it out or took it back."))


def _next_number(locked: Match) -> int:
    return int(locked.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def _store(
    locked: Match, entry: Entry[Any], author: Member, client_id: str, *, number: int, position: int
) -> MatchEntry:
    return MatchEntry.objects.create(
        match=locked, number=number, position=position, data=encode(entry), author=author, client_id=client_id
    )


def _spread(locked: Match) -> None:
    """Place all entries with room between them again."""
    rows = list(locked.entries.order_by("position", "number"))
    for place, row in enumerate(rows, start=1):
        row.position = place * STEP
    MatchEntry.objects.bulk_update(rows, ["position"])
