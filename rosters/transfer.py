"""A warband as a file and as a copy: its setup and its journal, read back under the same rules.

A file holds neither notes nor anybody's name: who made a step, and what players wrote for themselves, stay here. It is
signed by this site. In a file that is not, what only a campaign or its referee writes is marked as brought from
elsewhere, and these marks go along with copies and exports (see ``rosters.provenance``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final
from unicodedata import is_normalized

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from club.models import Member
from club.operations import Objection, Refused
from club.visibility import Visibility
from engines.core import names
from engines.core.decoding import json_data
from engines.core.documents import TOLD_MOST
from engines.core.problems import Malformed
from engines.musg import journal, transfer
from engines.musg.catalogue import Catalogue
from engines.musg.entries import Accept, Adopt, AnyEntry, Entry, Fight, Muster, Note, Recover, Rename
from engines.musg.entries.adopt import left_out
from engines.musg.packs.house import told_with
from engines.musg.rules import Rules
from engines.musg.transfer import FileProblem, MalformedFile, WarbandFile
from engines.musg.warband import Warband as Roster
from rosters.models import Warband
from rosters.operations import create_warband
from rosters.provenance import Brought, foreseen
from rosters.wording import problem_sentence, refusal
from rosters.wording.files import fault_place, fault_sentence, step_of, step_place

BYTES_LIMIT: Final = 1_000_000
STEPS_LIMIT: Final = 2_000


class Opened(Struct, frozen=True):
    """A file that may be imported. ``left_out`` counts the steps of a battle whose aftermath was never rolled.

    ``brought`` are the positions of the steps to be marked as brought from elsewhere.
    """

    file: WarbandFile
    roster: Roster
    left_out: int
    brought: tuple[int, ...] = ()

    @property
    def steps(self) -> int:
        """How many journal entries come with it."""
        return len(self.file.journal)

    @property
    def marked(self) -> list[Brought]:
        """The steps to be marked, as they will be told to every reader."""
        return foreseen(self.file.setup, self.file.journal, self.brought)


def export_warband(warband: Warband) -> dict[str, Any]:
    """Return the warband as signed data for a JSON file, without notes, authors and undone steps."""
    taken = _without(_entries(warband), Note, Accept)
    return signed(transfer.write_file(warband.engine_setup, taken.entries, taken.brought))


def open_data(data: object) -> Opened:
    """Read an exported warband from JSON data; raise ``Refused`` with all that is wrong and where."""
    ours = isinstance(data, dict) and is_ours(data)
    _clean_names(data)
    try:
        file = transfer.read_file(data)
    except MalformedFile as malformed:
        raise _unreadable(malformed, data) from malformed
    if ours:
        return _opened(file)
    unwitnessed = (place for place, entry in enumerate(file.journal) if entry.needs_witness)
    return _opened(replace(file, brought=tuple(unwitnessed)), fresh=True)


def _clean_names(data: object) -> None:
    """Write every name in a file as it would be written here: whoever imports it did not type what nobody sees."""
    parts = [data]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            name = part.get("name")
            if isinstance(name, str) and (names.unseen(name) or not is_normalized("NFC", name)):
                part["name"] = names.cleaned(name)
            parts += part.values()
        elif isinstance(part, list):
            parts += part


def open_text(text: str | bytes) -> Opened:
    """Read the content of an uploaded or pasted file; raise ``Refused`` with all that is wrong and where."""
    if len(text) > BYTES_LIMIT:
        limit = {"size": len(text), "most": BYTES_LIMIT}
        raise Refused.because("file_large", _("The file has %(size)s bytes; the limit is %(most)s.") % limit)
    try:
        said = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Refused.because("file_not_text", _("This is not a text file in UTF-8, as exports are.")) from error
    try:
        data = json_data(said)
    except Malformed as fault:
        raise Refused.because("file_unreadable", fault_sentence(fault.message)) from fault
    return open_data(data)


def found_from(owner: Member, opened: Opened, visibility: str = Visibility.CLUB) -> Warband:
    """Found a new warband for ``owner`` from a file opened earlier."""
    return create_warband(
        owner=owner,
        setup=opened.file.setup,
        visibility=visibility,
        entries=opened.file.journal,
        brought=opened.brought,
    )


@transaction.atomic
def copy_warband(
    warband: Warband,
    owner: Member,
    name: str,
    rules: Rules | None = None,
    muster_only: bool = False,
    visibility: str = Visibility.CLUB,
) -> Warband:
    """Found a new warband for ``owner`` with the journal of another, under a ``name`` of its own.

    ``muster_only`` takes the steps up to the closing of the muster. ``rules`` replays under other options. Notes are
    copied to their own writer only. Raises ``Refused`` with every step that does not hold.
    """
    taken = _without(_entries(warband), Accept)
    if owner.pk != warband.owner_id:
        taken = _without(taken, Note)
    # The copy has had its own name from the start.
    taken = _Taken([(entry, brought) for entry, brought in taken if not _renames_warband(entry)])
    if muster_only:
        taken = _up_to_muster(taken)
    if rules is not None:
        # What its campaign adopted is that campaign's affair.
        taken = _without(taken, Adopt)
    setup = replace(warband.engine_setup, name=name, rules=rules or warband.engine_setup.rules)
    if wrong := journal.setup_problems(setup):
        raise refusal(wrong, _called(warband, setup.rules))
    opened = _opened(WarbandFile(setup, taken.entries, taken.brought), called=_called(warband, setup.rules))
    if rules is not None and (wrong := list(left_out(opened.roster))):
        raise refusal(wrong, setup.catalogue)
    return found_from(owner, opened, visibility)


def _called(warband: Warband, rules: Rules) -> Catalogue:
    """Return what a copy is told with that other rules refuse: what they do not know is called as it was before."""
    adopted = (entry.house for entry in _entries(warband).entries if isinstance(entry, Adopt))
    houses = (warband.engine_setup.rules.house, *adopted, rules.house)
    return told_with(house for house in houses if house)


def battle_waiting(warband: Warband) -> bool:
    """Tell whether an aftermath is still to be rolled, which no copy can do."""
    return warband.roster.engagement is not None


def file_name(warband: Warband, extension: str, part: str = "") -> str:
    """Return a name for a download that every system accepts; ``part`` says what of the warband it is."""
    name = slugify(warband.name)[:60] or f"warband-{warband.pk}"
    return f"{name}-{slugify(part)}.{extension}" if part else f"{name}.{extension}"


class _Taken(list[tuple[AnyEntry, bool]]):
    """Steps on their way into a file or a copy, each with whether it is marked as brought from elsewhere."""

    @property
    def entries(self) -> tuple[AnyEntry, ...]:
        return tuple(entry for entry, _brought in self)

    @property
    def brought(self) -> tuple[int, ...]:
        return tuple(place for place, (_entry, brought) in enumerate(self) if brought)


def _entries(warband: Warband) -> _Taken:
    rows = warband.journal.filter(undone_at=None).order_by("place").only("data", "brought")
    return _Taken((row.entry, row.brought) for row in rows)


def _without(taken: _Taken, *kinds: type[Entry]) -> _Taken:
    """Leave out some kinds: notes are their writer's, and an acceptance holds for the campaign that gave it."""
    return _Taken((entry, brought) for entry, brought in taken if not isinstance(entry, kinds))


