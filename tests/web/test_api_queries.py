"""What a program reads costs no more queries than its page: the token's takes the place of the session's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.models import Scope
from tests.clients import client_of
from tests.programs import Program
from tests.web.cast import As, Cast, Ground

type About = Callable[[Ground], list[Any]]

PAIRS: dict[str, tuple[str, About, str, About]] = {
    "announcements": ("announcements", lambda g: [], "club:announcements", lambda g: []),
    "a roster": ("warband", lambda g: [g.warband.pk], "rosters:roster", lambda g: [g.warband.pk]),
    "a journal": ("journal", lambda g: [g.warband.pk], "rosters:journal", lambda g: [g.warband.pk]),
    "a file": ("file", lambda g: [g.warband.pk], "rosters:export", lambda g: [g.warband.pk]),
    "warbands": ("warbands", lambda g: [], "rosters:list", lambda g: []),
    "a match": ("match", lambda g: [g.live.pk], "campaigns:match", lambda g: [g.live.pk]),
    "matches": ("matches", lambda g: [], "campaigns:match_list", lambda g: []),
    "a season’s table": (
        "season_standings",
        lambda g: [g.season.slug],
        "campaigns:season_standings",
        lambda g: [g.season.slug],
    ),
    "ratings": ("ratings", lambda g: [g.season.game], "campaigns:match_leaderboard", lambda g: []),
    "a card table": ("table", lambda g: [g.table.pk], "tables:table", lambda g: [g.table.pk]),
    "a battle at the site": ("played_battle", lambda g: [g.fighting.pk], "play:battle", lambda g: [g.fighting.pk]),
    "card tables": ("tables", lambda g: [], "tables:list", lambda g: []),
}


def counted(ask: Callable[[], HttpResponse]) -> int:
    """How many queries an answer takes, the second time: what a process remembers it has read by then."""
    ask()
    with CaptureQueriesContext(connection) as captured:
        assert ask().status_code == 200
    return len(captured)


@pytest.mark.parametrize("what", PAIRS)
def test_a_program_costs_no_more_queries_than_its_page(what: str, stage: Cast) -> None:
    name, about, page, of_page = PAIRS[what]
    ground, owner = stage.grounds["public"], stage.people[As.OWNER]
    program, browser = Program(owner, Scope.READ), client_of(owner)
    address = reverse(f"api:{name}", args=about(ground)).removeprefix("/api/v1/")
    told = counted(lambda: program.get(address))
    shown = counted(lambda: browser.get(reverse(page, args=of_page(ground))))
    assert told <= shown
