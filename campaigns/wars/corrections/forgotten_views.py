"""Putting a battle that was forgotten into the past: which and when, then its report with the rosters of then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import get_war_for_referee
from campaigns.wars.battles.operations import TITLE_LIMIT, Plan
from campaigns.wars.corrections import drafting
from campaigns.wars.corrections.forgotten import BEGINNING, edit_of, moment, moments, rosters_at
from campaigns.wars.corrections.past import Past, past
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.round import Round
from campaigns.wars.reports.civilians import of_forgotten
from campaigns.wars.reports.forms import ReportForm
from campaigns.wars.reports.rows import RARER
from campaigns.wars.reports.wording import counts
from club.access import signed_in, visitors_log_in
from club.moments import MomentField
from club.names import NameField
from engines.musg import report as reports
from rosters.models import Warband

LATEST: Final = ""


class ForgottenForm(forms.Form):
    """The warbands, the round and after which battle; all sides that ever served in the campaign are offered."""

    sides = forms.MultipleChoiceField(
        label=gettext_lazy("Warbands"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Two or more."),
    )
    round = forms.ModelChoiceField(
        label=gettext_lazy("Round"),
        queryset=Round.objects.none(),
        required=False,
        empty_label=gettext_lazy("Outside the rounds"),
    )
    after = forms.ChoiceField(
        label=gettext_lazy("After which battle"),
        required=False,
        help_text=gettext_lazy("It goes right before the next battle of one of its warbands."),
    )
    title = NameField(
        label=gettext_lazy("Title"),
        max_length=TITLE_LIMIT,
        required=False,
        help_text=gettext_lazy("If empty, the warbands’ names are used."),
    )
    date = MomentField(label=gettext_lazy("Date and time"), required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, known: Past, chosen: Mapping[str, Any]) -> None:
        super().__init__(data, initial={"round": chosen.get("round")})
        self._known = known
        warbands: Any = self.fields["sides"]
        warbands.choices = [(str(warband.pk), warband.name) for warband in known.warbands.values()]
        rounds: Any = self.fields["round"]
        rounds.queryset = known.campaign.rounds.all()
        after: Any = self.fields["after"]
        after.choices = [
            (LATEST, _("The last of its round (without one: of all)")),
            (BEGINNING, _("None: it was the very first")),
            *((ref, _battle_label(battle.title, battle.round)) for ref, battle in moments(known)),
        ]

    def clean_sides(self) -> list[str]:
        """A battle has two sides."""
        chosen: list[str] = self.cleaned_data["sides"]
        if len(set(chosen)) < 2:
            raise forms.ValidationError(_("A battle needs two different warbands or more."))
        return chosen

    @property
    def warbands(self) -> list[Warband]:
        """The sides, in the order of the list."""
        chosen = set(self.cleaned_data["sides"])
        return [warband for warband in self._known.warbands.values() if str(warband.pk) in chosen]

    @property
    def plan(self) -> Plan:
        """What is known of the battle besides."""
        values = self.cleaned_data
        return Plan(title=values["title"], date=values["date"], round=values["round"])


def _battle_label(title: str, round_: Round | None) -> str:
    return f"{title} ({round_})" if round_ is not None else title


@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten_battle(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask which battle was forgotten; once that is said in the address, for its report. Sent, it joins the draft."""
    campaign = get_war_for_referee(request.user, slug)
    known = past(campaign)
    asked = ForgottenForm(request.GET if "asked" in request.GET else None, known=known, chosen=request.GET)
    if not asked.is_valid():
        status = 422 if asked.is_bound else 200
        return campaign_page(
            request, "campaigns/wars/correct_forgotten.html", campaign, "chronicle", status=status, form=asked
        )
    warbands, plan = asked.warbands, asked.plan
    after = moment(known, warbands, asked.cleaned_data["after"], plan.round)
    rosters = rosters_at(known, warbands, after)
    data = request.POST if request.method == "POST" else None
    leave = reports.needing_leave(rosters)
    form = ReportForm(data, rosters=rosters, version=0, leave=leave, civilians=of_forgotten(campaign))
    edit = edit_of(warbands, after, plan, form.report if data is not None and form.is_valid() else reports.Report())
    if data is not None and form.is_valid():
        with attempt(request):
            return redirect(drafting.correct(campaign=campaign, author=signed_in(request), edits=[edit]))
    here = reverse("campaigns:correct_forgotten", args=[slug])
    values = {
        "battle": Battle(campaign=campaign, title=edit.title),
        "form": form,
        "sides": list(form.sides()),
        "fates": RARER,
        "counts": counts(form.catalogue),
        "correcting": f"{here}?{request.GET.urlencode()}",
        "forgotten": here,
    }
    return render(request, "campaigns/wars/report.html", values, status=422 if data is not None else 200)