def _renames_warband(entry: AnyEntry) -> bool:
    return isinstance(entry, Rename) and entry.figure is None


def _up_to_muster(taken: _Taken) -> _Taken:
    closed = next((place for place, (entry, _brought) in enumerate(taken) if isinstance(entry, Muster)), len(taken))
    return _Taken(taken[: closed + 1])


def _settled(entries: Sequence[AnyEntry]) -> Sequence[AnyEntry]:
    """Leave out a last battle whose aftermath was not rolled: only its own campaign could roll it."""
    for place in range(len(entries) - 1, -1, -1):
        if isinstance(entries[place], Recover):
            break
        if isinstance(entries[place], Fight):
            return entries[:place]
    return entries


def _opened(file: WarbandFile, *, fresh: bool = False, called: Catalogue | None = None) -> Opened:
    if len(file.journal) > STEPS_LIMIT:
        limit = {"steps": len(file.journal), "most": STEPS_LIMIT}
        raise Refused.because("file_long", _("The journal has %(steps)s steps; the limit is %(most)s.") % limit)
    settled = replace(file, journal=tuple(_settled(file.journal)))
    roster, found = transfer.open_file(settled, fresh=fresh)
    if found or roster is None:
        called = called or (roster or settled.setup).catalogue
        raise Refused(shown for _place, shown in _forbidden(found, called, roster, range(len(settled.journal))))
    brought = tuple(place for place in file.brought if place < len(settled.journal))
    return Opened(settled, roster, len(file.journal) - len(settled.journal), brought)


