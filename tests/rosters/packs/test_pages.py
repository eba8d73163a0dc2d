"""Packs in a browser without scripts: begun, written, previewed, published, as a file; each fault beside its field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from club.models import Member
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.packs import KINDS, House, read, row_of
from rosters.models import Pack
from rosters.packs.beginnings import catalogue_of
from rosters.packs.forms import EntryForm, toml_of
from rosters.packs.page import row_in
from tests.engines.musg.packs.documents import FEN, random_document
from tests.factories.club import MemberFactory
from tests.factories.packs import fen_pack, published

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client: Client) -> Member:
    member = MemberFactory.create()
    client.force_login(member)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return member


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def sent_of(form: EntryForm) -> dict[str, Any]:
    """What a browser sends of a form as it stands."""
    values = {field.html_name: field.value() for field in form}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def address(name: str, pack: Pack, *more: Any) -> str:
    return reverse(f"rosters:{name}", args=[pack.pk, *more])


def test_a_pack_is_begun(client: Client, ada: Member) -> None:
    answer = client.post(reverse("rosters:packs"), {"name": "The Fen", "name_other": "Le Marais", "about": "Mud."})
    pack = Pack.objects.get()
    assert answer.headers["Location"] == pack.get_absolute_url()
    assert toml_of(pack)["name"] == {"fr": "Le Marais", "en": "The Fen"}


def test_a_form_begins_with_something_of_the_book_and_is_saved(client: Client, ada: Member) -> None:
    """The orc, but slower."""
    client.post(reverse("rosters:packs"), {"name": "Fen"})
    pack = Pack.objects.get()
    page = client.get(address("pack_entry", pack, "races"), {"from": "orc"})
    form = page.context["page"].form
    sent = sent_of(form)
    assert (sent["leader__movement"], sent["leader__toughness"], sent["enlists"]) == (9, 6, ["goblin"])
    answer = client.post(
        address("pack_entry", pack, "races"), {**sent, "name__en": "Slow orc", "name__fr": "", "leader__movement": 6}
    )
    assert answer.status_code == 302, answer.context["form"].errors
    pack.refresh_from_db()
    assert pack.draft.pack is not None
    race = pack.draft.pack.races[0]
    assert (race.code, race.profiles["leader"].movement, race.may_look_out) == ("slow_orc", 6, False)  # type: ignore[index]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("races", "fenman"),
        ("ranged", "blowpipe"),
        ("melee", "eel_spear"),
        ("equipment", "reed_coat"),
        ("skills", "eel_dance"),
        ("mercenaries", "heron"),
    ],
)
def test_an_entry_saved_as_it_stands_stays_as_it_is(client: Client, ada: Member, kind: str, code: str) -> None:
    pack = fen_pack(ada)
    before = pack.text
    form = client.get(address("pack_entry", pack, kind), {"entry": code}).context["page"].form
    sent = sent_of(form)
    answer = client.post(address("pack_entry", pack, kind), {**sent, "code": code})
    assert answer.status_code == 302, answer.context["form"].errors
    pack.refresh_from_db()
    assert pack.text == before


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_printed_entry_fills_a_form_that_says_the_same(ada: Member, kind: str) -> None:
    about = KINDS[kind]
    for code, entry in about.printed(CATALOGUE).items():
        row = row_of(kind, entry)
        sent = sent_of(EntryForm(kind=about, catalogue=CATALOGUE, row=row))
        form = EntryForm({**sent, "version": 0}, kind=about, catalogue=CATALOGUE)
        assert form.is_valid(), (code, form.errors)
        assert form.row == row, code


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whatever_a_file_says_comes_back_from_its_form(language: str) -> None:
    for seed in range(12):
        found = read(random_document(seed)).pack
        assert found is not None
        catalogue = House(packs=(found,)).catalogue
        for kind in KINDS.values():
            for entry in found.entries(kind.name):
                row = row_of(kind.name, entry)
                with translation.override(language):
                    sent = sent_of(EntryForm(kind=kind, catalogue=catalogue, row=row))
                    form = EntryForm({**sent, "version": 0}, kind=kind, catalogue=catalogue, row=row)
                    assert form.is_valid(), (seed, kind.name, entry.code, form.errors)
                    assert form.row == row, (seed, kind.name, entry.code)


RIG = {
    "name": "Rig",
    "effect": "All of it.",
    "cost": 3,
    "modifiers": [
        {"characteristic": column, "amount": 1}
        for column in ("movement", "leadership", "shooting", "melee", "strength", "toughness", "hit_points")
    ],
}
"""Seven changes; the limit of a list is eight."""


def test_a_form_has_room_for_all_that_a_file_changes_and_for_one_more(client: Client, ada: Member) -> None:
    pack = fen_pack(ada, equipment={**FEN["equipment"], "rig": RIG})
    before = pack.text
    form = client.get(address("pack_entry", pack, "equipment"), {"entry": "rig"}).context["page"].form
    assert [name for name in form.fields if name.endswith("_amount")][-1] == "modifiers__8_amount"
    answer = client.post(address("pack_entry", pack, "equipment"), {**sent_of(form), "code": "rig"})
    assert answer.status_code == 302
    pack.refresh_from_db()
    assert pack.text == before
    form = client.get(address("pack_entry", pack, "equipment"), {"entry": "rig"}).context["page"].form
    more = {"modifiers__8_characteristic": "toughness", "modifiers__8_amount": "-2", "name__en": ""}
    answer = client.post(address("pack_entry", pack, "equipment"), {**sent_of(form), **more, "code": "rig"})
    assert answer.status_code == 422, "it has no name"
    assert 'value="-2"' in answer.content.decode()
    plain = client.get(address("pack_entry", pack, "equipment")).context["page"].form
    assert "modifiers__4_amount" not in plain.fields


def test_a_note_in_both_languages_behind_one_that_is_alike_stays_in_its_place(client: Client, ada: Member) -> None:
    """What was read of them in pairs is written in pairs, a line of the other language being empty or not."""
    notes = ["Both alike", {"fr": "deux", "en": "two"}, "Alike again", {"fr": "quatre", "en": "four"}, "The end"]
    pack = fen_pack(ada, melee={"eel_spear": {**FEN["melee"]["eel_spear"], "notes": notes}})
    form = client.get(address("pack_entry", pack, "melee"), {"entry": "eel_spear"}).context["page"].form
    answer = client.post(address("pack_entry", pack, "melee"), {**sent_of(form), "code": "eel_spear"})
    assert answer.status_code == 302
    pack.refresh_from_db()
    assert toml_of(pack)["melee"]["eel_spear"]["notes"] == notes


def test_another_name_leaves_what_is_said_in_the_other_language(client: Client, ada: Member) -> None:
    pack = fen_pack(ada, about={"fr": "Des gens du marais.", "en": "Folk of the fen."})
    form = client.get(pack.get_absolute_url()).context["describe"]
    sent = {field.html_name: field.value() or "" for field in form}
    answer = client.post(address("pack_describe", pack), {**sent, "name": "The Great Fen"})
    assert answer.status_code == 302
    pack.refresh_from_db()
    assert toml_of(pack)["name"] == {"fr": "Les gens du marais", "en": "The Great Fen"}
    assert toml_of(pack)["about"] == {"fr": "Des gens du marais.", "en": "Folk of the fen."}


def test_each_fault_stands_beside_its_field_and_what_was_typed_stays(client: Client, ada: Member) -> None:
    pack = fen_pack(ada)
    row = {"name__en": "Blast", "version": pack.turn, "short": 3, "medium": 2, "long": 8, "force": 4, "cost": 3}
    answer = client.post(address("pack_entry", pack, "ranged"), {**row, "targets": 1, "reload": "fast"})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"long": ["The three ranges must be there and grow."]}
    assert 'value="Blast"' in answer.content.decode()


def test_a_page_that_is_out_of_date_says_so(client: Client, ada: Member) -> None:
    pack = fen_pack(ada)
    sent = {"name__en": "Pike", "hands": 2, "dice": 1, "force": 3, "cost": 4}
    answer = client.post(address("pack_entry", pack, "melee"), {**sent, "version": pack.turn - 1})
    assert answer.status_code == 422
    assert 'value="Pike"' in answer.content.decode()


def test_a_preview_shows_the_row_and_keeps_nothing(client: Client, ada: Member) -> None:
    pack = fen_pack(ada)
    sent = {"name__en": "Pike of reeds", "hands": 2, "dice": 1, "force": 3, "cost": 4, "version": 0}
    shown = client.post(address("pack_preview", pack, "melee"), sent, headers={"HX-Request": "true"}).content.decode()
    assert "Pike of reeds" in shown
    assert "S +3" in shown
    assert "Eel spear" not in shown
    pack.refresh_from_db()
    assert "reeds" not in str(toml_of(pack)["melee"])


def test_a_reader_sees_the_tables_and_no_buttons(client: Client, ada: Member) -> None:
    pack = fen_pack(MemberFactory.create())
    page = client.get(pack.get_absolute_url()).content.decode()
    assert "Fenman" in page
    assert "Blowpipe" in page
    assert reverse("rosters:pack_publish", args=[pack.pk]) not in page
    assert client.post(address("pack_publish", pack), {"version": pack.turn}).status_code == 403
    assert client.get(address("pack_entry", pack, "races")).status_code == 403


def test_a_stranger_to_a_pack_finds_nothing(client: Client, ada: Member) -> None:
    pack = published(MemberFactory.create(), shared=False).pack
    for name, more in (("pack", ()), ("pack_file", ()), ("pack_version", (1,)), ("pack_version_file", (1,))):
        assert client.get(address(name, pack, *more)).status_code == 404
    assert escape(pack.name) not in client.get(reverse("rosters:packs")).content.decode()


def test_versions_are_published_and_go_out_as_files(client: Client, ada: Member) -> None:
    pack = fen_pack(ada)
    client.post(address("pack_publish", pack), {"version": pack.turn, "note": "To try"})
    page = client.get(pack.get_absolute_url()).content.decode()
    assert "To try" in page
    assert "Published as it stands." in page
    file = client.get(address("pack_version_file", pack, 1))
    assert file.headers["Content-Type"] == "application/toml"
    taken = client.post(reverse("rosters:packs"), {"text": file.content.decode()})
    assert taken.status_code == 302
    assert Pack.objects.exclude(pk=pack.pk).get().draft.pack is not None


def test_a_file_that_is_wrong_keeps_what_was_typed(client: Client, ada: Member) -> None:
    answer = client.post(reverse("rosters:packs"), {"text": 'code = "fen"\nname = "Fen"\nspeed = 3'})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "speed = 3" in page
    assert escape("“speed” is not known here.") in page


def test_what_an_entry_may_name_is_the_books_and_the_packs(ada: Member) -> None:
    pack = fen_pack(ada)
    form = EntryForm(kind=KINDS["skills"], catalogue=catalogue_of(pack))
    offered = dict(form.fields["requires"].choices)  # type: ignore[attr-defined]
    assert offered["mire_born"] == "Mire-born (house)"
    assert offered["brawler"] == "Brawler"
    assert row_in(pack, KINDS["skills"], "nobody") is None


def test_what_began_with_a_printed_entry_may_take_its_place(client: Client, ada: Member) -> None:
    """A house rule: the sword costs 6. Another time the same form makes something new."""
    pack = fen_pack(ada)
    page = client.get(address("pack_entry", pack, "melee"), {"from": "sword"})
    stands = page.context["page"].stands
    assert stands.fields["stands_for"].choices == [("", "nothing: it is new"), ("sword", "Sword")]
    sent = {**sent_of(page.context["page"].form), "cost": 6}
    where = f"{address('pack_entry', pack, 'melee')}?from=sword"
    assert f'action="{where}"' in page.content.decode()
    assert client.post(where, {**sent, "stands_for": "sword"}).status_code == 302
    pack.refresh_from_db()
    assert toml_of(pack)["melee"]["sword"]["cost"] == 6
    assert client.post(where, {**sent, "name__en": "Sabre", "version": pack.turn, "stands_for": ""}).status_code == 302
    pack.refresh_from_db()
    assert set(toml_of(pack)["melee"]) == {"eel_spear", "sword", "epee"}


def test_the_list_of_faults_names_the_row_of_each_cell_and_a_short_sentence_its_limits(
    client: Client, ada: Member
) -> None:
    """Three profiles have a movement each."""
    pack = fen_pack(ada)
    sent = sent_of(client.get(address("pack_entry", pack, "races"), {"from": "orc"}).context["page"].form)
    wrong = {**sent, "leader__movement": 99, "henchman__toughness": ""}
    answer = client.post(address("pack_entry", pack, "races"), wrong)
    assert answer.context["form"].errors == {
        "leader__movement": ["A whole number from 1 to 20."],
        "henchman__toughness": ["A whole number from 1 to 10."],
    }
    page = answer.content.decode()
    assert '<a href="#id_leader__movement">Leader, Movement</a>' in page
    assert '<a href="#id_henchman__toughness">Henchman, Toughness</a>' in page


def test_what_the_pack_calls_as_the_book_does_is_told_from_it(client: Client, ada: Member) -> None:
    """Both stand in the lists to tick and to begin with: a sword of one's own and that of the book."""
    pack = fen_pack(ada)
    sent = {"name__en": "Sword", "hands": 1, "dice": 1, "force": 3, "cost": 4, "version": pack.turn}
    assert client.post(address("pack_entry", pack, "melee"), sent).status_code == 302
    page = client.get(address("pack_entry", pack, "mercenaries")).context["page"]
    items = [name for _code, name in page.form.fields["items"].choices]
    assert (items.count("Sword"), items.count("Sword (house)")) == (1, 1)
    begins = dict(client.get(address("pack_entry", pack, "melee")).context["page"].beginnings)
    assert [name for name in begins.values() if name.startswith("Sword")] == ["Sword", "Sword (house)"]


def test_taking_an_entry_out_asks_first(client: Client, ada: Member) -> None:
    pack = fen_pack(ada)
    page = client.get(pack.get_absolute_url()).content.decode()
    assert 'data-confirm="Take “Eel spear” out of the pack?' in page


def test_long_lists_are_folded_until_something_is_ticked(ada: Member) -> None:
    """Whoever writes a mercenary scrolls past eighty weapons, pieces and skills otherwise."""
    pack = fen_pack(ada)
    about = KINDS["mercenaries"]
    new = EntryForm(kind=about, catalogue=catalogue_of(pack))
    assert {part.title for part in new.parts if part.folded} >= {"Brings along", "Knows"}
    armed = EntryForm(kind=about, catalogue=catalogue_of(pack), row={"items": ["eel_spear"]})
    assert [part.filled for part in armed.parts if part.title == "Brings along"] == [True]
