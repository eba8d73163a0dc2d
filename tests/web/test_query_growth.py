"""Queries of the main pages: within their limits, and the same however many figures and warbands there are."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from config.bench.growth import MOST_TIMES
from config.bench.measure import count_queries, visitor
from config.bench.pages import EMPTY_PAGE, PAGES, Page
from config.bench.scene import Scene, build


@dataclass(frozen=True)
class Scenes:
    few: Scene
    many: Scene


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scenes]:
    """A campaign of 3 warbands of 3 figures and one of 12 of 12, each with three rounds behind it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Scenes(build(warbands=3, figures=3, name="Few"), build(warbands=12, figures=12, name="Many"))
        transaction.set_rollback(True)


@pytest.fixture
def scenes(built: Scenes, db: None) -> Scenes:
    return built


@pytest.mark.parametrize("asked", PAGES, ids=[page.name for page in PAGES])
def test_queries_keep_their_limit_and_do_not_grow(scenes: Scenes, asked: Page) -> None:
    few = count_queries(asked, visitor(scenes.few), scenes.few)
    many = count_queries(asked, visitor(scenes.many), scenes.many)
    assert many <= few, f"{asked.name}: {few} queries for 3 warbands of 3 figures, {many} for 12 of 12"
    if asked.queries is not None:
        assert many <= asked.queries


PROMISED = {"roster": 10, "print": 10, "campaign": 17, "battle": 12, "hire": 10, "buy": 10}
"""Queries of the pages that are open most, and of the steps taken most."""
FIRST_LOOKS = {f"{name}, first look" for name in ("roster", "print", "shop", "journal", "campaign", "chronicle")}
"""The first reader after a start waits while every figure, ware or step is worked out: eight times the empty one."""
ON_PAPER = {"sheet as PDF", "cards as PDF"}
"""These print. Setting a sheet takes what it takes, whatever a page does: its limits are in seconds of its own."""

IN_PLAY = {"battle at the site"}
"""On it the engine weighs every answer: its limits are in milliseconds of their own (``config/bench/playing.py``)."""
UNCOMPARED = ON_PAPER | IN_PLAY


def test_the_limits_are_those_promised() -> None:
    """Everything takes at most five times as long as an empty page: pages, forms that are sent, whatever is added."""
    ratios = {page.name: page.ratio for page in PAGES}
    assert ratios == {
        name: 8 if name in FIRST_LOOKS else None if name in UNCOMPARED else 5 for name in (page.name for page in PAGES)
    }
    assert ratios.keys() > FIRST_LOOKS | UNCOMPARED | PROMISED.keys()
    assert {page.name: page.queries for page in PAGES if page.name in PROMISED} == PROMISED
    of_rosters = {"roster, first look", "print, first look"} | ON_PAPER
    assert all(page.queries == 10 for page in PAGES if page.name in of_rosters)
    assert MOST_TIMES == 5, "the pages about scores, with many matches"


def test_an_empty_page_asks_for_session_member_and_club_only(scenes: Scenes) -> None:
    assert count_queries(EMPTY_PAGE, visitor(scenes.many), scenes.many) <= 3


def test_the_scene_is_what_is_promised(scenes: Scenes) -> None:
    many = scenes.many
    played = list(many.campaign.warbands.filter(mustered=True))
    assert len(played) == 12
    for warband in played:
        assert warband.figures == 12
        assert warband.battles == 3
        assert all(len(figure.items) == 10 for figure in warband.roster.active)
    assert many.campaign.rounds.count() == 3
    assert not many.draft.mustered
