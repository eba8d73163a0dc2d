"""Acts of referees: what was done to a campaign outside its ordinary course, by whom and why, for all its readers.

An operation records its act inside its transaction. Each room registers the words for its codes, and whoever reads gets
the sentence in his own language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct

from campaigns.league.models import Campaign, RefereeAct
from club.access import User
from club.models import Member
from club.operations import Refused

REASON_LIMIT: Final = 2000

Words = str | Promise | Callable[[Mapping[str, Any]], str]
"""A sentence with ``%(name)s`` for each of its params, or a function that makes one of them."""
_WORDS: Final[dict[str, Words]] = {}


def register(words: Mapping[str, Words]) -> None:
    """Let there be acts of these codes. Registering twice changes nothing."""
    for code, wording in words.items():
        if _WORDS.setdefault(code, wording) is not wording:
            raise ValueError(f"act {code!r} has other words already")


def codes() -> frozenset[str]:
    """Return all codes that have words."""
    return frozenset(_WORDS)


def record(*, campaign: Campaign, by: Member, code: str, reason: str, params: Mapping[str, Any] | None = None) -> str:
    """Keep an act, inside the transaction of what was done; return the reason as it is kept.

    ``params`` is what the sentence names; a member is kept by key, as ``member``, and named when it is read. Raises
    ``Refused`` without a reason.
    """
    if code not in _WORDS:
        raise LookupError(f"no words for act {code!r}")
    said = reason.strip()
    if not said:
        raise Refused.because("reason_missing", _("A reason is needed."), "reason")
    if len(said) > REASON_LIMIT:
        raise Refused.because("reason_long", _("At most 2,000 characters."), "reason")
    RefereeAct.objects.create(campaign=campaign, by=by, code=code, params=dict(params or {}), reason=said)
    return said


def note(*, campaign: Campaign, by: Member, code: str, params: Mapping[str, Any]) -> None:
    """Keep what a referee decided in the ordinary course, which needs no reason."""
    if code not in _WORDS:
        raise LookupError(f"no words for act {code!r}")
    RefereeAct.objects.create(campaign=campaign, by=by, code=code, params=dict(params))


class Line(Struct, frozen=True):
    """An act as its reader reads it; ``seed`` is that of the site's dice, where they were rolled.

    ``party``: it decided something of the referee's own.
    """

    sentence: str
    reason: str
    by: Member | None
    at: datetime
    seed: str
    party: bool = False


def lines(rows: Iterable[RefereeAct], viewer: User) -> list[Line]:
    """Return acts as sentences in the present language; ``by`` should be loaded. One query for the members they name.

    A name is that of today, as the viewer may read it: closed accounts have none any more.
    """
    shown = list(rows)
    people = Member.objects.in_bulk({row.params["member"] for row in shown if "member" in row.params})
    return [_line(row, people.get(row.params.get("member", 0)), viewer) for row in shown]


def _line(row: RefereeAct, about: Member | None, viewer: User) -> Line:
    params = dict(row.params)
    if "member" in params:
        params["name"] = about.name_for(viewer) if about is not None else gettext("a former member")
    seed, party = str(params.get("seed", "")), bool(params.get("party"))
    return Line(sentence(row.code, params), row.reason, row.by, row.at, seed, party)


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """Return what an act says."""
    wording = _WORDS.get(code)
    if wording is None:
        return code
    return wording(params) if callable(wording) else str(wording % params)
