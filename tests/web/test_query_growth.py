"""Queries of the main pages: within their limits, and the same however many figures and warbands there are."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

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


def test_the_limits_are_those_promised() -> None:
    promised = {"roster": 10, "print": 10, "campaign": 14, "battle": 14, "hire": 20, "buy": 20}
    assert {page.name: page.queries for page in PAGES if page.name in promised} == promised
    ratios = {page.name: page.ratio for page in PAGES if page.ratio}
    assert {name for name, ratio in ratios.items() if ratio != 3} == {"roster, first look", "print, first look"}
    assert ratios["roster, first look"] == ratios["print, first look"] == 4
    assert set(promised) - {"buy"} <= set(ratios) | {"hire"}


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
