"""How balanced a card game is: simulated games, asked for and called off by members, beside the club's own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.views.pages import attempt
from campaigns.tables import rules
from campaigns.tables.balance import operations, page as balance_page
from campaigns.tables.contract import Rules
from campaigns.tables.models.card_table import BotStrength
from club.access import MemberRequest, member_of, member_required, not_found
from club.operations import Refused, add_problems_to_form


class BalanceForm(forms.Form):
    """The number of games and players, the bots, and the game's own options."""

    count = forms.IntegerField(
        label=gettext_lazy("Games to simulate"),
        min_value=operations.LEAST,
        max_value=operations.MOST,
        initial=operations.USUAL,
        help_text=gettext_lazy("More games take longer and narrow the margins."),
    )
    players = forms.TypedChoiceField(label=gettext_lazy("Players"), coerce=int)
    bot = forms.ChoiceField(label=gettext_lazy("All play"))

    def __init__(self, *args: Any, rules: Rules[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = dict(BotStrength.choices)
        self.fields["players"].choices = [(n, str(n)) for n in range(rules.least, rules.most + 1)]  # type: ignore[attr-defined]
        self.fields["players"].initial = min(4, rules.most)
        self.fields["bot"].choices = [(code, labels[code]) for code in rules.simulation_parts]  # type: ignore[attr-defined]
        self.fields["bot"].initial = BotStrength.THUMB
        own = rules.options_form().fields
        self.fields.update(own)
        self._own = list(own)

    @property
    def wishes(self) -> dict[str, Any]:
        """What was filled in, as the operation takes it."""
        values = dict(self.cleaned_data)
        options = {name: values.pop(name) for name in self._own}
        return {**values, "variant": options.pop("variant"), "options": options}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def balance(request: HttpRequest, game: str) -> HttpResponse:
    """The latest simulation, or the one that ``?run=`` names; a POST asks for another."""
    found = _rules(game)
    return _start(request, game) if request.method == "POST" else _show(request, found)


@never_cache
@require_safe
def status(request: HttpRequest, game: str) -> HttpResponse:
    """How far it is, as a fragment that asks again by itself while workers are busy."""
    return _show(request, _rules(game), fragment=True)


@member_required
def _start(request: MemberRequest, game: str) -> HttpResponse:
    found = _rules(game)
    form = BalanceForm(request.POST, rules=found)
    if not form.is_valid():
        return _show(request, found, form=form, status=422)
    try:
        operations.start(game=game, member=request.user, **form.wishes)
    except Refused as refused:
        add_problems_to_form(form, refused)
        return _show(request, found, form=form, status=422)
    return redirect("tables:balance", game)


@require_POST
@member_required
def cancel(request: HttpRequest, game: str) -> HttpResponse:
    """Call the running simulation off."""
    found = _rules(game)
    with attempt(request, done=_("The simulation is called off. What was played so far is kept.")):
        operations.cancel(game=found.code)
    return redirect("tables:balance", game)


@require_POST
@member_required
def try_again(request: HttpRequest, game: str) -> HttpResponse:
    """Let the parts that failed be tried again."""
    found = _rules(game)
    with attempt(request):
        operations.try_again(game=found.code)
    return redirect("tables:balance", game)


def _rules(game: str) -> Rules[Any]:
    found = rules.find(game)
    return found if found is not None else not_found()


def _show(
    request: HttpRequest,
    found: Rules[Any],
    *,
    form: BalanceForm | None = None,
    fragment: bool = False,
    status: int = 200,
) -> HttpResponse:
    page = balance_page.page(found.code, request.user, request.GET.get("run", ""))
    asks = member_of(request) is not None and not page.busy
    values = {
        "page": page,
        "form": form or (BalanceForm(rules=found) if asks else None),
        "games": rules.offered(),
    }
    return render(request, f"campaigns/tables/balance/balance.html{'#body' if fragment else ''}", values, status=status)
