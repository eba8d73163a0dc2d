"""One warband's aftermath: whose dice, one roll at a time or all by the site, and the story with its receipts."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.league.forms.version import VersionForm
from campaigns.league.views.pages import attempt
from campaigns.wars.access import get_battle_for_referee, get_recovery_for_player, get_recovery_for_reader
from campaigns.wars.aftermath import operations, page as aftermath_page
from campaigns.wars.aftermath.forms import FacesForm
from campaigns.wars.marks import BATTLE, battle_mark
from campaigns.wars.models.recovery import DiceMode, Recovery
from club import live
from club.access import not_found, signed_in, visitors_log_in
from club.files import receipt_answer
from club.htmx import by_htmx
from club.operations import Refused, Stale, add_problems_to_form
from rosters.operations import BECAUSE


@never_cache
@require_safe
def aftermath(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """The whole page, whatever the aftermath has come to."""
    mark = battle_mark(request.user, slug, pk)
    if (same := live.unchanged(request, mark, live.Part(BATTLE, (pk,), mark))) is not None:
        return same
    return show(request, get_recovery_for_reader(request.user, slug, pk, warband))


@never_cache
@require_safe
def status(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """How far it is, as a fragment that asks again by itself while a worker is busy."""
    return show(request, get_recovery_for_reader(request.user, slug, pk, warband), fragment=True)


@visitors_log_in
@require_POST
def begin(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Choose whose dice are rolled."""
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    mode = request.POST.get("mode", "")
    if mode not in DiceMode.values:
        messages.error(request, _("Choose whose dice are rolled."))
        return answer(request, recovery)
    with attempt(request):
        operations.begin(
            recovery=recovery,
            mode=mode,
            member=signed_in(request),
            version=VersionForm.of(request),
            reason=request.POST.get(BECAUSE, ""),
        )
    return answer(request, recovery)


@visitors_log_in
@require_POST
def die(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Record the faces of the roll that is asked for."""
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    asked = aftermath_page.page(recovery, request.user).asked
    version = VersionForm.of(request)
    try:
        if version != recovery.version or asked is None:
            raise Stale(
                _("This roll has already been entered, or a different one is asked for now. Nothing was recorded.")
            )
        form = FacesForm(request.POST, asked=asked.request.asked, version=recovery.version)
        if not form.is_valid():
            # A roll of two dice is typed by two taps: the second page keeps the first face.
            return show(
                request, recovery, form=form, fragment=by_htmx(request), status=200 if form.is_underway else 422
            )
        operations.enter_faces(
            recovery=recovery,
            faces=form.faces,
            member=signed_in(request),
            version=version,
            reason=request.POST.get(BECAUSE, ""),
        )
    except Stale as stale:
        messages.error(request, str(stale))
        return answer(request, recovery)
    except Refused as refused:
        add_problems_to_form(form, refused)
        return show(request, recovery, form=form, fragment=by_htmx(request), status=422)
    # What was recorded is at hand: nothing is read anew.
    return show(request, recovery, fragment=True) if by_htmx(request) else answer(request, recovery)


@visitors_log_in
@require_POST
def die_back(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Take back the roll typed last, until the next is typed."""
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    with attempt(request, done=_("The roll is taken back: type it again.")):
        operations.take_back_die(recovery=recovery, version=VersionForm.of(request) or 0)
    return answer(request, recovery)


@visitors_log_in
@require_POST
def begin_all(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The referee lets the site roll for every warband that has not begun."""
    battle = get_battle_for_referee(request.user, slug, pk)
    reason = request.POST.get(BECAUSE, "")
    with attempt(request):
        begun = operations.begin_all(battle=battle, referee=signed_in(request), reason=reason)
        text = ngettext("The site rolls for %(count)s warband.", "The site rolls for %(count)s warbands.", begun)
        messages.success(request, text % {"count": begun} if begun else _("Every warband had already begun."))
    return redirect(battle)


@require_safe
def receipt(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """The proof of the site's dice, as a file for ``python -m engines verify``."""
    recovery = get_recovery_for_reader(request.user, slug, pk, warband)
    if not recovery.has_proof:
        not_found()
    side = recovery.side
    return receipt_answer(recovery.receipt, f"dice-{side.battle.key}-{side.warband.key}.json")


def answer(request: HttpRequest, recovery: Recovery) -> HttpResponse:
    """After a step: the fragment for htmx, a redirect to the page otherwise."""
    side = recovery.side
    if not by_htmx(request):
        return redirect("campaigns:aftermath", side.battle.campaign.slug, side.battle_id, side.warband_id)
    again = get_recovery_for_reader(request.user, side.battle.campaign.slug, side.battle_id, side.warband_id)
    return show(request, again, fragment=True)


def show(
    request: HttpRequest,
    recovery: Recovery,
    *,
    form: FacesForm | None = None,
    fragment: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The page, or only the part of it that changes."""
    page = aftermath_page.page(recovery, request.user)
    if form is None and page.asked is not None:
        form = FacesForm(asked=page.asked.request.asked, version=recovery.version)
    side = recovery.side
    values = {
        "page": page,
        "form": form,
        "battle": side.battle,
        "campaign": side.battle.campaign,
        "warband": side.warband,
        "fragment": fragment,
    }
    part = "#body" if fragment else ""
    return render(request, f"campaigns/wars/aftermath.html{part}", values, status=status)


@visitors_log_in
@require_POST
def call_off(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Take the site's roll back before a worker has begun."""
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    with attempt(request, done=_("The roll is called off. Choose again whose dice are rolled.")):
        operations.call_off(recovery=recovery, version=VersionForm.of(request))
    return answer(request, recovery)


@visitors_log_in
@require_POST
def try_again(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Let the site roll again after the work failed."""
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    with attempt(request):
        operations.try_again(recovery=recovery)
    return answer(request, recovery)
