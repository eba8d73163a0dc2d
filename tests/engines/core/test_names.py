"""What a name may hold, and when two names are one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from engines.core import names

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    "name",
    ["Zoé", "L’Œil", "Hardi\u202f!", "a\u00a0b", "李", "\u2694\ufe0f Bob", FAMILY,
     "\U0001f9d9\U0001f3fd\u200d\u2642\ufe0f",
     "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc", "\u0915\u094d\u200d\u0937", "e\u0301"],
)  # fmt: skip
def test_what_is_seen_is_welcome(name: str) -> None:
    assert (names.unseen(name), names.shows(name)) == ("", True)
    assert names.cleaned(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "bad",
    ["\0", "\n", "\x1b", "\x85", "\u00ad", "\u034f", "\u061c", "\u115f", "\u180e", "\u200b", "\u200c", "\u200d",
     "\u200e", "\u200f", "\u2028", "\u202a", "\u202e", "\u2060", "\u2066", "\u2069", "\u2800", "\u3164", "\ufe00",
     "\ufe0f", "\ufeff", "\uffa0", "\ufff9", "\ue000", "\ufffe", "\U000e0041", "\U000e0100"],
)  # fmt: skip
def test_what_nobody_sees_is_not(bad: str) -> None:
    name = f"An{bad}ne"
    assert names.unseen(name) == bad
    assert names.unseen(bad + "Anne") == bad
    assert names.cleaned(name) in ("Anne", "An ne")
    assert not names.shows(bad)


def test_a_joiner_beside_what_is_gone_goes_too() -> None:
    assert names.cleaned("\u200b\u200dAnne\u200d\u200b") == "Anne"
    assert names.cleaned(f"\u202e{FAMILY}") == FAMILY


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoé", "Zoe\u0301"), ("anne", "ANNE"), ("An\u200bne", "Anne"), ("Ａnne", "Anne"), ("Straße", "STRASSE"),
     ("ﬁn", "Fin"), ("a\u00a0b", "a  b"), ("\u202eAnne", "Anne"), ("\u2694\ufe0f", "\u2694")],
)  # fmt: skip
def test_names_that_look_the_same_are_one(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


@pytest.mark.parametrize(("one", "other"), [("Zoé", "Zoe"), ("Anne", "Anna"), ("L.", "L"), ("Ann E", "Anne")])
def test_names_that_differ_to_the_eye_are_two(one: str, other: str) -> None:
    assert names.key(one) != names.key(other)


def test_names_are_kept_composed_with_single_spaces() -> None:
    assert names.plain("  Zoe\u0301   la  Rousse ") == "Zoé la Rousse"
    assert names.plain("Jean «\u00a0le Fou\u00a0»") == "Jean «\u00a0le Fou\u00a0»"


@given(st.text(max_size=80))
def test_what_was_cleaned_is_clean_and_stays_so(text: str) -> None:
    name = names.cleaned(text)
    assert names.unseen(name) == ""
    assert names.cleaned(name) == name
    assert names.plain(name) == name


def test_a_very_long_name_is_cleaned_at_once() -> None:
    assert names.cleaned("".join(map(chr, range(0xE0000, 0xE0FFF))) * 200 + "Anne") == "Anne"
