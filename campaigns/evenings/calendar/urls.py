"""Addresses of calendars."""

from django.urls import URLPattern, path

from campaigns.evenings.calendar import views

urlpatterns: list[URLPattern] = [
    path("me/calendars/", views.mine, name="calendars"),
    path("me/calendars/renew/", views.renew, name="calendar_renew"),
    path("me/calendars/drop/", views.drop, name="calendar_drop"),
    path("calendars/<str:key>.ics", views.of_member, name="calendar_secret"),
    path("calendars/<str:key>/<slug:slug>.ics", views.of_members_campaign, name="calendar_secret_campaign"),
]

of_campaign: list[URLPattern] = [
    path("calendar/", views.campaign_page, name="calendar_page"),
    path("calendar.ics", views.of_campaign, name="calendar"),
    path("battles/<int:pk>/battle.ics", views.of_battle, name="battle_calendar"),
]
"""Addresses below a campaign's."""

of_evenings: list[URLPattern] = [
    path("calendar.ics", views.of_club, name="calendar"),
    path("<int:pk>/evening.ics", views.of_evening, name="evening_calendar"),
]
"""Addresses below that of the club's evenings."""
