"""Addresses of campaigns, their people, rounds and battles. Those below one battle stand in ``battle_urls``."""

from django.urls import URLPattern, URLResolver, include, path

from campaigns.league.views import campaigns, dashboard, people
from campaigns.matches import urls as match_urls
from campaigns.seasons import urls as season_urls
from campaigns.seasons.views import players
from campaigns.wars import engine_urls
from campaigns.wars.enlistment import views as enlist
from campaigns.wars.hire import views as hireables
from campaigns.wars.rounds import views as rounds
from campaigns.wars.views import battles, chronicle, standings

app_name = "campaigns"

_campaign: list[URLPattern | URLResolver] = [
    path("", campaigns.campaign, name="campaign"),
    path("settings/", campaigns.settings, name="settings"),
    path("settings/code/", campaigns.renew_code, name="renew_code"),
    path("settings/over/", campaigns.close, name="close"),
    path("people/", people.people, name="people"),
    path("people/<int:pk>/", people.change_member, name="change_member"),
    path("apply/", people.apply, name="apply"),
    path("leave/", people.leave, name="leave"),
    path("enlist/", enlist.enlist, name="enlist"),
    path("withdraw/<int:pk>/", enlist.withdraw, name="withdraw"),
    path("standings/", standings.standings, name="standings"),
    path("chronicle/", chronicle.chronicle, name="chronicle"),
    path("rounds/", rounds.rounds, name="rounds"),
    path("rounds/<int:number>/", rounds.change_round, name="change_round"),
    path("rounds/<int:number>/pairing/", rounds.pairing, name="pairing"),
    path("referee/", dashboard.dashboard, name="dashboard"),
    path("for-hire/", hireables.hireables, name="hireables"),
    path("for-hire/<int:pk>/", hireables.hire, name="hire"),
    *match_urls.of_season,
    *season_urls.of_season,
    path("battles/new/", battles.schedule, name="schedule"),
    path("battles/<int:pk>/", battles.battle, name="battle"),
    path("battles/<int:pk>/edit/", battles.edit, name="battle_edit"),
    path("battles/<int:pk>/cancel/", battles.cancel, name="cancel"),
    path("battles/<int:pk>/", include("campaigns.wars.battle_urls")),
    path("battles/<int:pk>/", include(engine_urls.urlpatterns)),
    *engine_urls.of_campaign,
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/", campaigns.campaign_list, name="list"),
    path("campaigns/new/", campaigns.new, name="new"),
    path("campaigns/<slug:slug>/", include(_campaign)),
    path("join/", people.join, name="join"),
    path("join/<slug:code>/", people.join, name="join_link"),
    path("players/<int:pk>/", players.player, name="player"),
    *engine_urls.shared,
    *match_urls.urlpatterns,
    *season_urls.urlpatterns,
]
