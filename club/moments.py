"""Moments and days as people type them, in forms, imported files and addresses: one reading for all of them.

They lie in the years from ``EARLIEST`` to ``LATEST``. A moment without an offset is one of the club's clock, which
leaves out an hour in spring and goes through one twice in autumn: the first time is meant unless the second is chosen,
and an hour that there is not is no moment, but has a neighbour on either side.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct

from club.dates import date_text

EARLIEST: Final = date(1970, 1, 1)
LATEST: Final = date(2100, 12, 31)
OUT_OF_RANGE: Final = _("Only the years from 1970 to 2100 are accepted.")
_WHICH: Final = "_which"
"""What is put behind a field's name: the choice between two hours."""
_MINUTE: Final = timedelta(minutes=1)


class Which(StrEnum):
    """Which moment is meant where the clock is changed."""

    FIRST = "first"
    SECOND = "second"
    BEFORE = "before"
    AFTER = "after"


class Typed(Struct, frozen=True):
    """What a form sent: the text, and what was chosen where the clock is changed."""

    text: str
    which: str = ""


def in_range(moment: datetime | date) -> bool:
    """Tell whether a moment or day lies in the years that are taken."""
    return EARLIEST.year <= moment.year <= LATEST.year


def is_repeated(naive: datetime) -> bool:
    """Tell whether the club's clock shows this moment twice."""
    first, second = _both(naive)
    return (first.utcoffset() or timedelta()) > (second.utcoffset() or timedelta())


def is_missing(naive: datetime) -> bool:
    """Tell whether the club's clock leaves this moment out."""
    first, second = _both(naive)
    return (first.utcoffset() or timedelta()) < (second.utcoffset() or timedelta())


def neighbours(missing: datetime) -> tuple[datetime, datetime]:
    """Return the last minute that the club's clock shows before a missing moment, and the first one after it."""
    first, second = _both(missing)
    zone = timezone.get_current_timezone()
    low, high = second.astimezone(UTC), first.astimezone(UTC)  # the clock is changed between the two
    changed = _change(zone, low, high)
    return (changed - _MINUTE).astimezone(zone), changed.astimezone(zone)


def _both(naive: datetime) -> tuple[datetime, datetime]:
    zone = timezone.get_current_timezone()
    plain = naive.replace(tzinfo=None)
    return plain.replace(tzinfo=zone, fold=0), plain.replace(tzinfo=zone, fold=1)


def _change(zone: tzinfo, low: datetime, high: datetime) -> datetime:
    """Return the first minute of the new offset, between two moments that have different ones."""
    while high - low > _MINUTE:
        middle = low + (high - low) // 2
        if middle.astimezone(zone).utcoffset() == low.astimezone(zone).utcoffset():
            low = middle
        else:
            high = middle
    return high.replace(second=0, microsecond=0)


@lru_cache(maxsize=64)
def repeated_in(year: int, zone: tzinfo) -> tuple[str, ...]:
    """Return the stretches that a zone's clock goes through twice in a year: "from/to", as browsers write moments."""
    found = []
    day = datetime(year, 1, 1, tzinfo=UTC)
    while day.year == year:
        then = day + timedelta(days=1)
        before, after = (one.astimezone(zone).utcoffset() or timedelta() for one in (day, then))
        if after < before:
            changed = _change(zone, day, then)
            end = changed + before
            found.append(f"{end - (before - after):%Y-%m-%dT%H:%M}/{end:%Y-%m-%dT%H:%M}")
        day = then
    return tuple(found)


def moment_of(said: datetime, which: str = "") -> datetime:
    """Return the moment that was said, with an offset or by the club's clock; in UTC.

    Raises ``ValidationError``: ``out_of_range``, or ``missing_hour`` unless ``which`` neighbour is meant was chosen.
    """
    if not in_range(said):
        raise ValidationError(OUT_OF_RANGE, "out_of_range")
    if timezone.is_aware(said):
        local = timezone.localtime(said)
        if not in_range(local):
            raise ValidationError(OUT_OF_RANGE, "out_of_range")
        return said.astimezone(UTC)
    first, second = _both(said)
    if is_missing(said):
        before, after = neighbours(said)
        if which in (Which.BEFORE, Which.AFTER):
            return (before if which == Which.BEFORE else after).astimezone(UTC)
        words = gettext(
            "On %(day)s the clock goes forward: there is no %(time)s. Before it comes %(before)s, after it %(after)s."
        )
        shown = {"time": said, "before": before, "after": after}
        times = {name: date_format(one, "TIME_FORMAT") for name, one in shown.items()}
        raise ValidationError(words % {"day": date_text(said, "DATE_FORMAT"), **times}, "missing_hour")
    # In the club's zone it would be equal to no other moment while the hour repeats (PEP 495).
    return (second if which == Which.SECOND and is_repeated(said) else first).astimezone(UTC)