def _unreadable(malformed: MalformedFile, data: object) -> Refused:
    """List what cannot be read together with what the rules forbid in the rest, in the order of the file."""
    faults = [
        (
            step_of(fault.where),
            Objection("file_unreadable", f"{fault_place(fault.where)} {fault_sentence(fault.message)}".strip()),
        )
        for fault in malformed.faults
    ]
    told = sorted([*faults, *_forbidden_besides(data)], key=itemgetter(0))
    more = len(told) - TOLD_MOST
    if more > 0:
        told[TOLD_MOST:] = [(0, Objection("more", _("Problems not listed here: %(count)s.") % {"count": more}))]
    return Refused(shown for _place, shown in told)


def _forbidden_besides(data: object) -> list[tuple[int, Objection]]:
    """Judge the readable steps of a file that also holds unreadable ones."""
    if not isinstance(data, dict) or not isinstance(data.get("journal"), list) or len(data["journal"]) > STEPS_LIMIT:
        return []
    try:
        setup = journal.decode_setup(data.get("setup"))
    except Malformed:
        return []
    entries, places = [], []
    for place, one in enumerate(data["journal"]):
        with suppress(Malformed):
            entries.append(journal.decode_entry(one))
            places.append(place)
    roster, found = transfer.open_file(WarbandFile(setup, tuple(entries)), fresh=True)
    return _forbidden(found, setup.catalogue, roster, places)


def _forbidden(
    found: Iterable[FileProblem], catalogue: Catalogue, roster: Roster | None, places: Sequence[int]
) -> list[tuple[int, Objection]]:
    """Say what the rules forbid, each with its step; ``places`` are the steps' positions in the file."""
    said = []
    for one in found:
        place = -1 if one.position is None else places[one.position]
        where = step_place(None if one.position is None else place)
        for problem in one.problems:
            sentence = f"{where} {problem_sentence(problem, catalogue, roster)}"
            said.append((place, Objection(problem.code, sentence, None, problem.params)))
    return said


SIGNATURE: Final = "signature"
_SALT: Final = "rosters.transfer"


def signed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file's data with this site's signature: one's own export comes home without questions.

    It covers all that the file says, whatever the order of keys and the spaces between them. It is made with the site's
    secret key; after a change of keys, those in ``SECRET_KEY_FALLBACKS`` still tell the site's own files.
    """
    return {**data, SIGNATURE: Signer(salt=_SALT).signature(_canonical(data))}


def is_ours(data: Mapping[str, Any]) -> bool:
    """Tell whether this site wrote a file just as it is."""
    signature = data.get(SIGNATURE)
    if not isinstance(signature, str):
        return False
    signer = Signer(salt=_SALT)
    try:
        signer.unsign(f"{_canonical(data)}{signer.sep}{signature}")
    except BadSignature:
        return False
    return True


def _canonical(data: Mapping[str, Any]) -> str:
    """All but the signature, in plain ASCII: the same text for the same data."""
    return json.dumps({key: data[key] for key in data if key != SIGNATURE}, sort_keys=True, separators=(",", ":"))
