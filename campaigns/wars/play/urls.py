"""Addresses of battles played at the site."""

from django.urls import URLPattern, path

from campaigns.wars.play import entry_views as entry

app_name = "play"

urlpatterns: list[URLPattern] = [
    path("bot/", entry.against_bot, name="against_bot"),
    path("lead/<str:key>/", entry.lead, name="lead"),
    path("<slug:slug>/<int:pk>/propose/", entry.propose, name="propose"),
    path("<slug:slug>/<int:pk>/agree/", entry.agree, name="agree"),
    path("<slug:slug>/<int:pk>/call-off/", entry.call_off, name="call_off"),
]
