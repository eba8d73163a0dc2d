"""Dates in words, as the reader's language writes them."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

_FIRST: Final = re.compile(r"(?<!\d)1(?= [^\W\d]{3})")


def first_of_month(text: str) -> str:
    """Return a date in words with the first of a month as French writes it, "1er mars"; as it is in other languages."""
    return _FIRST.sub("1er", text, count=1) if (get_language() or "").startswith("fr") else text


def date_text(value: date, form: str) -> str:
    """Return a date in one of the named formats: "DATE_FORMAT", "DATETIME_FORMAT"."""
    return first_of_month(date_format(value, form))


def day_and_hour(moment: datetime) -> str:
    """Return a moment in words by the club's clock: its weekday, its day and its hour."""
    local = timezone.localtime(moment)
    return f"{date_text(local, 'l j F')}, {date_text(local, 'TIME_FORMAT')}"
