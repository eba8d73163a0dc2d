"""What is drawn from values alone is remembered by them, and by nothing less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.template import engines
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy, override

from club import remembered as module
from club.models import Member
from club.remembered import Kept, remembered

SHOWN = "{% load i18n %}{% translate 'Player' %}: {{ value }}{{ row.name }}{{ user }}{{ request }}"


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    count: int = 0


@pytest.fixture(autouse=True)
def drawings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Draw a template of this file's, and note each drawing."""
    module.forget()
    template, done = engines["django"].from_string(SHOWN), []

    class Noted:
        def render(self, values: dict[str, Any]) -> SafeString:
            done.append(str(values))
            return template.render(values)

    monkeypatch.setattr(module, "get_template", lambda _name: Noted())
    yield done
    module.forget()


def test_the_same_values_are_drawn_once(drawings: list[str]) -> None:
    assert remembered("x.html", row=Row("Ann")) == remembered("x.html", row=Row("Ann"))
    assert len(drawings) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [(Row("Ann"), Row("Ben")), (Row("Ann", 1), Row("Ann", 2)), (1, 2), (1, True), (1, 1.0), (1, "1"), (None, "None"),
     ((1, 2), (12,)), ("a", ("a",))],
)  # fmt: skip
def test_any_other_value_is_drawn_anew(one: object, other: object, drawings: list[str]) -> None:
    remembered("x.html", value=one)
    remembered("x.html", value=other)
    assert len(drawings) == 2


def test_another_name_or_template_is_drawn_anew(drawings: list[str]) -> None:
    remembered("x.html", value="Ann")
    remembered("x.html", user="Ann")
    remembered("y.html", value="Ann")
    assert len(drawings) == 3


def test_no_language_and_no_zone_is_shown_to_another(drawings: list[str]) -> None:
    with override("fr"):
        assert remembered("x.html", value=1) == "Joueur: 1"
    with override("en"):
        assert remembered("x.html", value=1) == "Player: 1"
    with timezone.override("Asia/Tokyo"):
        remembered("x.html", value=1)
    assert len(drawings) == 3


def test_what_was_safe_as_it_was_is_escaped_where_it_is_not() -> None:
    with override("en"):
        assert remembered("x.html", value=mark_safe("<b>")) == "Player: <b>"
        assert remembered("x.html", value="<b>") == "Player: &lt;b&gt;"


def test_lazy_words_are_those_of_the_language(drawings: list[str]) -> None:
    lazy = gettext_lazy("Player")
    with override("fr"):
        assert remembered("x.html", value=lazy) == "Joueur: Joueur"
    with override("en"):
        assert remembered("x.html", value=lazy) == "Player: Player"


def test_what_reads_the_database_is_refused(drawings: list[str]) -> None:
    for value in (Member(username="ann"), (Member(username="ann"),), Member.objects.all(), object()):
        with pytest.raises(TypeError, match="give what is shown of it"):
            remembered("x.html", value=value)
    assert drawings == []


def test_what_was_not_shown_for_longest_goes_first() -> None:
    kept = Kept(25)
    first, second, third = (("x.html", "en", "UTC", bytes([number])) for number in range(3))
    kept.put(first, SafeString("a" * 10))
    kept.put(second, SafeString("b" * 10))
    assert kept.get(first) == "a" * 10
    kept.put(third, SafeString("c" * 10))
    assert (kept.get(first), kept.get(second), kept.get(third)) == ("a" * 10, None, "c" * 10)
