"""A log is played once in a request, however many ask for it: the operation, the reading copy, the page."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from campaigns.matches.models.match import Match
from club.models import Member
from engines.badass_force.score.game import GAME
from engines.core.problems import Problem
from engines.core.score import Entry, State
from tests.campaigns.matches.asking import HTMX, as_, at, text
from tests.factories.matches import END_TURN, kill, pad

pytestmark = pytest.mark.django_db

KILL = {"kind": "kill", "f.killer": "0", "f.victim": "1", "f.means": "weapon"}


@pytest.fixture
def live(ann: Member, ben: Member) -> Match:
    """A pad with a log of five entries."""
    return pad([ann, ben], entries=[kill(0, 1), END_TURN, kill(1, 0), END_TURN, kill(0, 1)], options={"limit": 50})


@pytest.fixture
def played(live: Match, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of the entries that the engine played from now on, one after the other."""
    kinds: list[str] = []
    judged = type(GAME).problems

    def counting(self: Any, state: State, entry: Entry[Any]) -> list[Problem]:
        kinds.append(str(entry.__struct_config__.tag))
        return judged(self, state, entry)

    monkeypatch.setattr(type(GAME), "problems", counting)
    return kinds


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_entry_plays_the_log_once(live: Match, ann: Member, played: list[str], headers: dict[str, str]) -> None:
    answer = as_(ann).post(at("match_enter", live.pk), {**KILL, "client_id": "one"}, headers=headers)
    assert answer.status_code == (200 if headers else 302)
    assert played == ["kill", "end_turn", "kill", "end_turn", "kill", "kill"]


def test_an_entry_that_had_arrived_plays_the_log_once_for_the_page(live: Match, ann: Member, played: list[str]) -> None:
    """Unless the pad was just drawn: then not at all."""
    for times, drawn in ((1, False), (1, True), (2, False)):
        if not drawn:
            cache.clear()
        as_(ann).post(at("match_enter", live.pk), {**KILL, "client_id": "one"}, headers=HTMX)
        assert len(played) == 6 * times


def test_a_refused_entry_plays_the_log_once(live: Match, ann: Member, played: list[str]) -> None:
    answer = as_(ann).post(at("match_enter", live.pk), {**KILL, "f.victim": "0", "client_id": "one"}, headers=HTMX)
    assert answer.status_code == 422
    assert len(played) == 6


def test_taking_the_last_entry_back_plays_the_log_once(live: Match, ann: Member, played: list[str]) -> None:
    assert as_(ann).post(at("match_undo", live.pk), headers=HTMX).status_code == 200
    assert played == ["kill", "end_turn", "kill", "end_turn", "kill"]


def test_a_correction_plays_the_log_once_and_what_follows_it_anew(live: Match, ann: Member, played: list[str]) -> None:
    """The page needs the log as it was; the operation and the next page play on from the entry that changed."""
    data = {**KILL, "f.means": "power", "version": str(live.version), "reason": "By power"}
    assert "The score is corrected" in text(as_(ann).post(at("match_entry", live.pk, 3), data))
    assert len(played) == 5 + 3 + 3
