"""What may be done with packs: begun, written entry by entry or taken in whole, shared, published, copied, removed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

import tomli_w
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from msgspec import to_builtins
from msgspec.structs import replace

from club.models import Member
from club.operations import Check, Objection, Refused, Stale, for_update
from engines.core.problems import Problem
from engines.musg.packs import KINDS, Kind, Pack as Written, read, read_text, text_of
from engines.musg.packs.assembly import printed_codes
from engines.musg.packs.reading import CHARACTERS_MOST, VERSION_MOST
from rosters.models import Pack, PackVersion, SpentCode
from rosters.packs.rights import may_change, owns, readable
from rosters.wording.packs import pack_file_problem, pack_problem

PACKS_MOST: Final = 40
"""So many packs may a member have."""
CODE_MOST: Final = 30
EMPTY: Final = "pack_empty"

type Row = Mapping[str, Any]
type Document = dict[str, Any]


@transaction.atomic
def begin_pack(*, name: Any, about: Any = "", owner: Member) -> Pack:
    """Begin a pack in which nothing stands yet. Raises ``Refused``."""
    document = {"code": _free_pack_code(_plain(name)), "name": name, **({"about": about} if about else {})}
    return _begun(document, owner)


@transaction.atomic
def take_in(*, text: str, owner: Member) -> Pack:
    """Keep a pack that comes as a file. Raises ``Refused`` with all that is wrong with it.

    Where another pack of the club has its code already, it gets a free one: what it holds keeps its codes.
    """
    found = read_text(text)
    if found.pack is None:
        raise Refused(Objection(one.code, pack_file_problem(one), "text") for one in found.problems)
    pack = replace(found.pack, version=0, code=_free_pack_code(found.pack.code))
    return _begun(tomllib.loads(text_of(pack)), owner)


@transaction.atomic
def copy_pack(*, pack: Pack, owner: Member) -> Pack:
    """Begin a pack of one's own with all that stands in another. Raises ``Refused``."""
    if not readable(owner).filter(pk=pack.pk).exists():
        raise Refused.because("no_such_pack", _("This pack is no longer available."))
    document = _document(pack)
    document["code"] = _free_pack_code(pack.code)
    return _begun(document, owner)


@transaction.atomic
def describe_pack(*, pack: Pack, name: Any, about: Any, author: Member, check: Check | None = None) -> None:
    """Give a pack another name and another description. Raises ``Refused``, and what ``check`` raises."""
    locked = _locked(pack, author)
    if check is not None:
        check()
    document = _document(locked)
    document.pop("about", None)
    _write(
        locked,
        {**document, "name": name, **({"about": about} if about else {})},
        lambda problem: str(problem.params.get("item", "")),
    )


@transaction.atomic
def put_entry(
    *, pack: Pack, kind: Kind, row: Row, code: str = "", stands_for: str = "", author: Member, turn: int
) -> str:
    """Write an entry: a new one, or ``row`` in the place of the entry ``code``. Return its code.

    ``stands_for``: of the kinds that take a printed entry's place, whose. ``turn`` is that of the page it was typed on.
    Raises ``Refused`` with all that is wrong with it, the field of each being its word, ``Stale``.
    """
    locked = _locked(pack, author, turn)
    document = _document(locked)
    table = dict(document.get(kind.name, {}))
    if code and code not in table:
        raise Stale
    kept = code or stands_for or free_code(kind, document, _plain(row.get("name", "")))
    if not code and kept in table:
        raise Refused.because("pack_code_twice", _("The pack already has one of these. Change that one."), "stands_for")
    table[kept] = dict(row)

    def place(problem: Problem) -> str:
        here = (problem.params.get("kind"), problem.params.get("code")) == (kind.name, kept)
        return field_of(problem) if here else ""

    _write(locked, {**document, kind.name: table}, place)
    return kept


@transaction.atomic
def drop_entry(*, pack: Pack, kind: Kind, code: str, author: Member, turn: int) -> str:
    """Take an entry out, and return its name. Raises ``Refused`` where another entry needs it, ``Stale``."""
    locked = _locked(pack, author, turn)
    document = _document(locked)
    table = dict(document.get(kind.name, {}))
    if code not in table:
        raise Stale
    name = _plain(table.pop(code)["name"])
    _write(locked, {**document, kind.name: table}, lambda _problem: "")
    return name


@transaction.atomic
def share_pack(
    *, pack: Pack, editors: Collection[Member], shared: bool, author: Member, check: Check | None = None
) -> None:
    """Say who helps with a pack, and whether the whole club reads it. Raises ``Refused``, and what ``check`` raises."""
    locked = _locked(pack, author, owner=True)
    if check is not None:
        check()
    gone = [one.name for one in editors if not one.is_active]
    if gone:
        raise Refused.because("member_gone", _("%(name)s has no account here any more.") % {"name": gone[0]}, "editors")
    locked.shared = shared
    locked.save(update_fields=["shared", "changed"])
    locked.editors.set(one for one in editors if one.pk != locked.owner_id)


