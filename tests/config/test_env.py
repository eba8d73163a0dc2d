"""The reader of environment variables: what it takes, and how it refuses."""

import pytest

from config.env import Env, OddValue, without_password


def test_a_variable_that_is_absent_or_empty_gives_the_default() -> None:
    assert Env({}).text("SITE_NAME", "Club") == "Club"
    assert Env({"SITE_NAME": "  "}).text("SITE_NAME", "Club") == "Club"
    assert Env({"SITE_NAME": " Les Jeudis "}).text("SITE_NAME", "Club") == "Les Jeudis"


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("TRUE", True), ("on", True), ("0", False), ("No", False)])
def test_flags_are_read_in_the_usual_words(value: str, meant: bool) -> None:
    assert Env({"DEBUG": value}).flag("DEBUG", default=not meant) is meant


def test_an_odd_flag_is_refused_with_name_value_and_what_is_accepted() -> None:
    with pytest.raises(OddValue) as refusal:
        Env({"DEBUG": "maybe"}).flag("DEBUG", default=False)
    assert str(refusal.value) == (
        "The environment variable DEBUG is 'maybe'; accepted: 1, true, yes, on or 0, false, no, off."
    )
    assert (refusal.value.name, refusal.value.value) == ("DEBUG", "maybe")


@pytest.mark.parametrize("value", ["0", "65536", "-1", "8e3", "eighty", "８０００"])
def test_a_number_out_of_bounds_or_no_number_is_refused(value: str) -> None:
    with pytest.raises(OddValue, match="accepted: a whole number from 1 to 65535"):
        Env({"PORT": value}).integer("PORT", default=8000, least=1, most=65535)


def test_a_number_within_bounds_is_taken() -> None:
    assert Env({"PORT": "8080"}).integer("PORT", default=8000, least=1, most=65535) == 8080
    assert Env({}).integer("PORT", default=8000, least=1, most=65535) == 8000


def test_a_choice_is_one_of_those_offered() -> None:
    assert Env({"LANGUAGE_CODE": "en"}).choice("LANGUAGE_CODE", ["fr", "en"], default="fr") == "en"
    with pytest.raises(OddValue, match="LANGUAGE_CODE is 'de'; accepted: fr or en"):
        Env({"LANGUAGE_CODE": "de"}).choice("LANGUAGE_CODE", ["fr", "en"], default="fr")


def test_words_are_parted_by_commas() -> None:
    assert Env({"ALLOWED_HOSTS": "a.example, b.example ,,"}).words("ALLOWED_HOSTS") == [
        "a.example",
        "b.example",
    ]
    assert Env({}).words("ALLOWED_HOSTS") == []


@pytest.mark.parametrize(
    "value", ["mysql://host/db", "host/db", "redis:host", "redis://host:99999", "redis://host:0", "redis://[::1"]
)
def test_an_address_of_another_kind_is_refused(value: str) -> None:
    with pytest.raises(OddValue, match=r"CACHE_URL is .*accepted: an address beginning with redis://"):
        Env({"CACHE_URL": value}).address("CACHE_URL", ("redis",), default="redis://localhost")


def test_a_refusal_never_repeats_a_password() -> None:
    with pytest.raises(OddValue) as refusal:
        Env({"DATABASE_URL": "mysql://ann:hunter2@host/db"}).address(
            "DATABASE_URL", ("postgres",), default="postgres://host/db"
        )
    assert "hunter2" not in str(refusal.value)
    assert "mysql://ann:***@host/db" in str(refusal.value)


def test_the_password_alone_is_hidden() -> None:
    assert without_password("smtp://ann:a@b@host:25/x?y=1") == "smtp://ann:***@host:25/x?y=1"
    assert without_password("smtp://host") == "smtp://host"
    assert "secret" not in without_password("smtp://ann:secret@[host")
