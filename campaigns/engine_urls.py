"""Addresses of what the battle engine does: those below one battle, and the replays shared by a link."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

shared: list[URLPattern] = []
"""Addresses outside any campaign."""
