"""Sentences for what cannot be read in a warband's file, and for the places where it stands."""

from __future__ import annotations

import re
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, pgettext

_STEP: Final = re.compile(r"^\$\.journal\[(\d+)\]\.?(.*)$")

# What the readers of JSON say, as patterns, and what the page says instead.
_FAULTS: Final[tuple[tuple[re.Pattern[str], Promise | str], ...]] = tuple(
    (re.compile(pattern, re.DOTALL), sentence)
    for pattern, sentence in (
        (r"^not JSON: ", gettext_lazy("This is not a JSON file, or it was cut off or damaged.")),
        (r"^not a warband file: ", gettext_lazy("This is not a file of a warband exported from a site like this one.")),
        (
            r"^version (?P<a>.*) is not known; this site reads (?P<b>\d+)$",
            gettext_lazy("The file has the version %(a)s; this site reads version %(b)s."),
        ),
        (r"^larger than (?P<a>\d+) bytes$", gettext_lazy("The file is larger than %(a)s bytes.")),
        (r"^(?P<a>\d+) entries, (?P<b>\d+) at most$", gettext_lazy("%(a)s steps; the limit is %(b)s.")),
        (r"^(?P<a>\d+) adoptions, (?P<b>\d+) at most$", gettext_lazy("%(a)s changes of packs; the limit is %(b)s.")),
        (r"^a list of entries is expected$", gettext_lazy("A list of steps is missing.")),
        (r"^not part of the format$", gettext_lazy("This does not belong in such a file.")),
        (r"^Object missing required field `(?P<a>.*)`", gettext_lazy("“%(a)s” is missing.")),
        (r"^Object contains unknown field `(?P<a>.*)`", gettext_lazy("“%(a)s” does not belong here.")),
        (r"^Invalid enum value (?P<a>.*)$", gettext_lazy("%(a)s is not one of the possible values.")),
        (r"^Invalid value (?P<a>.*)$", gettext_lazy("%(a)s is not one of the possible values.")),
        (r"^Expected `(?P<a>.*)`, got `(?P<b>.*)`$", gettext_lazy("Expected %(a)s, found %(b)s.")),
    )
)
_KINDS: Final[dict[str, Promise | str]] = {
    "int": gettext_lazy("a whole number"),
    "float": gettext_lazy("a number"),
    "str": gettext_lazy("a text"),
    "bool": gettext_lazy("yes or no"),
    "array": gettext_lazy("a list"),
    "object": gettext_lazy("a group of values"),
    "null": gettext_lazy("nothing"),
}


def step_place(position: int | None) -> str:
    """Return where in the file: the step, counted from 1, or the setup for ``None``."""
    if position is None:
        return _("Setup:")
    return _("Step %(number)s:") % {"number": position + 1}


def fault_place(where: str) -> str:
    """Return the place a path such as ``$.journal[3].item`` leads to; nothing for the file as a whole."""
    step = _STEP.match(where)
    if step is not None:
        number, rest = int(step[1]) + 1, step[2]
        if rest:
            return _("Step %(number)s, %(field)s:") % {"number": number, "field": rest}
        return _("Step %(number)s:") % {"number": number}
    field = where.removeprefix("$").lstrip(".")
    if field.partition(".")[0] == "setup":
        rest = field.partition(".")[2]
        return _("Setup, %(field)s:") % {"field": rest} if rest else _("Setup:")
    return field + pgettext("after a name", ":") if field else ""


def step_of(where: str) -> int:
    """Return the position of the step a path leads to; -1 for what stands before all steps."""
    step = _STEP.match(where)
    return int(step[1]) if step is not None else -1


def fault_sentence(message: str) -> str:
    """Return what cannot be read, in the reader's language; a message nobody foresaw is shown as it is."""
    for pattern, sentence in _FAULTS:
        found = pattern.match(message)
        if found is not None:
            said = str(sentence % {name: _kinds(words) for name, words in found.groupdict().items()})
            return said[:1].upper() + said[1:]
    return message


def _kinds(words: str) -> str:
    """Name the kinds of values that stand in ``words``, such as ``int | null``."""
    kinds = words.split(" | ")
    if not all(kind in _KINDS for kind in kinds):
        return words
    return _(" or ").join(str(_KINDS[kind]) for kind in kinds)
