"""Who may read and change a warband: its owner, a referee over it, other members, visitors."""

import pytest
from django.test import Client

from club.visibility import Visibility
from rosters.models import Warband

pytestmark = pytest.mark.django_db

READ = ["", "journal/", "figures/1/"]
CHANGE = [("get", "muster/"), ("get", "steps/buy/"), ("post", "steps/buy/"), ("post", "undo/")]


@pytest.mark.parametrize("path", READ)
def test_reading(
    warband: Warband, browser_of_owner: Client, other: Client, visitor: Client, referee: Client, path: str
) -> None:
    address = f"/warbands/{warband.pk}/{path}"
    for visibility, member_reads, visitor_reads in (
        (Visibility.PUBLIC, 200, 200),
        (Visibility.CLUB, 200, 404),
        (Visibility.PRIVATE, 404, 404),
    ):
        Warband.objects.filter(pk=warband.pk).update(visibility=visibility)
        assert browser_of_owner.get(address).status_code == 200
        assert referee.get(address).status_code == 200
        assert other.get(address).status_code == member_reads
        assert visitor.get(address).status_code == visitor_reads
        assert browser_of_owner.post(address).status_code == 405


@pytest.mark.parametrize(("method", "path"), CHANGE)
def test_changing(warband: Warband, other: Client, visitor: Client, method: str, path: str) -> None:
    address = f"/warbands/{warband.pk}/{path}"
    before = warband.journal.count()
    for visibility, member_gets, visitor_gets in (
        (Visibility.PUBLIC, 403, 302),
        (Visibility.CLUB, 403, 404),
        (Visibility.PRIVATE, 404, 404),
    ):
        Warband.objects.filter(pk=warband.pk).update(visibility=visibility)
        data = {"version": warband.version, "figure": 1, "item": "sword"}
        assert getattr(other, method)(address, data).status_code == member_gets
        answer = getattr(visitor, method)(address, data)
        assert answer.status_code == visitor_gets
        if visitor_gets == 302:
            assert answer["Location"].startswith("/accounts/login/")
    assert warband.journal.count() == before


def test_visibility_is_the_owners_alone(warband: Warband, other: Client, referee: Client, visitor: Client) -> None:
    address = f"/warbands/{warband.pk}/visibility/"
    for client in (other, referee):
        assert client.post(address, {"visibility": "public"}).status_code == 403
    assert visitor.post(address, {"visibility": "public"}).status_code == 404
    assert Warband.objects.get(pk=warband.pk).visibility == Visibility.CLUB


def test_a_visitors_htmx_request_leaves_for_the_log_in_page(warband: Warband, visitor: Client) -> None:
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.PUBLIC)
    answer = visitor.post(f"/warbands/{warband.pk}/steps/buy/", {}, headers={"hx-request": "true"})
    assert answer.status_code == 204
    assert answer["HX-Redirect"].startswith("/accounts/login/")


def test_nobody_reads_what_does_not_exist(browser_of_owner: Client) -> None:
    for path in (*READ, "muster/", "steps/buy/"):
        assert browser_of_owner.get(f"/warbands/999/{path}").status_code == 404
