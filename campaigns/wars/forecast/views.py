"""The forecasts of a battle: asked for, watched, called off, read."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.views.pages import attempt
from campaigns.wars.access import get_battle_for_reader, get_battle_for_reporter
from campaigns.wars.forecast import operations, page as forecast_page
from campaigns.wars.forecast.operations import LEAST, MOST, USUAL
from campaigns.wars.models.battle import Battle, Temper
from club.access import signed_in, visitors_log_in
from club.operations import Refused, add_problems_to_form


class ForecastForm(forms.Form):
    """The number of battles, and a temper for every side: at first the one it would be resolved with."""

    count = forms.IntegerField(
        label=gettext_lazy("Battles to simulate"),
        min_value=LEAST,
        max_value=MOST,
        initial=USUAL,
        help_text=gettext_lazy("From 50 to 5,000. More battles take longer and narrow the margins."),
    )

    def __init__(self, *args: Any, battle: Battle, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._names = []
        for side in battle.sides.all():
            name = f"temper_{side.seat}"
            label = format_lazy(gettext_lazy("{warband} is led"), warband=side.warband.name)
            self.fields[name] = forms.ChoiceField(label=label, choices=Temper, initial=side.temper)
            self._names.append(name)

    @property
    def tempers(self) -> list[str]:
        """The tempers chosen, in the order of the sides."""
        return [self.cleaned_data[name] for name in self._names]


READS = ("GET", "HEAD")


@never_cache
@require_http_methods([*READS, "POST"])
def forecast(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The latest forecast, or the one that ``?forecast=`` names; a POST asks for another."""
    if request.method == "POST":
        return start(request, slug, pk)
    return show(request, get_battle_for_reader(request.user, slug, pk))


@never_cache
@require_safe
def status(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far it is, as a fragment that asks again by itself while workers are busy."""
    return show(request, get_battle_for_reader(request.user, slug, pk), fragment=True)


@visitors_log_in
def start(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for a forecast."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    form = ForecastForm(request.POST, battle=battle)
    if not form.is_valid():
        return show(request, battle, form=form, status=422)
    try:
        operations.start(
            battle=battle, count=form.cleaned_data["count"], tempers=form.tempers, member=signed_in(request)
        )
    except Refused as refused:
        add_problems_to_form(form, refused)
        return show(request, battle, form=form, status=422)
    return redirect("campaigns:forecast", battle.campaign.slug, battle.pk)


@visitors_log_in
@require_POST
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Call the running forecast off."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    with attempt(request, done=_("The forecast is called off. What was calculated so far is kept.")):
        operations.cancel(battle=battle)
    return redirect("campaigns:forecast", battle.campaign.slug, battle.pk)


@visitors_log_in
@require_POST
def try_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let the parts that failed be tried again."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    with attempt(request):
        operations.try_again(battle=battle)
    return redirect("campaigns:forecast", battle.campaign.slug, battle.pk)


def show(
    request: HttpRequest, battle: Battle, *, form: ForecastForm | None = None, fragment: bool = False, status: int = 200
) -> HttpResponse:
    """The page, or only the part of it that changes."""
    page = forecast_page.page(battle, request.user, request.GET.get("forecast", ""))
    values = {
        "page": page,
        "form": form or (ForecastForm(battle=battle) if page.may_start else None),
        "battle": battle,
        "campaign": battle.campaign,
        "fragment": fragment,
    }
    return render(request, f"campaigns/wars/forecast.html{'#body' if fragment else ''}", values, status=status)
