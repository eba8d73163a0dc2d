"""Addresses of campaigns and scores: each room's own. Those of the card tables stand by themselves."""

from django.urls import URLPattern, URLResolver, include, path

from campaigns.evenings.calendar import urls as calendars
from campaigns.league import urls as league
from campaigns.matches import urls as matches
from campaigns.seasons import urls as seasons
from campaigns.wars import urls as wars

app_name = "campaigns"

urlpatterns: list[URLPattern | URLResolver] = [
    *league.urlpatterns,
    path(
        "campaigns/<slug:slug>/",
        include([*league.of_campaign, *wars.of_campaign, *seasons.of_season, *calendars.of_campaign]),
    ),
    *wars.urlpatterns,
    *matches.urlpatterns,
    *seasons.urlpatterns,
    *calendars.urlpatterns,
]
