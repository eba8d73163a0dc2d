"""The pages of a forecast: asked for, watched, called off, read beside what happened."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.jobs import queue as jobs
from campaigns.wars.forecast import page as forecast_page
from campaigns.wars.forecast.operations import LEAST, MOST, PART
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.forecast import Forecast, ForecastState
from campaigns.wars.models.resolution import BattleGround
from club.shares import percent
from club.visibility import Visibility
from engines.musg.report import Down, Report, Who
from tests.campaigns.clock import Clock
from tests.campaigns.wars.forecasting import address, asked, open_jobs, quick, text, work_off
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field
from tests.factories.club import MemberFactory

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


@pytest.fixture
def fight(clock: Clock) -> Field:
    return quick()


def choice(**changes: object) -> dict[str, object]:
    return {"count": LEAST, "temper_0": "bold", "temper_1": "cautious"} | changes


def test_from_the_form_to_the_charts(fight: Field) -> None:
    client = client_of(fight.players[0])
    assert "Ask for a forecast" in text(client.get(fight.battle.get_absolute_url()))
    assert 'value="1000"' in text(client.get(address(fight)))
    answer = client.post(address(fight), choice())
    assert (answer.status_code, answer.headers["Location"]) == (302, address(fight))
    forecast = Forecast.objects.get()
    assert (forecast.count, forecast.tempers, forecast.asked_by) == (LEAST, ["bold", "cautious"], fight.players[0])
    assert jobs.run(open_jobs()[0])
    page = text(client.get(address(fight)))
    assert f"{PART} of {LEAST} battles fought" in page
    assert f'hx-get="{address(fight, "forecast_status")}?forecast={forecast.pk}"' in page
    fragment = text(client.get(f"{address(fight, 'forecast_status')}?forecast={forecast.pk}", headers=HTMX))
    assert fragment.strip().startswith('<div id="forecast"')
    assert f'value="{PART}"' in fragment
    work_off()
    fragment = text(client.get(f"{address(fight, 'forecast_status')}?forecast={forecast.pk}", headers=HTMX))
    assert "every 2s" not in fragment
    assert fragment.count("<svg") >= 4
    assert " style=" not in fragment
    for word in ("Axes", "Blades", "A Leader", "B Henchman 1", "Killed outright", "Victory points", "Turns"):
        assert word in fragment
    summary = forecast_page.decode_summary(Forecast.objects.get())
    assert percent(summary.wins[0].value) in fragment
    panel = text(client_of(MemberFactory.create()).get(fight.battle.get_absolute_url()))
    assert percent(summary.wins[1].value) in panel
    assert "Look at the forecast" in panel


def test_a_forecast_names_its_table_and_says_when_the_battle_is_no_longer_that_one(fight: Field) -> None:
    asked(fight)
    work_off()
    client, words = client_of(fight.players[0]), "changed since"
    page = text(client.get(address(fight)))
    assert "Table: Open field" in page
    assert "at most 2 turns" in page
    assert words not in page
    BattleGround.objects.update(turn_limit=3)
    assert words in text(client.get(address(fight)))
    # What is over is not ahead any more: then the forecast stands beside what really happened.
    Battle.objects.update(state=BattleState.CANCELLED)
    assert words not in text(client.get(address(fight)))


def test_who_forecasts_before_there_is_a_table_is_told_so(fight: Field) -> None:
    client, words = client_of(fight.players[0]), "a ready-made one is used"
    assert words not in text(client.get(address(fight)))
    BattleGround.objects.all().delete()
    assert words in text(client.get(address(fight)))


def test_what_was_typed_wrongly_is_said_beside_its_field(fight: Field) -> None:
    answer = client_of(fight.players[0]).post(address(fight), choice(count="49", temper_1="wild"))
    assert answer.status_code == 422
    page = text(answer)
    assert 'value="49"' in page
    assert "greater than or equal to 50" in page
    assert not Forecast.objects.exists()


def test_a_forecast_asked_for_twice_is_refused_on_the_page(fight: Field) -> None:
    client = client_of(fight.players[0])
    client.post(address(fight), choice())
    answer = client.post(address(fight), choice())
    assert answer.status_code == 422
    assert "already in progress" in text(answer)
    assert Forecast.objects.count() == 1


def test_called_off_from_the_page(fight: Field) -> None:
    client = client_of(fight.referee)
    client.post(address(fight), choice())
    assert client.post(address(fight, "forecast_cancel")).status_code == 302
    assert Forecast.objects.get().state == ForecastState.CANCELLED
    assert "called off" in text(client.get(address(fight)))
    assert client.post(address(fight, "forecast_cancel")).status_code == 302
    assert "already over" in text(client.get(address(fight)))


def test_readers_look_but_only_players_and_referees_act(fight: Field) -> None:
    asked(fight)
    other = client_of(MemberFactory.create())
    page = text(other.get(address(fight)))
    assert "battles fought" in page
    assert "Call the forecast off" not in page
    for name in ("forecast", "forecast_cancel", "forecast_retry"):
        assert other.post(address(fight, name), choice()).status_code == 403
        assert client_of(None).post(address(fight, name), choice()).status_code == 404
    hidden = quick(visibility=Visibility.PRIVATE, names=("Crows", "Drakes"))
    for name in ("forecast", "forecast_status"):
        assert other.get(address(hidden, name)).status_code == 404
        assert client_of(hidden.players[1]).get(address(hidden, name)).status_code == 200


def test_the_battle_page_says_nothing_where_there_is_nothing_to_say(fight: Field) -> None:
    page = text(client_of(MemberFactory.create()).get(fight.battle.get_absolute_url()))
    assert "battle-forecast" not in page


def test_beside_the_real_outcome_once_it_is_confirmed(fight: Field) -> None:
    forecast = asked(fight)
    work_off()
    forecast.refresh_from_db()
    client = client_of(fight.players[0])
    assert "What really happened" not in text(client.get(address(fight)))
    a, b = fight.keys
    fight.fight(Report(downs=(Down(Who(b, LEADER), Who(a, LEADER), killed=True),), fled=(Who(b, HENCHMAN),)))
    page = text(client.get(address(fight)))
    summary = forecast_page.decode_summary(forecast)
    chance = percent(summary.wins[0].value)
    assert f"Axes won. The forecast gave that {chance}." in page
    result = forecast_page.page(fight.stored(), fight.players[0]).result
    assert result is not None
    assert [side.real_out for side in result.sides] == [0, 1]
    assert [side.really_won for side in result.sides] == [True, False]
    assert [side.real_points for side in result.sides] == [fight.side(0).victory_points, fight.side(1).victory_points]
    fates = [row.really for row in result.figures[1].rows]
    assert fates == ["killed outright", "stood", "fled"]


def test_earlier_forecasts_are_kept(fight: Field) -> None:
    first = asked(fight)
    work_off()
    asked(fight, count=LEAST + PART)
    page = text(client_of(fight.players[0]).get(address(fight)))
    assert f"?forecast={first.pk}" in page
    assert f"{LEAST} battles simulated" in text(
        client_of(fight.players[0]).get(f"{address(fight)}?forecast={first.pk}")
    )


def test_queries_do_not_grow_with_parts(fight: Field, django_assert_max_num_queries: Any) -> None:
    asked(fight, count=MOST)
    client = client_of(fight.players[0])
    client.get(address(fight, "forecast_status"))
    with django_assert_max_num_queries(14):
        client.get(address(fight, "forecast_status"))
