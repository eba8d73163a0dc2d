"""The pages of the lessons: what there is, taking one up, its steps, putting it away."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.views.pages import attempt
from campaigns.wars.models.lesson import Lesson
from campaigns.wars.play.lessons import offers, operations
from campaigns.wars.play.lessons.courses import COURSES, address_of
from club.access import MemberRequest, member_required, not_found
from club.numbers import whole_number


@never_cache
@require_safe
@member_required
def lessons(request: MemberRequest) -> HttpResponse:
    """The lessons there are, and how far the reader has come with each."""
    return render(request, "campaigns/wars/play/lessons/list.html", {"lines": offers.lines_for(request.user)})


@require_POST
@member_required
def take(request: MemberRequest, code: str) -> HttpResponse:
    """Begin a lesson, or go on with it."""
    if code not in COURSES:
        not_found()
    lesson = operations.take_up(member=request.user, code=code)
    return redirect(address_of(lesson) or "play:lessons")


@require_POST
@member_required
def step(request: MemberRequest, code: str) -> HttpResponse:
    """Open a step (``number=``, from 0) at its beginning."""
    lesson = _own(request, code)
    if lesson is None or lesson.campaign_id is None:
        return redirect("play:lessons")
    number = whole_number(request.POST.get("number", ""))
    with attempt(request):
        operations.open_step(lesson=lesson, number=-1 if number is None else number)
    lesson.refresh_from_db()
    return redirect(address_of(lesson) or "play:lessons")


@require_POST
@member_required
def away(request: MemberRequest, code: str) -> HttpResponse:
    """Put a lesson away; it can be taken up again."""
    lesson = _own(request, code)
    if lesson is not None:
        with attempt(request, done=_("The lesson is put away.")):
            operations.put_away(lesson=lesson)
    return redirect("play:lessons")


def _own(request: MemberRequest, code: str) -> Lesson | None:
    if code not in COURSES:
        not_found()
    return Lesson.objects.filter(member=request.user, code=code).select_related("played", "warband").first()
