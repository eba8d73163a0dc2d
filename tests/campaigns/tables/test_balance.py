"""Who wins how often: simulated in parts by workers, beside the club's recorded games."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.matches.operations.recording import Sitting, record_result
from campaigns.matches.operations.verdicts import settle_match
from campaigns.tables.balance import operations as balance
from campaigns.tables.models.card_balance import BalanceRun, BalanceState
from campaigns.tables.models.card_table import BotStrength, CardTable, TableVisibility
from campaigns.tables.operations import scores as table_scores
from campaigns.tables.records import club_records
from club.models import Member
from club.operations import Refused
from engines.bagarre.hero_codes import CODES
from engines.core.playout import Tally
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.tables import BOT, dealt, finished

pytestmark = pytest.mark.django_db

ADDRESS = "/tables/balance/bagarre/"


def asked(**changes: object) -> dict[str, object]:
    return {
        "game": "bagarre", "players": 2, "variant": "heroes", "options": {}, "bot": "random", "count": 100,
        "member": None,
    } | changes  # fmt: skip


def work(run: BalanceRun) -> None:
    """Let a worker take every part that waits, and what a slow machine leaves of one to a further part."""
    while waiting := Job.objects.filter(kind=balance.KIND, state=JobState.WAITING).first():
        assert jobs.run(waiting.pk)
    run.refresh_from_db()


def test_the_parts_make_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(balance.rules.of("bagarre")), "simulation_parts", {"random": 40})
    run = balance.start(**asked())  # type: ignore[arg-type]
    assert list(run.parts.values_list("first", "count")) == [(0, 40), (40, 40), (80, 20)]
    work(run)
    assert run.state == BalanceState.DONE
    assert run.engine == "bagarre/2"
    tally = balance.tally_of(run.summary)
    assert tally.games == 100
    # Two players: every game has two seats; all but those with a shared victory one winner.
    seats = tally.rates["seat"]
    assert sum(rate.played for rate in seats.values()) == 200
    assert sum(rate.won for rate in seats.values()) == 100 + tally.endings.get("nobody", 0)
    # La Bagarre, Héros: two heroes in every game, of twelve.
    assert sum(rate.played for rate in tally.rates["hero"].values()) == 200
    assert set(tally.rates["hero"]) <= set(CODES)


def test_every_hero_is_played_about_as_often_whatever_the_bots_like_best() -> None:
    run = balance.start(**asked(bot="thumb", players=6, count=200))  # type: ignore[arg-type]
    work(run)
    played = {hero: rate.played for hero, rate in balance.tally_of(run.summary).rates["hero"].items()}
    # Six players of twelve heroes: each hero is dealt in every game and kept in every second one, 100 of 200.
    assert set(played) == set(CODES)
    assert all(65 <= count <= 135 for count in played.values()), "five standard deviations"


def test_the_same_part_played_twice_says_the_same() -> None:
    run = balance.start(**asked())  # type: ignore[arg-type]
    rules = balance.rules.of("bagarre")
    first, again = (rules.simulate(run, first=30, count=20, tell=lambda done: True) for _ in range(2))
    assert first == again


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        ({"game": "chess"}, ["no_such_game"]),
        ({"players": 1}, ["players"]),
        ({"players": 7}, ["players"]),
        ({"bot": "genius"}, ["no_such_bot"]),
        ({"bot": "strong"}, ["no_such_bot"]),
        ({"count": 99}, ["games"]),
        ({"count": 20_001}, ["games"]),
        ({"options": {"teams": "2"}}, ["teams_shape"]),
        ({"options": {"joker_value": 0}, "count": 1}, ["option_out_of_range", "games"]),
    ],
)
def test_refusals(wrong: dict[str, object], codes: list[str]) -> None:
    with pytest.raises(Refused) as caught:
        balance.start(**asked(**wrong))  # type: ignore[arg-type]
    assert caught.value.codes == codes
    assert not BalanceRun.objects.exists()


def test_one_simulation_at_a_time() -> None:
    balance.start(**asked())  # type: ignore[arg-type]
    with pytest.raises(Refused) as caught:
        balance.start(**asked())  # type: ignore[arg-type]
    assert caught.value.codes == ["balance_runs"]
    balance.cancel(game="bagarre")
    balance.start(**asked())  # type: ignore[arg-type]


def test_called_off_half_way_what_is_in_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(balance.rules.of("bagarre")), "simulation_parts", {"random": 60})
    run = balance.start(**asked())  # type: ignore[arg-type]
    first = run.parts.all()[0]
    jobs.run(Job.objects.get(kind=balance.KIND, subject=first.pk).pk)
    balance.cancel(game="bagarre")
    run.refresh_from_db()
    assert (run.state, balance.tally_of(run.summary).games) == (BalanceState.CANCELLED, 60)
    work(run)
    assert balance.tally_of(run.summary).games == 60, "no worker adds to it any more"
    for again in (balance.cancel, balance.try_again):
        with pytest.raises(Refused):
            again(game="bagarre")


def test_a_part_that_failed_is_tried_again() -> None:
    run = balance.start(**asked())  # type: ignore[arg-type]
    Job.objects.update(state=JobState.FAILED, error="boom")
    assert balance.try_again(game="bagarre") == 1
    work(run)
    assert run.state == BalanceState.DONE


# The club's own games


def booked(*people: Member, **more: object) -> CardTable:
    """A finished game that stands in the books."""
    table = finished(*people, **more)
    assert table_scores.take_over(table) is not None
    return table


def test_the_clubs_matches_count_by_hero_and_seat(ann: Member) -> None:
    dealt(ann, MemberFactory.create())
    table = booked(ann, MemberFactory.create())
    heroes = {seat.number: seat.heroes[0] for seat in table.seats.all()}
    tally = club_records("bagarre", ann)
    assert tally.games == 1, "a game that is being played does not count"
    assert {seat: (rate.played, rate.won) for seat, rate in tally.rates["seat"].items()} == {"0": (1, 1), "1": (1, 0)}
    assert tally.rates["hero"][heroes[0]].won == 1
    assert tally.rates["hero"][heroes[1]].won == 0


def test_a_match_with_real_cards_counts_like_one_at_a_table(ann: Member) -> None:
    sitting = Sitting(game="bagarre", people=[ann, MemberFactory.create()])
    match = record_result(
        sitting=sitting, recorder=ann, table=[{"place": 2}, {"place": 1}], heroes=[["mage"], ["ogre"]]
    )
    assert club_records("bagarre", ann).games == 0, "only what is confirmed"
    settle_match(match=match, judge=MemberFactory.create(is_staff=True))
    tally = club_records("bagarre", ann)
    assert tally.games == 1
    assert {hero: (rate.played, rate.won) for hero, rate in tally.rates["hero"].items()} == {
        "mage": (1, 0),
        "ogre": (1, 1),
    }


def test_games_with_bots_are_not_the_clubs(ann: Member) -> None:
    assert table_scores.take_over(finished(ann, BOT)) is None
    assert club_records("bagarre", ann) == Tally(rates={"hero": {}, "seat": {}})


def test_what_a_reader_may_not_read_is_not_counted_for_him(ann: Member) -> None:
    booked(ann, MemberFactory.create(), visibility=TableVisibility.LINK)
    booked(ann, MemberFactory.create())
    for reader, games in ((AnonymousUser(), 0), (ann, 1), (MemberFactory.create(is_staff=True), 2)):
        tally = club_records("bagarre", reader)
        assert (tally.games, sum(rate.played for rate in tally.rates["seat"].values())) == (games, 2 * games)


# The page


def test_the_page_asks_simulates_and_shows_both(ann: Member) -> None:
    booked(ann, MemberFactory.create())
    client = client_of(ann)
    sent = {"count": "200", "players": "2", "bot": "thumb", "variant": "heroes"}
    sent |= {"joker_value": "20", "redraw_threshold": "10"}
    client.post(ADDRESS, sent)
    text = client.get(ADDRESS).content.decode()
    assert "0 of 200 games played" in text
    assert 'hx-trigger="every 2s"' in text
    run = BalanceRun.objects.get()
    work(run)
    text = client.get(ADDRESS).content.decode()
    assert "200 games" in text
    assert "bagarre/2" in text
    for number in (1, 2):
        assert f"Seat {number}" in text
    assert len(re.findall(r"\d+\.\d–\d+\.\d", text)) > 12, "every share has its margin"
    assert "The club’s column counts 1 confirmed match" in text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Simulation, bots play {}", "These figures are for bots that play {}", "between bots that play {};"]),
        ("fr", ["Simulation, robots : {}", "On a mesuré des robots ({})", "entre robots ({}) ;"]),
    ],
)
def test_the_page_says_which_bot_it_measured(ann: Member, language: str, told: list[str]) -> None:
    """The order of the heroes turns round with the strength of the bots: no figure stands without its bot."""
    first = balance.start(**asked(bot="random"))  # type: ignore[arg-type]
    work(first)
    work(balance.start(**asked(bot="thumb")))  # type: ignore[arg-type]
    ann.language = language
    ann.save()
    client = client_of(ann)
    for address, bot in ((ADDRESS, BotStrength.THUMB), (f"{ADDRESS}?run={first.pk}", BotStrength.RANDOM)):
        text = " ".join(client.get(address).content.decode().split())
        with translation.override(language):
            how = str(bot.label)
        for words in told:
            assert words.format(how) in text


def test_nothing_yet_and_a_game_that_is_not_played_here(ann: Member) -> None:
    assert "Nothing has been simulated or played yet" in client_of().get(ADDRESS).content.decode()
    assert "Simulate games" in client_of(ann).get(ADDRESS).content.decode()
    assert client_of(ann).get(reverse("tables:balance", args=["chess"])).status_code == 404


def test_a_form_that_does_not_hold_says_why(ann: Member) -> None:
    sent = {"count": "200", "players": "3", "bot": "thumb", "variant": "heroes", "teams": "2"}
    answer = client_of(ann).post(ADDRESS, sent | {"joker_value": "20", "redraw_threshold": "10"})
    assert answer.status_code == 422
    assert "Two teams need 4 or 6 players" in answer.content.decode()


def test_calling_off_and_trying_again_from_the_page(ann: Member) -> None:
    client = client_of(ann)
    run = balance.start(**asked())  # type: ignore[arg-type]
    Job.objects.update(state=JobState.FAILED, error="boom")
    assert "A part of this simulation could not be finished" in client.get(ADDRESS).content.decode()
    client.post(f"{ADDRESS}retry/")
    assert Job.objects.get().state == JobState.WAITING
    client.post(f"{ADDRESS}cancel/")
    run.refresh_from_db()
    assert run.state == BalanceState.CANCELLED


def test_few_queries(ann: Member) -> None:
    work(balance.start(**asked()))  # type: ignore[arg-type]
    for _ in range(3):
        booked(ann, MemberFactory.create())
    client = client_of(ann)
    client.get(ADDRESS)
    with CaptureQueriesContext(connection) as found:
        assert client.get(ADDRESS).status_code == 200
    assert len(found) <= 8
