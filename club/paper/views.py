"""Where a reader says how paper is wanted."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from club.access import safe_address
from club.paper.choices import PaperChoices, PaperForm, keep


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the wishes and go back to the sheet that they were said beside."""
    form = PaperForm(request.POST)
    back = safe_address(request, request.POST.get("next")) or reverse("club:home")
    if not form.is_valid():
        return render(request, "club/paper/choices.html", {"form": form, "back": back}, status=422)
    response = redirect(back)
    keep(request, response, PaperChoices(**form.cleaned_data))
    return response
