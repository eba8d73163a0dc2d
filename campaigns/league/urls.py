"""Addresses of campaigns of any kind and their people."""

from django.urls import URLPattern, path

from campaigns.league.hooks import views as hooks
from campaigns.league.views import availability, campaigns, dashboard, news, people, powers

urlpatterns: list[URLPattern] = [
    path("campaigns/", campaigns.campaign_list, name="list"),
    path("campaigns/new/", campaigns.new, name="new"),
    path("news/", news.news, name="news"),
    path("news/read/", news.mark_read, name="news_read"),
    path("news/<int:pk>/", news.open_news, name="news_open"),
    path("news/off/<str:token>/", news.off, name="news_off"),
    path("me/availability/", availability.availability, name="availability"),
    path("me/availability/away/", availability.away, name="away"),
    path("me/availability/away/<int:pk>/back/", availability.away_back, name="away_back"),
    path("join/", people.join, name="join"),
    path("join/<slug:code>/", people.join_link, name="join_link"),
]

of_campaign: list[URLPattern] = [
    path("", campaigns.campaign, name="campaign"),
    path("settings/", campaigns.settings, name="settings"),
    path("settings/code/", campaigns.renew_code, name="renew_code"),
    path("people/", people.people, name="people"),
    path("people/add/", people.add_members, name="add_members"),
    path("people/<int:pk>/", people.change_member, name="change_member"),
    path("apply/", people.apply, name="apply"),
    path("leave/", people.leave, name="leave"),
    path("hooks/", hooks.hooks, name="hooks"),
    path("hooks/new/<slug:kind>/", hooks.new, name="hook_new"),
    path("hooks/<int:pk>/", hooks.hook, name="hook"),
    path("hooks/<int:pk>/<slug:what>/", hooks.act, name="hook_act"),
    path("hooks/<int:pk>/deliveries/<int:delivery>/again/", hooks.again, name="hook_again"),
    path("referee/", dashboard.dashboard, name="dashboard"),
    path("referee/powers/", powers.powers, name="powers"),
    path("referee/powers/<slug:kind>/", powers.power, name="power"),
    path("referee/acts/", powers.referee_acts, name="acts"),
]
"""Addresses below a campaign's."""
