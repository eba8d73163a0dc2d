"""Warbands as files: what is in them, what is refused and how it is told, what comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from club.models import Member
from club.operations import Refused
from club.visibility import Visibility
from engines.musg.entries import Rename
from engines.musg.transfer import FORMAT, VERSION
from rosters import transfer
from rosters.models import Character, Gear, JournalEntry, Warband
from rosters.operations import roster_at, take_step, undo_last
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory
from tests.rosters.veterans import veteran

pytestmark = pytest.mark.django_db

IMPORT = "/warbands/import/"


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="grumbold", display_name="Grumbold of Brie", language="en")


@pytest.fixture
def desk(client: Client) -> Client:
    """The browser of another member, who reads English."""
    client.force_login(MemberFactory.create(username="bob", language="en"))
    return client


def refused(data: object) -> list[str]:
    with pytest.raises(Refused) as caught:
        transfer.open_data(data)
    return [str(problem.message) for problem in caught.value.problems]


def small(*entries: dict[str, Any], **setup: Any) -> dict[str, Any]:
    """A file of a human warband with these steps."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "setup": {"race": "human", "name": "Owls"} | setup,
        "journal": list(entries),
    }


LEADER = {"kind": "hire", "rank": "leader", "race": "human", "name": "Ann"}
HENCHMAN = {"kind": "hire", "rank": "henchman", "race": "human", "name": "Ben"}


class TestExport:
    def test_export_import_export_is_the_same_file(self, owner: Member) -> None:
        original = veteran(owner)
        data = transfer.export_warband(original)
        opened = transfer.open_data(json.loads(json.dumps(data)))
        copy = transfer.found_from(MemberFactory.create(), opened, Visibility.PRIVATE)
        assert transfer.export_warband(copy) == data
        assert copy.roster == original.roster
        assert copy.visibility == Visibility.PRIVATE
        assert copy.key != original.key

    def test_the_import_writes_the_same_reading_copy(self, owner: Member) -> None:
        original = veteran(owner)
        copy = transfer.found_from(owner, transfer.open_data(transfer.export_warband(original)))
        columns = ("number", "name", "rank", "standing", "experience", "lifetime", "value", "skills", "injuries")
        rows = [list(Character.objects.filter(warband=w).values_list(*columns)) for w in (original, copy)]
        assert rows[0] == rows[1]
        gear = [list(Gear.objects.filter(warband=w).values_list("number", "code", "paid")) for w in (original, copy)]
        assert gear[0] == gear[1]
        assert roster_at(copy) == copy.roster
        numbers = list(copy.journal.values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))

    def test_neither_notes_nor_people_nor_undone_steps_are_in_the_file(self, owner: Member) -> None:
        warband = veteran(owner)
        take_step(warband=warband, entry=Rename(figure=1, name="Mistaken Identity"), author=owner)
        undo_last(warband=warband, author=owner)
        said = json.dumps(transfer.export_warband(warband), ensure_ascii=False)
        for secret in (
            owner.username,
            owner.display_name,
            owner.email,
            "Keep an eye",
            "Mistaken Identity",
            warband.key,
        ):
            assert secret not in said

    def test_download(self, owner: Member, desk: Client) -> None:
        warband = veteran(owner, name='L\'Élite "du" ../Gué', battles=0)
        response = desk.get(reverse("rosters:export", args=[warband.pk]))
        assert response["Content-Type"] == "application/json"
        assert response["Content-Disposition"] == 'attachment; filename="lelite-du-gue.json"'
        assert json.loads(response.content) == transfer.export_warband(warband)

    def test_who_may_not_read_may_not_export(self, owner: Member, desk: Client) -> None:
        warband = mustered(owner, "Owls", visibility=Visibility.PRIVATE)
        assert desk.get(reverse("rosters:export", args=[warband.pk])).status_code == 404