@transaction.atomic
def publish_pack(*, pack: Pack, note: str, author: Member, turn: int) -> PackVersion:
    """Publish a pack as it stands, as its next version. Raises ``Refused`` where it is as the last one, ``Stale``."""
    locked = _locked(pack, author, turn)
    found = locked.draft
    if found.pack is None:
        raise Refused(Objection(one.code, pack_problem(one)) for one in found.problems)
    last = locked.versions.first()
    number = last.number + 1 if last is not None else 1
    value = replace(found.pack, version=number)
    if last is not None and replace(value, version=last.number).mark == last.value.mark:
        raise Refused.because(
            "same_version", _("Nothing has changed since version %(number)s.") % {"number": last.number}
        )
    return PackVersion.objects.create(pack=locked, number=number, data=to_builtins(value), note=note.strip(), by=author)


@transaction.atomic
def remove_pack(*, pack: Pack, author: Member) -> None:
    """Remove a pack with its versions; campaigns that play with it carry what they need. Raises ``Refused``.

    A published version never changes, so nobody publishes another one under the code and number of one that is gone.
    """
    locked = _locked(pack, author, owner=True)
    if locked.versions.exists():
        SpentCode.objects.get_or_create(code=locked.code)
    locked.delete()


def free_code(kind: Kind, document: Document, name: str) -> str:
    """Return a code for a new entry, made of its name, that neither the book nor the pack has."""
    taken = set(printed_codes(kind.shelf))
    taken |= {code for other in KINDS.values() if other.shelf == kind.shelf for code in document.get(other.name, ())}
    return _free(_worded(name, kind.name.rstrip("s")), taken)


def field_of(problem: Problem) -> str:
    """Return the field of an entry's form that a problem belongs to: its word, with the column of a row."""
    word, cell = str(problem.params.get("item", "")), str(problem.params.get("cell", ""))
    return f"{word}__{cell}" if cell else word


def _begun(document: Document, owner: Member) -> Pack:
    if Pack.objects.filter(owner=owner).count() >= PACKS_MOST:
        raise Refused.because("too_many_packs", _("You have %(most)s packs already.") % {"most": PACKS_MOST}, "name")
    made = Pack(code=document["code"], owner=owner)
    _write(made, document, lambda problem: str(problem.params.get("item", "")))
    return made


def _write(pack: Pack, document: Document, place: Callable[[Problem], str]) -> None:
    """Keep a document that is valid, or holds nothing yet; raise ``Refused`` with all that is wrong with it."""
    tidy = {word: rows for word, rows in document.items() if rows != {}}
    found = read(tidy)
    wrong = [one for one in found.problems if one.code != EMPTY]
    if wrong:
        placed = [(one, place(one)) for one in wrong]
        raise Refused(Objection(one.code, pack_problem(one, placed=not at), at or None) for one, at in placed)
    if found.pack is not None:
        _refuse_length(found.pack)
    pack.text = tomli_w.dumps(tidy) if found.pack is None else text_of(found.pack)
    name = tidy["name"] if isinstance(tidy["name"], dict) else {"fr": tidy["name"]}
    pack.name, pack.name_en = (str(name.get(one) or name[other]) for one, other in (("fr", "en"), ("en", "fr")))
    pack.turn += 1
    pack.__dict__.pop("draft", None)
    pack.save()


def _refuse_length(pack: Written) -> None:
    """A file may be shorter than what is kept of it, which has to be read again, and so have its versions' files."""
    count = len(text_of(replace(pack, version=VERSION_MOST)))
    if count > CHARACTERS_MOST:
        raise Refused.because(
            "pack_long",
            _("Written out, the pack has %(count)s characters; the limit is %(most)s.")
            % {"count": count, "most": CHARACTERS_MOST},
        )


def _document(pack: Pack) -> Document:
    return tomllib.loads(pack.text)


def _locked(pack: Pack, author: Member, turn: int | None = None, *, owner: bool = False) -> Pack:
    locked = for_update(Pack.objects.filter(pk=pack.pk)).first()
    if locked is None or not (owns(author, locked) if owner else may_change(author, locked)):
        raise Refused.because("not_yours", _("You may not change this pack."))
    if turn is not None and turn != locked.turn:
        raise Stale
    return locked


def _free_pack_code(name: str) -> str:
    wanted = _worded(name, "pack")
    alike = {"code__startswith": wanted[: CODE_MOST - 4]}
    taken = {
        code
        for rows in (Pack.objects, SpentCode.objects)
        for code in rows.filter(**alike).values_list("code", flat=True)
    }
    return _free(wanted, taken)


def _free(wanted: str, taken: Iterable[str]) -> str:
    known = set(taken)
    numbered = (f"{wanted[: CODE_MOST - 4]}_{number}" for number in range(2, 1000))
    return next(code for code in (wanted, *numbered) if code not in known)


def _worded(name: str, instead: str) -> str:
    word = slugify(name).replace("-", "_")[:CODE_MOST].strip("_")
    return word if len(word) > 1 and word[0].isalpha() else instead


def _plain(name: Any) -> str:
    return str(name if isinstance(name, str) else name.get("fr") or name.get("en") or "") if name else ""