def read_moment(text: str) -> datetime:
    """Return the moment that a file writes as ISO 8601; a missing hour counts on from the one before it (RFC 5545).

    Raises ``ValidationError``: ``invalid``, or as ``moment_of`` does.
    """
    try:
        said = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise ValidationError(forms.DateTimeField.default_error_messages["invalid"], "invalid") from error
    if in_range(said) and timezone.is_naive(said) and is_missing(said):
        return _both(said)[0].astimezone(UTC)
    return moment_of(said)


class MomentInput(forms.DateTimeInput):
    """A date and a time, as browsers let them be chosen; where the clock is changed, with a choice between two hours.

    ``app.js`` shows the choice as soon as such an hour is typed.
    """

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(
            attrs={"min": f"{EARLIEST:%Y-%m-%d}T00:00", "max": f"{LATEST:%Y-%m-%d}T23:59"}, format="%Y-%m-%dT%H:%M"
        )

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Typed | None:
        """Return what was typed, and what was chosen."""
        text = super().value_from_datadict(data, files, name)
        return None if text is None else Typed(str(text), str(data.get(f"{name}{_WHICH}") or ""))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:
        """Draw the field, and the choice: hidden while there is nothing to choose."""
        typed = value if isinstance(value, Typed) else Typed(str(self.format_value(value) or ""))
        year = timezone.localdate().year
        zone = timezone.get_current_timezone()
        repeated = " ".join(one for near in (year - 1, year, year + 1) for one in repeated_in(near, zone))
        drawn = super().render(name, typed.text, {**(attrs or {}), "data-repeated": repeated}, renderer)
        naive = _parsed(typed.text)
        missing = naive is not None and in_range(naive) and is_missing(naive)
        choices = _neighbour_choices(naive) if missing and naive is not None else _hour_choices()
        shown = missing or (naive is not None and in_range(naive) and is_repeated(naive))
        about = {
            "id": f"{(attrs or {}).get('id') or name}{_WHICH}",
            "aria-label": gettext("Which of the two hours"),
            "hidden": not shown,
        }
        return drawn + forms.Select(choices=choices).render(f"{name}{_WHICH}", typed.which, about, renderer)

    def id_for_label(self, id_: str) -> str:
        """The date itself."""
        return id_


def _parsed(text: str) -> datetime | None:
    """Return a moment by the club's clock, if the text is one as browsers write it."""
    try:
        found = parse_datetime(text.strip())
    except ValueError:
        return None
    return found if found is not None and timezone.is_naive(found) else None


def _hour_choices() -> list[tuple[str, str]]:
    return [
        (Which.FIRST.value, gettext("the first time, before the clock goes back")),
        (Which.SECOND.value, gettext("the second time, after the clock went back")),
    ]


def _neighbour_choices(naive: datetime) -> list[tuple[str, str]]:
    times = [date_format(one, "TIME_FORMAT") for one in neighbours(naive)]
    return [
        ("", "—"),
        (Which.BEFORE.value, gettext("%(time)s, before the clock goes forward") % {"time": times[0]}),
        (Which.AFTER.value, gettext("%(time)s, after the clock went forward") % {"time": times[1]}),
    ]


class MomentField(forms.DateTimeField):
    """A moment, with or without an offset; without one it is by the club's clock."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=MomentInput(), **kwargs)

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment, aware. Raises ``ValidationError``."""
        text, which = (value.text, value.which) if isinstance(value, Typed) else (value, "")
        if text in self.empty_values or (isinstance(text, str) and not text.strip()):
            return None
        if isinstance(text, datetime):
            return moment_of(text, which)
        return moment_of(self._said(str(text).strip()), which)

    def _said(self, text: str) -> datetime:
        try:
            found = parse_datetime(text)
        except ValueError as error:
            raise ValidationError(self.error_messages["invalid"], "invalid") from error
        if found is None:
            # As people write it by hand; the class above this one's own would take it for a moment at once.
            by_hand: Any = super(forms.DateTimeField, self).to_python
            said: datetime = by_hand(text)
            return said
        return found

    def prepare_value(self, value: Any) -> Any:
        """Return what is shown of a moment: by the club's clock, and the second time where it is that."""
        if not isinstance(value, datetime):
            return value
        local = timezone.localtime(value) if timezone.is_aware(value) else value
        return Typed(local.strftime("%Y-%m-%dT%H:%M"), Which.SECOND.value if local.fold else "")


def day_field(label: Any) -> forms.DateField:
    """Return the field for a day that may stay empty."""
    return forms.DateField(
        label=label,
        required=False,
        validators=[MinValueValidator(EARLIEST, OUT_OF_RANGE), MaxValueValidator(LATEST, OUT_OF_RANGE)],
        widget=forms.DateInput(
            format="%Y-%m-%d",
            attrs={"type": "date", "min": EARLIEST.isoformat(), "max": LATEST.isoformat()},
        ),
    )
