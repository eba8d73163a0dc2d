"""Addresses of what the battle engine does: those below one battle, and the replays shared by a link."""

from django.urls import URLPattern, path

from campaigns.wars.forecast import views as forecast
from campaigns.wars.ground import views as ground
from campaigns.wars.replay import views as replay
from campaigns.wars.resolution import views as resolution

urlpatterns: list[URLPattern] = [
    path("ground/", ground.ground, name="ground"),
    path("ground/map/", ground.ground_map, name="ground_map"),
    path("consent/", resolution.consent, name="consent"),
    path("resolve/", resolution.resolve, name="resolve"),
    path("resolution/", resolution.resolution, name="resolution"),
    path("resolution/status/", resolution.status, name="resolution_status"),
    path("resolution/call-off/", resolution.call_off, name="resolution_call_off"),
    path("resolution/retry/", resolution.try_again, name="resolution_retry"),
    path("resolution/receipt.json", resolution.receipt, name="resolution_receipt"),
    path("replay/", replay.replay, name="replay"),
    path("replay/events.json", replay.replay_data, name="replay_data"),
    path("forecast/", forecast.forecast, name="forecast"),
    path("forecast/status/", forecast.status, name="forecast_status"),
    path("forecast/cancel/", forecast.cancel, name="forecast_cancel"),
    path("forecast/retry/", forecast.try_again, name="forecast_retry"),
]

of_campaign: list[URLPattern] = [
    path("people/consent/", resolution.standing_consent, name="standing_consent"),
]

shared: list[URLPattern] = [
    path("replays/<str:key>/", replay.shared_replay, name="shared_replay"),
    path("replays/<str:key>/events.json", replay.shared_replay_data, name="shared_replay_data"),
]
"""Addresses outside any campaign."""
