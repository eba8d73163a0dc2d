"""Moments as people type them: their years, and both hours at which the clock is changed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import translation

from club.moments import MomentField, day_field, neighbours, read_moment
from tests.clients import client_of
from tests.factories.club import MemberFactory


class Evening(forms.Form):
    date = MomentField(required=False)


def typed(text: str, which: str = "") -> Evening:
    return Evening({"date": text, "date_which": which})


def moment(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("text", "which", "meant"),
    [
        ("2026-11-01T20:00", "", moment(2026, 11, 1, 19)),
        ("2026-11-01T20:00:30", "", moment(2026, 11, 1, 19, 0, 30)),
        ("2026-11-01 20:00", "", moment(2026, 11, 1, 19)),
        ("2026-11-01T20:00+05:00", "", moment(2026, 11, 1, 15)),
        ("1970-01-01T00:00+00:00", "", moment(1970, 1, 1)),
        ("2100-12-31T23:59", "", moment(2100, 12, 31, 22, 59)),
        # Summer ended on 25 October 2026 at 3 o'clock, which was 2 o'clock again.
        ("2026-10-25T02:30", "", moment(2026, 10, 25, 0, 30)),
        ("2026-10-25T02:30", "first", moment(2026, 10, 25, 0, 30)),
        ("2026-10-25T02:30", "second", moment(2026, 10, 25, 1, 30)),
        ("2026-10-25T03:00", "second", moment(2026, 10, 25, 2)),
        ("2026-10-25T01:59", "second", moment(2026, 10, 24, 23, 59)),
        # It began on 29 March 2026 at 2 o'clock, which was 3 o'clock.
        ("2026-03-29T01:59", "", moment(2026, 3, 29, 0, 59)),
        ("2026-03-29T03:00", "", moment(2026, 3, 29, 1)),
        ("2026-03-29T02:30", "before", moment(2026, 3, 29, 0, 59)),
        ("2026-03-29T02:30", "after", moment(2026, 3, 29, 1)),
        ("", "", None),
        ("   ", "second", None),
    ],
)
def test_a_moment_is_read(text: str, which: str, meant: datetime | None) -> None:
    form = typed(text, which)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["date"] == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0001-01-01T00:00", "out_of_range"),
        ("0026-11-01T20:00", "out_of_range"),
        ("1969-12-31T23:59", "out_of_range"),
        ("1970-01-01T00:00+05:00", "out_of_range"),
        ("2101-01-01T00:00", "out_of_range"),
        ("9999-12-31T23:00-14:00", "out_of_range"),
        ("2026-03-29T02:00", "missing_hour"),
        ("2026-03-29T02:30", "missing_hour"),
        ("2026-03-29T02:59", "missing_hour"),
        ("2026-02-30T20:00", "invalid"),
        ("some day", "invalid"),
        ("99999-01-01T20:00", "invalid"),
        ("\x00", "invalid"),
    ],
)
def test_what_is_no_moment_is_told_and_stays(text: str, code: str) -> None:
    form = typed(text, "second")
    assert not form.is_valid()
    assert [error.code for error in form.errors.as_data()["date"]] == [code]
    assert f'value="{text}"' in str(form["date"])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "On 29 March 2026 the clock goes forward: there is no 02:30. Before it comes 01:59, after it 03:00.",
        ),
        ("fr", "Changement d’heure, 29 mars 2026\u00a0: 02:30 n’existe pas. Avant vient 01:59, après 03:00."),
    ],
)
def test_a_missing_hour_is_told_with_both_neighbours(language: str, said: str) -> None:
    with translation.override(language):
        form = typed("2026-03-29T02:30")
        assert form.errors["date"] == [said]
        drawn = str(form["date"])
    assert 'value="before"' in drawn
    assert 'value="after"' in drawn
    assert "hidden" not in drawn.partition("<select")[2].partition(">")[0]


def test_a_repeated_hour_offers_both() -> None:
    """The choice is there where it is needed, and shows what is stored."""
    for first, shown in ((0, "first"), (1, "second")):
        drawn = str(Evening(initial={"date": moment(2026, 10, 25, first, 30)})["date"])
        assert 'value="2026-10-25T02:30"' in drawn
        select = drawn.partition("<select")[2]
        assert "hidden" not in select.partition(">")[0]
        chosen = [option for option in select.split("<option ") if "selected" in option]
        assert all(f'value="{shown}"' in option for option in chosen)
        assert chosen or shown == "first"
    plain = str(Evening(initial={"date": moment(2026, 10, 25, 2, 30)})["date"])
    assert "hidden" in plain.partition("<select")[2].partition(">")[0]


def test_an_unchanged_moment_is_no_change() -> None:
    for stored in (moment(2026, 10, 25, 1, 30), moment(2026, 11, 1, 19)):
        shown = Evening(initial={"date": stored})["date"].value()
        assert not Evening({"date": shown.text, "date_which": shown.which}, initial={"date": stored}).has_changed()


@pytest.mark.parametrize(
    ("zone", "missing", "around"),
    [
        ("America/New_York", "2026-03-08T02:15", ("01:59", "03:00")),
        ("Australia/Lord_Howe", "2026-10-04T02:15", ("01:59", "02:30")),
        ("Pacific/Apia", "2011-12-30T12:00", ("23:59", "00:00")),
    ],
)
def test_neighbours_in_other_zones(zone: str, missing: str, around: tuple[str, str], settings: Any) -> None:
    settings.TIME_ZONE = zone
    assert tuple(f"{one:%H:%M}" for one in neighbours(datetime.fromisoformat(missing))) == around


def test_a_file_reads_on_over_the_missing_hour() -> None:
    """A file cannot be asked: the offset of the hour before counts on (RFC 5545, 3.3.5)."""
    assert read_moment("2026-03-29 02:30:00") == moment(2026, 3, 29, 1, 30)
    assert read_moment(" 2026-10-25 02:30:00 ") == moment(2026, 10, 25, 0, 30)
    for text in ("0001-01-01 00:00:00", "9999-12-31T23:00-14:00", "some day", ""):
        with pytest.raises(ValidationError):
            read_moment(text)


@pytest.mark.parametrize(("text", "right"), [("1969-12-31", False), ("1970-01-01", True), ("2100-12-31", True),
                                             ("2101-01-01", False), ("0026-11-01", False)])  # fmt: skip
def test_days_lie_in_the_same_years(text: str, right: bool) -> None:
    class Days(forms.Form):
        day = day_field("Day")

    assert Days({"day": text}).is_valid() is right


@pytest.mark.django_db
@pytest.mark.parametrize("days", ["at__year=9999&at__month=12&at__day=31", "at__year=1", "at__year=99999"])
def test_days_beyond_the_calendar_narrow_no_list_of_the_admin(days: str) -> None:
    admin = client_of(MemberFactory.create(is_staff=True, is_superuser=True))
    answer = admin.get(f"{reverse('admin:rosters_journalentry_changelist')}?{days}", follow=True)
    assert answer.status_code == 200
