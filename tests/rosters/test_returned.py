"""A sheet that comes back: its code says whether it is up to date, and to its readers what changed."""

from __future__ import annotations

import io
import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hypothesis import given, strategies as st
from pypdf import PdfReader

from club.models import Member
from club.visibility import Visibility
from engines.musg.entries import Buy, Rename
from rosters.models import Warband
from rosters.operations import take_step, undo_last
from rosters.sheets.code import Printed, read_code
from rosters.sheets.order import in_order
from rosters.sheets.since import since
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory
from tests.rosters.veterans import veteran

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    cache.clear()


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann of Brie", language="en")


@pytest.fixture
def desk(client: Client, owner: Member) -> Client:
    client.force_login(owner)
    return client


def opened(client: Client, warband: Warband, version: int | None = None) -> str:
    code = Printed(warband.pk, warband.version if version is None else version).code
    response = client.get(reverse("rosters:returned", args=[code]))
    assert response.status_code == 200
    return response.content.decode()


def renamed(warband: Warband, name: str) -> None:
    take_step(warband=warband, entry=Rename(figure=1, name=name), author=warband.owner)


class TestTheCode:
    @given(st.integers(0, 2**40), st.integers(0, 2**31))
    def test_what_is_printed_is_read(self, warband: int, version: int) -> None:
        printed = Printed(warband, version)
        assert read_code(printed.code) == printed
        assert read_code(f" {printed.code.lower()} ".replace("0", "o").replace("1", "l")) == printed

    @pytest.mark.parametrize(
        "code", ["", "-", "--", "1-2", "1-2-3-4", "1-2-ZZZZZZ", "é-1-2", "1" * 200, "1-2-", "U-1-1"]
    )
    def test_what_was_never_printed(self, code: str) -> None:
        assert read_code(code) is None

    def test_one_letter_wrong(self) -> None:
        """The signature covers both numbers."""
        code = Printed(17, 4).code
        for at, letter in enumerate(code):
            if letter != "-":
                assert read_code(code[:at] + ("A" if letter != "A" else "B") + code[at + 1 :]) is None


class TestSince:
    def test_nothing(self, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        found = since(warband, warband.version)
        assert (found.made, found.struck) == ((), ())

    def test_steps_made_since(self, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        printed = warband.version
        renamed(warband, "Second")
        take_step(warband=warband, entry=Buy(item="rope"), author=owner)
        assert [line.kind for line in since(warband, printed).made] == ["rename", "buy"]

    def test_a_step_on_the_sheet_that_was_taken_back(self, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        renamed(warband, "Second")
        printed = warband.version
        undo_last(warband=warband, author=owner)
        found = since(warband, printed)
        assert (found.made, [line.kind for line in found.struck]) == ((), ["rename"])

    def test_a_step_taken_back_before_printing_is_not_told(self, owner: Member) -> None:
        """Two steps, the second taken back, printed, then the first taken back: only that one is news."""
        warband = mustered(owner, "Owls")
        take_step(warband=warband, entry=Buy(item="rope"), author=owner)
        renamed(warband, "Second")
        undo_last(warband=warband, author=owner)
        printed = warband.version
        assert since(warband, printed).struck == ()
        undo_last(warband=warband, author=owner)
        assert [line.kind for line in since(warband, printed).struck] == ["buy"]

    def test_made_and_taken_back_since_is_nothing(self, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        printed = warband.version
        renamed(warband, "Second")
        undo_last(warband=warband, author=owner)
        found = since(warband, printed)
        assert (found.made, found.struck) == ((), ())


class TestThePage:
    def test_up_to_date(self, desk: Client, owner: Member) -> None:
        page = opened(desk, mustered(owner, "Owls"))
        assert "This sheet is up to date." in page
        assert "Since it was printed" not in page

    def test_out_of_date(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        printed = warband.version
        renamed(warband, "Grizel")
        page = opened(desk, warband, printed)
        assert "This sheet is out of date" in page
        assert "Grizel" in page

    def test_a_stranger_reads_no_more_than_that(self, owner: Member) -> None:
        client = Client(headers={"accept-language": "en"})
        warband = mustered(owner, "Owls of the Marsh")
        printed = warband.version
        assert "This sheet is up to date." in opened(client, warband)
        renamed(warband, "Grizel")
        page = opened(client, warband, printed)
        assert "This sheet is out of date" in page
        for secret in ("Owls of the Marsh", "Grizel", "Ann of Brie", reverse("rosters:roster", args=[warband.pk])):
            assert secret not in page
        assert f"/accounts/login/?next={reverse('rosters:returned', args=[Printed(warband.pk, printed).code])}" in page

    def test_a_warband_that_is_gone(self, desk: Client) -> None:
        assert desk.get(reverse("rosters:returned", args=[Printed(987654, 1).code])).status_code == 404

    def test_typed_with_a_thumb(self, desk: Client, owner: Member) -> None:
        code = Printed(mustered(owner, "Owls").pk, 1).code
        response = desk.get(reverse("rosters:returned_enter"), {"code": f" {code.lower()} "})
        assert response["Location"] == reverse("rosters:returned", args=[code])

    def test_typed_wrong(self, desk: Client) -> None:
        response = desk.get(reverse("rosters:returned_enter"), {"code": "1-2-ABCDEF"})
        assert response.status_code == 422
        page = response.content.decode()
        assert "Compare it letter by letter." in page
        assert 'value="1-2-ABCDEF"' in page

    def test_nobody_guesses(self, owner: Member) -> None:
        """After thirty wrong codes a right one is refused, too; right ones are not counted."""
        client = Client(headers={"accept-language": "en"})
        warband = mustered(owner, "Owls", visibility=Visibility.PUBLIC)
        for _ in range(40):
            opened(client, warband)
        for _ in range(int(settings.ACCOUNT_RATE_LIMITS["sheet-code"].partition("/")[0])):
            assert client.get(reverse("rosters:returned", args=["1-2-ABCDEF"])).status_code == 404
        right = Printed(warband.pk, warband.version).code
        assert client.get(reverse("rosters:returned", args=[right])).status_code == 404
        response = client.get(reverse("rosters:returned_enter"), {"code": right})
        assert "Too many tries." in response.content.decode()


class TestOnPaper:
    def test_sheet_and_cards_carry_it(self, desk: Client, owner: Member) -> None:
        warband = veteran(owner)
        code = Printed(warband.pk, warband.version).code
        page = desk.get(reverse("rosters:sheet", args=[warband.pk])).content.decode()
        assert f"<code>{code}</code>" in page
        for name in ("sheet_pdf", "cards_pdf"):
            content = desk.get(reverse(f"rosters:{name}", args=[warband.pk])).content
            reader = PdfReader(io.BytesIO(content))
            assert code in "".join(one.extract_text() for one in reader.pages)

    def test_a_sheet_of_the_past_is_out_of_date(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        before = warband.version
        renamed(warband, "Grizel")
        page = desk.get(reverse("rosters:sheet", args=[warband.pk]) + f"?at={before}").content.decode()
        found = re.search(r"<code>([^<]+)</code>", page)
        assert found is not None
        assert read_code(found[1]) == Printed(warband.pk, before)

    def test_the_order_of_the_sheet(self, owner: Member) -> None:
        """Leader, lieutenants, hired figures, henchmen, extras: as the sheet prints them."""
        roster = veteran(owner, figures=5, battles=0).roster
        assert [figure.name for figure in in_order(roster)][:2] == ["Aliénor", "Œil-de-Faucon"]
