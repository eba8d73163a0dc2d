"""Addresses of battles played at the site: how one comes to be played, and the page on which it is."""

from django.urls import URLPattern, path

from campaigns.wars.play import entry_views as entry, views
from campaigns.wars.play.lessons import views as lessons

app_name = "play"

urlpatterns: list[URLPattern] = [
    path("bot/", entry.against_bot, name="against_bot"),
    path("lessons/", lessons.lessons, name="lessons"),
    path("lessons/<slug:code>/", lessons.take, name="lesson_take"),
    path("lessons/<slug:code>/step/", lessons.step, name="lesson_step"),
    path("lessons/<slug:code>/away/", lessons.away, name="lesson_away"),
    path("lead/<str:key>/", entry.lead, name="lead"),
    path("<slug:slug>/<int:pk>/propose/", entry.propose, name="propose"),
    path("<slug:slug>/<int:pk>/agree/", entry.agree, name="agree"),
    path("<slug:slug>/<int:pk>/call-off/", entry.call_off, name="call_off"),
    path("<int:pk>/", views.battle, name="battle"),
    path("<int:pk>/decide/", views.decide, name="decide"),
    path("<int:pk>/take-back/", views.take_back, name="take_back"),
    path("<int:pk>/standing/", views.standing, name="standing"),
    path("<int:pk>/way/", views.way, name="way"),
    path("<int:pk>/reach/<int:figure>/", views.reach, name="reach"),
    path("<int:pk>/away/", views.away, name="away"),
    path("<int:pk>/back/", views.back, name="back"),
    path("<int:pk>/replace/", views.replace, name="replace"),
    path("<int:pk>/break-off/", views.break_off, name="break_off"),
    path("<int:pk>/stop/", views.stop, name="stop"),
]
