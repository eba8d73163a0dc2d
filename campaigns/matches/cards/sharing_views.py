"""Pages about card sets and several people: who may help, cards copied out of another set."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.league.games import game_of
from campaigns.matches.cards import rights, sharing
from campaigns.matches.cards.forms import RenameForm
from campaigns.matches.cards.sharing_forms import CopyForm, ShareForm, SourceForm
from campaigns.matches.cards.views import own_set, set_page
from club.access import MemberRequest, forbidden, member_required
from club.operations import problems_on


@require_POST
@member_required
def share(request: MemberRequest, pk: int) -> HttpResponse:
    """Say who else may change a set."""
    shown = own_set(request, pk)
    if not rights.owns(request.user, shown):
        forbidden()
    form = ShareForm(request.POST, cards=shown)
    if form.is_valid():
        chosen = {name: form.cleaned_data[name] for name in ("editors", "everyone")}
        with problems_on(form):
            sharing.share_cards(cards=shown, author=request.user, check=form.refuse_stale, **chosen)
            messages.success(request, _("Who may change the set has been saved."))
            return redirect("campaigns:match_card_set", shown.pk)
    return set_page(request, shown, mine=True, owned=True, form=RenameForm(cards=shown), share=form)


@member_required
def copy(request: MemberRequest, pk: int) -> HttpResponse:
    """Copy cards out of another set: first the set is chosen, then its cards."""
    shown = own_set(request, pk)
    sent = request.POST if request.method == "POST" else request.GET
    chosen = SourceForm(sent if "source" in sent else None, cards=shown, member=request.user)
    form = None
    if chosen.is_valid():
        source = chosen.cleaned_data["source"]
        data = request.POST if request.method == "POST" else None
        form = CopyForm(data, cards=shown, source=source, member=request.user)
        if data is not None and form.is_valid():
            with problems_on(form):
                given = {"source": source, "wanted": form.wanted, "author": request.user}
                _tell(request, sharing.copy_cards(cards=shown, **given))
                return redirect("campaigns:match_card_set", shown.pk)
    context = {"cards": shown, "game": game_of(shown.game), "chosen": chosen, "form": form}
    wrong = chosen.errors or (form is not None and form.errors)
    return render(request, "campaigns/matches/cards/copy.html", context, status=422 if wrong else 200)


def _tell(request: HttpRequest, told: sharing.Copied) -> None:
    if told.copied:
        messages.success(request, _("Copied: %(names)s.") % {"names": ", ".join(told.copied)})
    if told.known:
        said = _("Not copied, because the set has cards of these names: %(names)s.")
        messages.warning(request, said % {"names": ", ".join(told.known)})
    if told.full:
        messages.warning(
            request, _("Not copied, because the box has no more: %(names)s.") % {"names": ", ".join(told.full)}
        )
