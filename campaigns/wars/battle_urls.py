"""Addresses below one battle: its report, what the others say to it, the aftermaths."""

from django.urls import URLPattern, path

from campaigns.wars.aftermath import views as aftermath, work_views as jobs
from campaigns.wars.reports import views as report

urlpatterns: list[URLPattern] = [
    path("report/", report.report, name="report"),
    path("report/tally/", report.tally, name="report_tally"),
    path("confirm/", report.confirm, name="confirm"),
    path("dispute/", report.dispute, name="dispute"),
    path("settle/", report.settle, name="settle"),
    path("aftermath/", aftermath.begin_all, name="aftermath_all"),
    path("aftermath/<int:warband>/", aftermath.aftermath, name="aftermath"),
    path("aftermath/<int:warband>/begin/", aftermath.begin, name="aftermath_begin"),
    path("aftermath/<int:warband>/die/", aftermath.die, name="aftermath_die"),
    path("aftermath/<int:warband>/status/", aftermath.status, name="aftermath_status"),
    path("aftermath/<int:warband>/call-off/", jobs.call_off, name="aftermath_call_off"),
    path("aftermath/<int:warband>/retry/", jobs.try_again, name="aftermath_retry"),
    path("aftermath/<int:warband>/receipt.json", aftermath.receipt, name="receipt"),
]
