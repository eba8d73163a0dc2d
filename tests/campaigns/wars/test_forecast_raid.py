"""The forecast of a raid: fought with the module, refused in words where the teams do not fit it."""

from __future__ import annotations

import pytest

from campaigns.wars.forecast import operations as forecasts, page as forecast_page
from campaigns.wars.forecast.operations import LEAST
from campaigns.wars.models.forecast import Forecast, ForecastState
from club.operations import Refused
from club.shares import percent
from engines.musg.entries import Buy, Hire
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from rosters.operations import take_step
from tests.campaigns.wars.forecasting import address, asked, quick, text, work_off
from tests.clients import client_of
from tests.factories.battles import Field

pytestmark = pytest.mark.django_db


@pytest.fixture
def raid() -> Field:
    fight = quick(rules=Rules(extras=True))
    fight.battle.modules = ["regroup_team"]
    fight.battle.save()
    return fight


def with_extras(fight: Field) -> Field:
    """Three extras of 4 points join the second warband, for the armour that the first buys (M339)."""
    strike, terrorists = fight.warbands
    for figure in (1, 2):
        take_step(warband=strike, entry=Buy(item="light_armour", figure=figure), author=strike.owner)
    for number in range(3):
        guard = Hire(rank=Rank.EXTRA, race="human", name=f"Guard {number}")
        take_step(warband=terrorists, entry=guard, author=terrorists.owner)
    return fight


def test_without_extras_nothing_is_forecast_and_the_page_says_why_m215(raid: Field) -> None:
    with pytest.raises(Refused) as refused:
        asked(raid)
    assert refused.value.codes == ["regroup_no_extras"]
    sent = {"count": LEAST, "temper_0": "bold", "temper_1": "cautious"}
    answer = client_of(raid.players[0]).post(address(raid), sent, follow=True)
    assert "Blades has no extras" in text(answer)
    assert not Forecast.objects.exists()


def test_a_raid_is_forecast_with_its_module(raid: Field) -> None:
    forecast = asked(with_extras(raid), count=LEAST)
    assert forecasts.engine_setup(forecast).modules == ("regroup_team",)
    work_off()
    forecast.refresh_from_db()
    assert forecast.state == ForecastState.DONE
    summary = forecast_page.decode_summary(forecast)
    page = text(client_of(raid.players[0]).get(address(raid)))
    assert percent(summary.wins[0].value) in page
    assert "Guard 0" in page
    assert "A Henchman 1" not in page, "whoever has no place in the team is not in the battles (M207)"