class TestRefusals:
    def test_every_illegal_step_is_named_with_its_place(self) -> None:
        data = small(
            LEADER,
            {"kind": "buy", "item": "lightsabre", "figure": 1},
            {"kind": "buy", "item": "sword", "figure": 9},
            {"kind": "muster"},
            HENCHMAN | {"race": "elf"},
        )
        found = refused(data)
        # No henchman: Musg, Composition d'une Bande. Elves among humans: ruling M16.
        places = [sentence.partition(":")[0] for sentence in found]
        assert places == ["Step 2", "Step 3", "Step 4", "Step 5"]
        assert "lightsabre" in found[0]
        assert "figure number 9" in found[1]
        assert "no henchman" in found[2]
        assert "ruling M16" in found[3]

    def test_all_of_a_bad_setup_is_told(self) -> None:
        found = refused(small(race="vogon", name="", rules={"points": 0}))
        assert len(found) == 3
        assert all(sentence.startswith("Setup:") for sentence in found)

    def test_unreadable_and_illegal_steps_are_listed_together_in_order(self) -> None:
        found = refused(
            small(
                LEADER,
                {"kind": "teleport"},
                {"kind": "buy", "item": "sword", "figure": 77},
                {"kind": "buy", "item": 3},
                5,
                {"kind": "hire", "rank": "king", "race": "human", "name": "x"},
                {"kind": "buy", "item": "sword", "price": 0},
                {"kind": "buy"},
            )
        )
        assert found == [
            "Step 2, kind: 'teleport' is not one of the possible values.",
            "Step 3: The warband has no figure number 77.",
            "Step 4, item: Expected a text, found a whole number.",
            "Step 5: Expected a group of values, found a whole number.",
            "Step 6, rank: 'king' is not one of the possible values.",
            "Step 7: “price” does not belong here.",
            "Step 8: “item” is missing.",
        ]

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"format": "other"}, "not a file of a warband"),
            ({"version": 2}, "version 2"),
            ({"version": True}, "version True"),
            ({"journal": {}}, "list of steps is missing"),
            ({"owner": "ann"}, "owner: This does not belong"),
            ({"setup": []}, "Setup:"),
        ],
    )
    def test_a_file_of_another_shape(self, change: dict[str, Any], words: str) -> None:
        assert words in " ".join(refused(small(LEADER) | change))

    def test_a_changed_die_is_found(self, owner: Member) -> None:
        """A recorded roll must be just the dice that the rules ask for."""
        data = transfer.export_warband(veteran(owner, battles=1))
        place = next(i for i, entry in enumerate(data["journal"]) if entry["kind"] == "recover")
        data["journal"][place]["faces"] = [7, *data["journal"][place]["faces"][1:]]
        assert any(sentence.startswith(f"Step {place + 1}:") for sentence in refused(data))

    def test_money_that_was_never_there(self, owner: Member) -> None:
        """Everything is counted again: a purchase the treasury cannot pay is refused."""
        data = transfer.export_warband(mustered(owner, "Owls"))
        data["journal"] += [{"kind": "buy", "item": "bazooka", "figure": 1}] * 30
        found = refused(data)
        assert found
        assert all("treasury" in sentence for sentence in found)

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"\xff\xfe\x00\x01", "UTF-8"),
            (b"", "not a JSON file"),
            (b"PK\x03\x04", "not a JSON file"),
            (b"[" * 200_000, "not a JSON file"),
            (b"1" * 10_000, "not"),
            (b'{"format": "arriere-ban/warband", "version": 1', "not a JSON file"),
            (b"null", "not a file of a warband"),
            (b"x" * (transfer.BYTES_LIMIT + 1), "bytes"),
        ],
    )
    def test_garbage(self, content: bytes, words: str) -> None:
        with pytest.raises(Refused) as caught:
            transfer.open_text(content)
        assert words in str(caught.value)

    def test_too_many_steps(self) -> None:
        found = refused(small(*[HENCHMAN] * (transfer.STEPS_LIMIT + 1)))
        assert "2001 steps" in found[0]

    def test_refusals_are_in_the_readers_language(self) -> None:
        with translation.override("fr"), pytest.raises(Refused) as caught:
            transfer.open_data(small(LEADER, HENCHMAN | {"race": "elf"}))
        assert "Race elfique" in str(caught.value)


