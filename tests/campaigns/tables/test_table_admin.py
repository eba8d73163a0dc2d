"""The club admin may sit at a table, too: nothing that is still secret stands in the admin's pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_table import CardTable, TableState
from tests.factories.club import MemberFactory
from tests.factories.tables import OPEN, dealt, decide, finished, guest, open_table, seat_at

pytestmark = pytest.mark.django_db


def test_neither_seed_nor_links_nor_the_log_stand_in_the_admins_pages() -> None:
    ann, bob = MemberFactory.create_batch(2)
    client = Client()
    client.force_login(MemberFactory.create(club_admin=True), backend="club.auth.MemberBackend")
    gathering, running = open_table(ann, OPEN), decide(dealt(ann, bob))
    finished(ann, bob)
    secret, person = guest("Zoé")
    seat = seat_at(gathering, 1)
    seat.guest, seat.guest_key = "Zoé", person.guest
    seat.save()
    chosen = running.actions.get().code
    for table in CardTable.objects.all():
        text = client.get(reverse("admin:campaigns_cardtable_change", args=[table.pk])).content.decode()
        assert table.commitment in text
        for hidden in (table.seed, person.guest, secret, seat.link, chosen):
            assert hidden not in text
    assert CardTable.objects.filter(state=TableState.OVER).exists()


def test_simulations_are_listed() -> None:
    run = balance.start(
        game="bagarre", players=2, variant="plain", options={}, bot="random", count=100, member=None
    )  # fmt: skip
    client = Client()
    client.force_login(MemberFactory.create(club_admin=True), backend="club.auth.MemberBackend")
    assert "bagarre/2" in client.get(reverse("admin:campaigns_balancerun_changelist")).content.decode()
    assert client.get(reverse("admin:campaigns_balancerun_change", args=[run.pk])).status_code == 200
