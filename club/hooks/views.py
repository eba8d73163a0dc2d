"""The club's webhooks and chats, for its admins."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import club_admin_required
from club.hooks import pages
from club.hooks.pages import Desk
from club.models.hook import CLUB
from club.once import once

DESK: Final = Desk(CLUB, "club/hooks/base.html", "club", (), render)
form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@club_admin_required
def hooks(request: HttpRequest) -> HttpResponse:
    """All of them."""
    return pages.listing(request, DESK)


@form_methods
@club_admin_required
@once
def new(request: HttpRequest, kind: str) -> HttpResponse:
    """Add one."""
    return pages.new(request, DESK, kind)


@form_methods
@club_admin_required
def hook(request: HttpRequest, pk: int) -> HttpResponse:
    """One of them, and its log."""
    return pages.one(request, DESK, pk)


@require_POST
@club_admin_required
def act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Do something with it."""
    return pages.act(request, DESK, pk, what)


@require_POST
@club_admin_required
def again(request: HttpRequest, pk: int, delivery: int) -> HttpResponse:
    """Send something again."""
    return pages.again(request, DESK, pk, delivery)