class TestUnrolledAftermath:
    def test_a_file_that_ends_in_an_aftermath_is_taken_as_before_the_battle(self, owner: Member) -> None:
        """Only its own campaign could roll it: elsewhere the warband could never go on."""
        waiting = veteran(owner, battles=1, unrolled=True)
        assert waiting.roster.engagement is not None
        opened = transfer.open_data(transfer.export_warband(waiting))
        assert opened.left_out == 1
        assert opened.roster.engagement is None
        assert opened.roster.record.battles == 1


class TestPages:
    def upload(self, desk: Client, content: bytes, **more: str) -> Any:
        file = SimpleUploadedFile("warband.json", content, "application/json")
        return desk.post(IMPORT, {"file": file, "visibility": "club", **more})

    def test_look_first_then_import(self, owner: Member, desk: Client) -> None:
        data = json.dumps(transfer.export_warband(veteran(owner)), ensure_ascii=False)
        preview = self.upload(desk, data.encode())
        assert preview.status_code == 200
        assert preview.templates[0].name == "rosters/import_preview.html"
        assert "Aliénor" in preview.content.decode()
        assert Warband.objects.count() == 1
        carried = preview.context["form"]["text"].value()
        done = desk.post(IMPORT, {"text": carried, "visibility": "private", "confirm": "1"})
        made = Warband.objects.exclude(owner=owner).get()
        assert done.status_code == 302
        assert done["Location"] == made.get_absolute_url()
        assert (made.owner.username, made.visibility) == ("bob", "private")
        assert json.dumps(transfer.export_warband(made), ensure_ascii=False) == data

    def test_pasted_text_with_a_byte_order_mark(self, desk: Client) -> None:
        response = desk.post(IMPORT, {"text": "\ufeff" + json.dumps(small(LEADER)), "visibility": "club"})
        assert response.templates[0].name == "rosters/import_preview.html"

    @pytest.mark.parametrize(
        "content",
        [b"\xff\xfe\x00", b"{", json.dumps(small(LEADER, {"kind": "nope"}, {"kind": "muster"})).encode()],
        ids=["not text", "cut off", "tampered"],
    )
    def test_a_refused_file_leaves_no_trace(self, desk: Client, content: bytes) -> None:
        for more in ({}, {"confirm": "1"}):
            response = self.upload(desk, content, **more)
            assert response.status_code == 200
            assert "Nothing was saved." in response.content.decode()
        assert not Warband.objects.exists()
        assert not JournalEntry.objects.exists()

    def test_the_page_lists_every_problem_and_keeps_what_was_typed(self, desk: Client) -> None:
        text = json.dumps(
            small(LEADER, {"kind": "nope"}, {"kind": "buy", "item": "<b>", "figure": 1}, {"kind": "muster"})
        )
        page = desk.post(IMPORT, {"text": text, "visibility": "club"})
        said = page.content.decode()
        for words in ("Step 2", "Step 3", "Step 4", "for 3 reasons", "&lt;b&gt;"):
            assert words in said
        assert page.context["form"]["text"].value() == text

    def test_nothing_handed_in(self, desk: Client) -> None:
        page = desk.post(IMPORT, {"text": " ", "visibility": "club"})
        assert "Choose a file" in page.content.decode()

    def test_a_file_too_large_is_not_even_read(self, desk: Client) -> None:
        page = self.upload(desk, b" " * (transfer.BYTES_LIMIT + 1))
        assert "1000001 bytes" in page.content.decode().replace("\xa0", "").replace(",", "")

    def test_a_text_too_large_for_the_site(self, desk: Client, settings: Any) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
        page = desk.post(IMPORT, {"text": "x" * 2000, "visibility": "club"})
        assert page.status_code == 400
        assert "error-page" in page.content.decode()

    def test_a_visitor_logs_in_first(self, client: Client) -> None:
        response = client.get(IMPORT)
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/")

    def test_import_costs_the_same_however_long_the_journal(
        self, owner: Member, desk: Client, django_assert_max_num_queries: Callable[..., Any]
    ) -> None:
        data = json.dumps(transfer.export_warband(veteran(owner, figures=12, battles=3)))
        with django_assert_max_num_queries(30):
            assert desk.post(IMPORT, {"text": data, "visibility": "club", "confirm": "1"}).status_code == 302
