"""What a form of the evening sent, read by the engine's own types: not by what was offered when the page was made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol, cast

import msgspec
from django.utils.translation import gettext as _
from msgspec import Struct, inspect

from club.numbers import whole_number
from club.operations import Refused
from engines.musg.pocket.entries import KINDS, SITE, TYPED, RollEntry, encode

BY_KIND: Final[Mapping[str, Any]] = {str(one.__struct_config__.tag): one for one in KINDS}
BANDS_MOST: Final = 8
DICE: Final = ("die", "die1", "die2")


class Sent(Protocol):
    """A posted form: Django's ``QueryDict``."""

    def get(self, name: str, /) -> str | None: ...

    def getlist(self, name: str, /) -> list[str]: ...


class Asked(Struct, frozen=True):
    """An entry as data for the log, and whether the site rolls its dice."""

    data: dict[str, Any]
    by_site: bool


def parse_entry(sent: Sent) -> Asked:
    """Return the entry that was sent. Raises ``Refused`` for what is none."""
    made = BY_KIND.get(sent.get("kind") or "")
    if made is None:
        raise Refused.because("no_entry", _("Something is missing: choose it, then enter it again."))
    by_site = issubclass(made, RollEntry) and bool(sent.get("site"))
    about = cast(inspect.StructType, inspect.type_info(made))
    names = {field.name for field in about.fields}
    data: dict[str, Any] = {name: value for name in names if (value := (sent.get(name) or "").strip())}
    data.update(_special(sent, names))
    if "faces" in names:
        data["faces"], data["source"] = ([], SITE) if by_site else (_faces(sent), TYPED)
    try:
        return Asked(encode(msgspec.convert(data, made, strict=False)), by_site)
    except msgspec.ValidationError as error:
        raise Refused.because("no_entry", _("Something is missing: choose it, then enter it again.")) from error


def _special(sent: Sent, names: set[str]) -> dict[str, Any]:
    """Return the fields that a form sends in another shape than the engine's."""
    found: dict[str, Any] = {}
    by = sent.get("by") or ""
    if "number" in names and by:
        found["band"], _colon, found["number"] = by.partition(":")
    victim = sent.get("victim") or ""
    if "hurt" in names and victim:
        found["group"], dot, turns = victim.partition(".")
        if dot:
            found["hurt"] = turns
    if "order" in names:
        found["order"] = _order(sent)
    return found


def _order(sent: Sent) -> list[str]:
    """Return the bands in order: by their places, or the one that begins and then the other."""
    placed = [key for key in (sent.get(f"place{number}") for number in range(1, BANDS_MOST + 1)) if key]
    first = sent.get("order") or ""
    if not first:
        return placed
    others = [key for key in (sent.get("bands") or "").split() if key != first]
    return [first, *others]


def _faces(sent: Sent) -> list[int]:
    """Return the faces typed, in order; what is no number is left out, and the engine says that a die is missing."""
    typed = [value for name in DICE for value in sent.getlist(name)]
    return [face for face in (whole_number(value.strip()) for value in typed) if face is not None]
