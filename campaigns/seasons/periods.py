"""From when to when: a year or the latest months to choose from, and any two days, which narrow it further."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any, Final

from django import forms
from django.db.models import Q
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy
from msgspec import Struct

from club.moments import EARLIEST, LATEST, day_field

RECENT: Final[Mapping[str, tuple[int, str | Promise]]] = {
    "3m": (3, _("the last three months")),
    "12m": (12, _("the last twelve months")),
}
"""Periods that end now, by how many months they have, the present one included."""
NOTHING: Final = Q(pk__in=())
_DAY: Final = timedelta(days=1)


def this_month() -> int:
    """Return the present month as counters number it."""
    return _month_of(timezone.localdate())


def _month_of(day: date) -> int:
    return day.year * 12 + day.month - 1


def _first_of(month: int) -> date:
    return date(month // 12, month % 12 + 1, 1)


def _begins(day: date) -> datetime:
    """Return the beginning of a day, by the club's clock."""
    return timezone.make_aware(datetime.combine(day, time()))


class PeriodForm(forms.Form):
    """The first and the last day of a period, each of them if it is wanted."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """``data`` is an address's query."""
        super().__init__(data)
        self.fields["from"] = day_field(pgettext_lazy("first day", "From"))
        self.fields["to"] = day_field(pgettext_lazy("last day", "To"))

    def clean(self) -> dict[str, Any]:
        """A period does not end before it begins."""
        values = super().clean() or {}
        since, until = values.get("from"), values.get("to")
        if since is not None and until is not None and since > until:
            self.add_error("to", _("This day is before the first one."))
        return values


class Period(Struct, frozen=True, dict=True):
    """What was asked for: ``code`` a year, one of ``RECENT`` or nothing; ``asked`` is the query with the days typed.

    All of it holds at once. A period with a wrong day (``valid`` is False) has nothing in it.
    """

    code: str
    asked: Mapping[str, str]

    @cached_property
    def form(self) -> PeriodForm:
        """The days typed."""
        return PeriodForm(self.asked)

    @classmethod
    def of(cls, asked: Mapping[str, str], known: Collection[str] | None = None) -> Period:
        """Read an address's query; a ``period`` that does not exist (or is not ``known``) is ignored."""
        code = asked.get("period", "")
        if not (code in known if known is not None else code in RECENT or _is_year(code)):
            code = ""
        return cls(code, asked)

    @property
    def valid(self) -> bool:
        """Whether the days typed are days, in order."""
        return self._untyped or self.form.is_valid()

    @property
    def _untyped(self) -> bool:
        """Whether no day was typed: then there is no form to read."""
        return not (self.asked.get("from") or self.asked.get("to"))

    @property
    def typed(self) -> dict[str, str]:
        """The days as addresses carry them."""
        if self._untyped or not self.valid:
            return {}
        return {name: day.isoformat() for name, day in self.form.cleaned_data.items() if day is not None}

    @property
    def query(self) -> dict[str, str]:
        """What an address says to ask for the period again."""
        return {**({"period": self.code} if self.code else {}), **self.typed}

    @property
    def label(self) -> str:
        """What the period is called."""
        since, until = self._typed("from"), self._typed("to")
        days = {
            "since": formats.date_format(since, "SHORT_DATE_FORMAT") if since else "",
            "until": formats.date_format(until, "SHORT_DATE_FORMAT") if until else "",
        }
        said = [str(RECENT[self.code][1]) if self.code in RECENT else self.code] if self.code else []
        if since and until:
            said.append(gettext("%(since)s to %(until)s") % days)
        elif since:
            said.append(gettext("since %(since)s") % days)
        elif until:
            said.append(gettext("until %(until)s") % days)
        return ", ".join(said) or gettext("all time")

    def __bool__(self) -> bool:
        """Whether it leaves anything out."""
        return bool(self.code or self.typed or not self.valid)

    @property
    def since(self) -> date | None:
        """The first day, if there is one."""
        days = [self._typed("from"), _first_of(months[0]) if (months := self._months) else None]
        return max((day for day in days if day is not None), default=None)

    @property
    def until(self) -> date | None:
        """The last day, if there is one."""
        last = self._months[1] if self._months else None
        days = [self._typed("to"), _first_of(last + 1) - _DAY if last is not None else None]
        return min((day for day in days if day is not None), default=None)

    def _typed(self, name: str) -> date | None:
        if self._untyped or not self.valid:
            return None
        found: date | None = self.form.cleaned_data.get(name)
        return found

    @property
    def _months(self) -> tuple[int, int | None] | None:
        if self.code in RECENT:
            return this_month() - RECENT[self.code][0] + 1, None
        return (int(self.code) * 12, int(self.code) * 12 + 11) if self.code else None

    def span(self, field: str) -> Q:
        """Return the condition for rows that have their date in ``field``."""
        return _between(field, self.since, self.until) if self.valid else NOTHING

    @property
    def months(self) -> tuple[int | None, int | None]:
        """The first and the last month of which no day is missing; the last is before the first if there is none."""
        since, until = self.since, self.until
        first = None if since is None else _month_of(since) + (since.day > 1)
        last = None if until is None else _month_of(until + _DAY) - 1
        return first, last

    def edges(self, field: str) -> Q | None:
        """Return the condition for rows of the months that it cuts; None if it begins and ends with a month."""
        since, until = self.since, self.until
        first, last = self.months
        if not self.valid or (since is not None and until is not None and since > until):
            return None
        if first is not None and last is not None and last < first:
            return _between(field, since, until)
        found = None
        if since is not None and since.day > 1 and first is not None:
            found = _between(field, since, _first_of(first) - _DAY)
        if until is not None and last is not None and (start := _first_of(last + 1)) <= until:
            tail = _between(field, start, until)
            found = tail if found is None else found | tail
        return found


def _is_year(code: str) -> bool:
    return code.isdecimal() and len(code) == 4 and EARLIEST.year <= int(code) <= LATEST.year


def _between(field: str, since: date | None, until: date | None) -> Q:
    found = Q()
    if since is not None:
        found &= Q(**{f"{field}__gte": _begins(since)})
    if until is not None:
        found &= Q(**{f"{field}__lt": _begins(until + _DAY)})
    return found
