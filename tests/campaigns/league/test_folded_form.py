"""The form of a campaign folds what nearly nobody changes to a line that says how it is."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.wars.settings.forms import CampaignForm
from engines.musg.rules import Rules
from tests.clients import client_of
from tests.factories.campaigns import campaign
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


def test_what_is_as_in_the_book_says_so_and_what_is_not_says_how() -> None:
    with translation.override("en"):
        usual = [group.said for group in CampaignForm().groups]
        made = campaign(rules=Rules(points=750, pulp=True, extras=False))
        changed = [group.said for group in CampaignForm(campaign=made).groups]
    assert usual[1:] == [
        "Every member of the club · Anyone with the code is in straight away · confirmed after 72 h",
        *["as in the book"] * 3,
        "with challenges",
    ]
    assert changed[2] == "Points of a new warband 750"
    assert changed[3] == "as in the book"
    assert "Pulp" in changed[4]


def test_a_mistake_in_a_fold_opens_it() -> None:
    client = client_of(MemberFactory.create())
    answer = client.post(reverse("campaigns:new"), {"name": "The Ford", "confirm_hours": "0"})
    page = answer.content.decode()
    assert page.count('<details class="card fold" open>') >= 1
    assert not answer.context["form"].groups[0].has_errors
