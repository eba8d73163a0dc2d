"""Addresses of the card tables."""

from django.urls import URLPattern, path

from campaigns.tables import seats, views as tables
from campaigns.tables.balance import views as balance

app_name = "tables"

urlpatterns: list[URLPattern] = [
    path("", tables.table_list, name="list"),
    path("new/", tables.new, name="new"),
    path("bots/", tables.against_bots, name="bots"),
    path("seat/<str:key>/", seats.seat, name="seat"),
    path("balance/<slug:game>/", balance.balance, name="balance"),
    path("balance/<slug:game>/status/", balance.status, name="balance_status"),
    path("balance/<slug:game>/cancel/", balance.cancel, name="balance_cancel"),
    path("balance/<slug:game>/retry/", balance.try_again, name="balance_retry"),
    path("<int:pk>/", tables.table, name="table"),
    path("<int:pk>/status/", tables.status, name="table_status"),
    path("<int:pk>/sit/", tables.sit, name="sit"),
    path("<int:pk>/leave/", tables.leave, name="leave"),
    path("<int:pk>/fill/", tables.fill, name="fill"),
    path("<int:pk>/season/", tables.season, name="season"),
    path("<int:pk>/call-off/", tables.call_off, name="call_off"),
    path("<int:pk>/start/", tables.start, name="start"),
    path("<int:pk>/play/", tables.play, name="play"),
    path("<int:pk>/take-back/", tables.take_back, name="take_back"),
    path("<int:pk>/resign/", tables.resign, name="resign"),
    path("<int:pk>/replace/", tables.replace, name="replace"),
    path("<int:pk>/remind/", tables.remind, name="remind"),
    path("<int:pk>/come-back/", tables.come_back, name="come_back"),
    path("<int:pk>/step-aside/", tables.step_aside, name="step_aside"),
    path("<int:pk>/hurry/", tables.hurry, name="hurry"),
    path("<int:pk>/rematch/", tables.rematch, name="rematch"),
    path("<int:pk>/proof.json", tables.proof, name="proof"),
]
