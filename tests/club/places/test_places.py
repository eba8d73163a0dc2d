"""Places and tables: what admins do with them, and what is refused in words."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.operations import Refused
from club.places import operations
from club.places.models import GameTable, Place
from tests.clients import client_of
from tests.factories.club import GameTableFactory, PlaceFactory
from tests.web.html import Page, filled_in, unspaced

pytestmark = pytest.mark.django_db

LIST, NEW = reverse("club:places"), reverse("club:place_new")


@pytest.fixture
def hall() -> Place:
    return operations.add_place(name="Hall", address="1 High Street\n57000 Metz")


def errors(client: Client, address: str, sent: dict[str, str]) -> dict[str, list[str]]:
    answer = client.post(address, sent)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert {name: form[name].value() for name in sent} == sent, "what was typed stays"
    return dict(form.errors)


def test_an_admin_adds_a_place_and_a_table(admin_client_of_club: Client) -> None:
    empty = admin_client_of_club.get(LIST).content.decode()
    assert "No place yet" in empty
    made = admin_client_of_club.post(NEW, {"name": " Hall ", "address": "1 High Street", "notes": "Ring twice."})
    place = Place.objects.get()
    assert made["Location"] == f"{LIST}#place-{place.pk}"
    assert (place.name, place.address, place.notes, place.retired) == ("Hall", "1 High Street", "Ring twice.", False)
    sent = {"name": "Table 1", "seats": "6", "width": "48", "depth": "32", "notes": "by the stove"}
    admin_client_of_club.post(reverse("club:table_new", args=[place.pk]), sent)
    table = place.tables.get()
    assert (table.name, table.seats, table.width, table.depth, table.notes) == ("Table 1", 6, 48, 32, "by the stove")
    page = unspaced(admin_client_of_club.get(LIST).content.decode())
    for said in ("Hall", "Ring twice.", "Table 1", "6 seats", "48 × 32 paces", "by the stove"):
        assert said in page


def test_what_is_wrong_is_said_beside_its_field(admin_client_of_club: Client, hall: Place) -> None:
    new = reverse("club:table_new", args=[hall.pk])
    blank = {"width": "", "depth": "", "notes": ""}
    assert list(errors(admin_client_of_club, new, {"name": "", "seats": "4", **blank})) == ["name"]
    assert errors(admin_client_of_club, new, {"name": "A", "seats": "0", **blank}) == {
        "seats": ["Ensure this value is greater than or equal to 1."]
    }
    assert list(errors(admin_client_of_club, new, {"name": "A", "seats": "21", **blank})) == ["seats"]
    paces = {"name": "A", "seats": "4", "notes": ""}
    assert list(errors(admin_client_of_club, new, {**paces, "width": "1", "depth": "201"})) == ["width", "depth"]
    assert errors(admin_client_of_club, new, {**paces, "width": "48", "depth": ""}) == {
        "depth": ["A table of Musg has a width and a depth: fill in both, or leave both empty."]
    }
    assert list(errors(admin_client_of_club, new, {**paces, "width": "", "depth": "48"})) == ["width"]
    assert not GameTable.objects.exists()


def test_two_places_and_two_tables_of_a_place_never_look_alike(admin_client_of_club: Client, hall: Place) -> None:
    taken = "Another place of the club is called like this."
    assert errors(admin_client_of_club, NEW, {"name": "HALL", "address": "", "notes": ""}) == {"name": [taken]}
    other = PlaceFactory.create(name="Cellar")
    renamed = {"name": "Hall", "address": "", "notes": ""}
    assert errors(admin_client_of_club, reverse("club:place", args=[other.pk]), renamed) == {"name": [taken]}
    operations.add_table(place=hall, name="Oak", seats=4)
    with pytest.raises(Refused) as refused:
        operations.add_table(place=hall, name="oak", seats=4)
    assert refused.value.codes == ["table_taken"]
    operations.add_table(place=other, name="Oak", seats=4)


def test_a_place_and_a_table_keep_their_names_when_the_rest_is_changed(
    admin_client_of_club: Client, hall: Place
) -> None:
    address = reverse("club:place", args=[hall.pk])
    drawn = Page(admin_client_of_club.get(address).content.decode())
    sent = filled_in(next(form for form in drawn.all("form") if form["class"] == "form"))
    admin_client_of_club.post(address, {**sent, "address": "2 High Street"})
    hall.refresh_from_db()
    assert (hall.name, hall.address) == ("Hall", "2 High Street")
    table = GameTableFactory.create(place=hall, name="Oak", width=48, depth=48)
    operations.change_table(table=table, name="Oak", seats=2, width=None, depth=None, notes="")
    table.refresh_from_db()
    assert (table.seats, table.measures) == (2, "")


def test_somebody_elses_change_is_not_undone(admin_client_of_club: Client, hall: Place) -> None:
    address = reverse("club:place", args=[hall.pk])
    drawn = admin_client_of_club.get(address).context["form"]
    operations.change_place(place=hall, name="Great Hall", address=hall.address, notes="")
    sent = {"name": "Hall", "address": "2 High Street", "notes": "", "seen": drawn["seen"].value()}
    refused = admin_client_of_club.post(address, sent)
    assert refused.status_code == 422
    assert refused.context["form"]["name"].value() == "Great Hall"
    hall.refresh_from_db()
    assert (hall.name, hall.address) == ("Great Hall", "1 High Street\n57000 Metz")


def test_what_is_out_of_use_stays_and_comes_back(admin_client_of_club: Client, hall: Place) -> None:
    table = GameTableFactory.create(place=hall, name="Oak")
    for name, row in (("place", hall), ("table", table)):
        retire = reverse(f"club:{name}_retire", args=[row.pk])
        for said, expected in (("yes", True), ("yes", True), ("no", False)):
            assert admin_client_of_club.post(retire, {"retired": said}).status_code == 302
            row.refresh_from_db()
            assert row.retired is expected
    operations.retire_table(table=table, retired=True)
    assert "no longer used" in admin_client_of_club.get(LIST).content.decode()


def test_there_is_an_end_to_places_and_tables(monkeypatch: pytest.MonkeyPatch, hall: Place) -> None:
    monkeypatch.setattr(operations, "PLACES_MOST", 1)
    monkeypatch.setattr(operations, "TABLES_MOST", 1)
    with pytest.raises(Refused) as places:
        operations.add_place(name="Cellar")
    operations.add_table(place=hall, name="Oak", seats=4)
    with pytest.raises(Refused) as tables:
        operations.add_table(place=hall, name="Elm", seats=4)
    assert (places.value.codes, tables.value.codes) == (["places_full"], ["tables_full"])


@pytest.mark.parametrize("wrong", [{"seats": 0}, {"seats": 21}, {"width": 48}, {"width": 1, "depth": 48}])
def test_the_database_keeps_the_bounds_too(hall: Place, wrong: dict[str, int]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        GameTableFactory.create(place=hall, **wrong)


def test_a_place_is_named_on_one_line_for_a_calendar() -> None:
    assert Place(name="Hall", address="1 High Street\r\n\n 57000 Metz ").located == "Hall, 1 High Street, 57000 Metz"
    assert Place(name="Hall").located == "Hall"


def test_the_list_asks_as_much_of_one_place_as_of_many(admin_client_of_club: Client, hall: Place) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            admin_client_of_club.get(LIST)
        return len(queries)

    GameTableFactory.create(place=hall)
    few = asked()
    for place in PlaceFactory.create_batch(5):
        GameTableFactory.create_batch(3, place=place)
    assert asked() == few


def test_nobody_but_admins_sees_the_pages(member_client: Client, hall: Place) -> None:
    for address in (LIST, NEW, reverse("club:place", args=[hall.pk])):
        assert member_client.get(address).status_code == 403
        assert client_of().get(address)["Location"].startswith(reverse("account_login"))
