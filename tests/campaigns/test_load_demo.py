"""``manage.py load_demo``: once, never in production, and wiped without harm to anybody else."""

from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db.models import Model

from campaigns.demo.club import MARCH
from campaigns.models import Battle, Campaign, Membership, Recovery
from campaigns.models.battle import BattleState
from campaigns.models.campaign import Role
from club.models import Member
from rosters.models import Character, JournalEntry, Warband
from rosters.operations import create_warband
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def debug(settings: LazySettings) -> None:
    settings.DEBUG = True


def load(*arguments: str) -> str:
    out = StringIO()
    call_command("load_demo", *arguments, stdout=out)
    return out.getvalue()


def counts() -> dict[str, int]:
    models: tuple[type[Model], ...] = (Member, Campaign, Membership, Battle, Recovery, Warband, JournalEntry, Character)
    return {model.__name__: model._default_manager.count() for model in models}


def test_loading_twice_loads_once(debug: None) -> None:
    assert "is loaded" in load()
    once = counts()
    assert "is here already" in load()
    assert counts() == once


def test_it_is_refused_outside_of_debug(settings: LazySettings) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError, match="DEBUG"):
        load()
    assert not Member.objects.exists()


def test_resetting_begins_the_story_anew_and_leaves_other_people_alone(debug: None) -> None:
    load()
    once = counts()
    stranger = MemberFactory.create()
    setup = Warband.objects.get(mustered=False).engine_setup
    kept = create_warband(owner=stranger, setup=setup)
    demo = Campaign.objects.get(name=MARCH.name)
    Battle.objects.filter(campaign=demo, state=BattleState.REPORTED).delete()
    load("--reset")
    Warband.objects.get(pk=kept.pk).delete()
    Member.objects.get(pk=stranger.pk).delete()
    assert counts() == once


def test_resetting_stops_where_the_demo_is_part_of_somebodys_campaign(debug: None) -> None:
    load()
    demo = Campaign.objects.get(name=MARCH.name)
    Membership.objects.create(campaign=demo, member=MemberFactory.create(), role=Role.REFEREE)
    once = counts()
    with pytest.raises(CommandError, match="part of somebody"):
        load("--reset")
    assert counts() == once
