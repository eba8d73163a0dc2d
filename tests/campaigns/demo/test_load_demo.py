"""``manage.py load_demo``: once, never in production, and wiped without harm to anybody else."""

from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db.models import Model

from campaigns.demo.club import MARCH
from campaigns.jobs.models import Job
from campaigns.league.models import Campaign, Membership, Role
from campaigns.matches.models.match import Match
from campaigns.matches.models.player import Player
from campaigns.seasons.models.rating import Rating, RatingStep, Tally, Total
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import Resolution
from club.models import Member
from rosters.models import Character, JournalEntry, Warband
from rosters.operations import create_warband
from tests.demo_club import DEMO
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def debug(settings: LazySettings) -> None:
    settings.DEBUG = True


def load(*arguments: str) -> str:
    out = StringIO()
    call_command("load_demo", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def loaded(db: None, debug: None) -> str:
    """What was said when the demo was loaded."""
    return DEMO.stand().said


def counts() -> dict[str, int]:
    models: tuple[type[Model], ...] = (
        Member, Campaign, Membership, Battle, Recovery, Resolution, Job, Warband, JournalEntry, Character,
        Match, Player, Rating, RatingStep, Tally, Total,
    )  # fmt: skip
    return {model.__name__: model._default_manager.count() for model in models}


def test_it_is_refused_outside_of_debug(settings: LazySettings) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError, match="DEBUG"):
        load()
    assert not Member.objects.exists()


class TestOnceLoaded:
    def test_loading_twice_loads_once(self, loaded: str) -> None:
        assert "is loaded" in loaded
        once = counts()
        assert "is here already" in load()
        assert counts() == once

    @pytest.mark.slow
    def test_resetting_begins_the_story_anew_and_leaves_other_people_alone(self, loaded: str) -> None:
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

    def test_resetting_stops_where_the_demo_is_part_of_somebodys_campaign(self, loaded: str) -> None:
        demo = Campaign.objects.get(name=MARCH.name)
        Membership.objects.create(campaign=demo, member=MemberFactory.create(), role=Role.REFEREE)
        once = counts()
        with pytest.raises(CommandError, match="part of somebody"):
            load("--reset")
        assert counts() == once
