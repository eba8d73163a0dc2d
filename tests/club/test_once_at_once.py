"""The same form from many threads at the same moment makes one thing. On SQLite files and PostgreSQL."""

from __future__ import annotations

from collections import Counter
from uuid import uuid4

import pytest
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.league.terms import Terms
from campaigns.matches.models.match import Match
from campaigns.wars.settings.operations import create_campaign
from club.models import Submission
from engines.musg.rules import Rules
from rosters.models import Warband
from tests.campaigns.wars.test_at_once import at_once
from tests.clients import client_of
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 6


def sent_at_once(address: str, sent: dict[str, str]) -> Counter[str]:
    """Where one member's browsers are led that send a form at the same moment."""
    member = MemberFactory.create()
    clients = [client_of(member) for _n in range(AT_ONCE)]
    filled = {name: value.format(member=member.pk) for name, value in sent.items()}
    return at_once(*(lambda one=one: one.post(address, filled).headers.get("Location") for one in clients))


def test_a_result_sent_many_times_at_once_is_one_match() -> None:
    other = MemberFactory.create()
    sent = {"seat-0-player": "m{member}", "seat-0-total": "16", "seat-1-player": f"m{other.pk}", "seat-1-total": "3"}
    more = {"visibility": "club", "start": "0", "client_id": str(uuid4())}
    led = sent_at_once(reverse("campaigns:match_record", args=["badass_force"]), {**sent, **more})
    match = Match.objects.get()
    assert led == Counter({reverse("campaigns:match", args=[match.pk]): AT_ONCE})


def test_a_warband_founded_many_times_at_once_is_one() -> None:
    sent = {"name": "Axes", "race": "dwarf", "era": "modern", "visibility": "club", "client_id": str(uuid4())}
    led = sent_at_once(reverse("rosters:new"), sent)
    assert led == Counter({reverse("rosters:builder", args=[Warband.objects.get().pk]): AT_ONCE})
    assert Submission.objects.get().address == next(iter(led))


def test_many_campaigns_of_one_name_opened_at_once_are_as_many() -> None:
    people = [MemberFactory.create() for _n in range(10)]

    def opened(number: int) -> object:
        return create_campaign(referee=people[number], terms=Terms(name="The Ford"), rules=Rules()).name

    assert at_once(*(lambda n=n: opened(n) for n in range(10))) == Counter({"The Ford": 10})
    assert len(set(Campaign.objects.values_list("slug", flat=True))) == 10
