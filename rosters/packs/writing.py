"""An entry of a pack that is being written: its forms, what it began with, and what else it might begin with."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from club.access import MemberRequest, not_found
from club.words import words
from engines.musg.packs import Kind
from engines.musg.rules import Rules
from rosters.models import Pack
from rosters.packs.beginnings import Begun, Choices, Source, begun, catalogue_of, source, sources
from rosters.packs.fillings import Row
from rosters.packs.forms import EntryForm, StandsForForm
from rosters.packs.page import row_in, said

BOOK: Final = Rules().catalogue
"""In whose entries' places those of a pack may stand."""


class Writing(Struct, frozen=True):
    """An entry in its form. ``code`` is empty for a new one, and ``name`` then; ``stands``: whose place it takes.

    ``sources`` are the packs that a new one may be copied from, ``source`` is that which was chosen.
    """

    pack: Pack
    kind: Kind
    code: str
    name: str
    form: EntryForm
    stands: StandsForForm | None
    source: Source
    begun: Begun
    sources: list[tuple[str, Choices]]

    @property
    def beginnings(self) -> Choices:
        """What a new entry may begin with."""
        return self.source.choices(self.kind)

    @property
    def query(self) -> str:
        """What the form's address says of where it began."""
        said_of = {"of": self.source.code, "from": self.begun.code}
        return urlencode({name: value for name, value in said_of.items() if value and not self.code})

    @property
    def complete(self) -> bool:
        """Whether what was sent may be kept."""
        return self.form.is_valid() and (self.stands is None or self.stands.is_valid())

    @property
    def stands_for(self) -> str:
        """The printed entry whose place it takes."""
        return self.stands.cleaned_data["stands_for"] if self.stands is not None else ""


def writing(request: MemberRequest, pack: Pack, kind: Kind) -> Writing:
    """Return the entry that a page is about: that of ``?entry=``, or a new one that begins with ``?from=``, ``?of=``.

    404 for an entry that is not there, and for a pack that its reader may not read. What was typed is not lost
    because the pack it began with was closed meanwhile.
    """
    sent, here = (request.POST if request.method == "POST" else None), catalogue_of(pack)
    code = request.POST.get("code", request.GET.get("entry", ""))
    old = row_in(pack, kind, code) if code else None
    if code and old is None:
        not_found()
    found = source(request.user, pack, request.GET.get("of", ""))
    if found is None:
        found = Source("", here) if sent is not None else not_found()
    start = Begun("", old) if old is not None else begun(kind, found, request.GET.get("from", ""), here)
    return Writing(
        pack=pack,
        kind=kind,
        code=code,
        name=said(old["name"]) if old is not None else "",
        form=EntryForm(sent, kind=kind, catalogue=here, row=start.row, initial={"version": pack.turn}),
        stands=None if old is not None else _stands(kind, start.code, sent),
        source=found,
        begun=start,
        sources=[] if code else sources(request.user, pack),
    )


def _stands(kind: Kind, code: str, sent: Row | None) -> StandsForForm | None:
    printed = kind.printed(BOOK)
    if not kind.replaces and code not in printed:
        return None
    options = [(one, words(row.name)) for one, row in printed.items() if kind.replaces or one == code]
    initial = {"stands_for": code if kind.replaces else ""}
    return StandsForForm(sent, options=options, new=not kind.replaces, initial=initial)
