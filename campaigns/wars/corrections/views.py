"""A correction's page: what follows, decided line by line, confirmed, dropped, taken back; the rolls it asks for."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.league.access import is_referee
from campaigns.league.forms.version import VersionForm
from campaigns.league.views.pages import attempt, campaign_page
from campaigns.wars.access import (
    get_correction_for_player,
    get_correction_for_reader,
    get_correction_for_referee,
    get_war_for_referee,
)
from campaigns.wars.aftermath.forms import FacesForm
from campaigns.wars.corrections import drafting, operations, receipts
from campaigns.wars.corrections.forms import ReasonForm, attended_of, keeps_of
from campaigns.wars.corrections.page import preview
from campaigns.wars.corrections.wording import missing_sentence, sentences, things_in
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.settings.former import spoken
from club.access import not_found, signed_in, visitors_log_in
from club.files import receipt_answer
from club.operations import Refused, Stale, add_problems_to_form
from engines.musg.corrections.outcome import Attended, Keep
from rosters.models import Warband


@visitors_log_in
@require_safe
def corrections(request: HttpRequest, slug: str) -> HttpResponse:
    """The referee's corrections: the one being prepared, and those made."""
    shown = get_war_for_referee(request.user, slug)
    rows = Correction.objects.filter(campaign=shown).exclude(state=CorrectionState.DROPPED).select_related("author")
    return campaign_page(request, "campaigns/wars/corrections.html", shown, "chronicle", corrections=rows)


@never_cache
@visitors_log_in
@require_safe
def correction(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What a correction changes: of a draft with every decision, of one that was made as it is told."""
    return _show(request, get_correction_for_reader(request.user, slug, pk))


@visitors_log_in
@require_POST
def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take note of what a decree holds; confirm, if nothing else is decided than what was looked at."""
    draft = get_correction_for_referee(request.user, slug, pk)
    keeps, attended = keeps_of(request.POST), attended_of(request.POST)
    confirms = request.POST.get("action") == "confirm"
    as_seen = keeps == set(draft.engine_keeps) and attended == set(draft.engine_attended)
    form = ReasonForm(request.POST, optional=not (confirms and as_seen))
    if not form.is_valid():
        return _show(request, draft, form=form, status=422)
    if not (confirms and as_seen):
        return _decided(request, draft, form, keeps, attended)
    try:
        reason, seen = form.cleaned_data["reason"], str(request.POST.get("seen", ""))
        operations.confirm(correction=draft, member=signed_in(request), reason=reason, seen=seen)
    except Refused as refused:
        add_problems_to_form(form, refused)
        return _show(request, draft, form=form, status=422)
    messages.success(request, _("The correction is made. The players concerned are told."))
    return redirect(draft)


def _decided(
    request: HttpRequest, draft: Correction, form: ReasonForm, keeps: set[Keep], attended: set[Attended]
) -> HttpResponse:
    """Take note of what was decided and typed, and show what it comes to."""
    reason, version = form.cleaned_data["reason"], VersionForm.of(request)
    try:
        drafting.decide(correction=draft, keeps=keeps, attended=attended, reason=reason, version=version)
    except Refused as refused:
        add_problems_to_form(form, refused)
        return _show(request, draft, form=form, status=422)
    if request.POST.get("action") == "confirm":
        messages.info(request, _("You decided differently: look at what follows now, then confirm."))
    return redirect(draft)


@visitors_log_in
@require_POST
def leave_out(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Correct one thing less."""
    draft = get_correction_for_referee(request.user, slug, pk)
    with attempt(request):
        drafting.leave_out(correction=draft, ref=str(request.POST.get("ref", "")), version=VersionForm.of(request))
    return redirect(draft)


@visitors_log_in
@require_POST
def drop(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give a draft up."""
    draft = get_correction_for_referee(request.user, slug, pk)
    with attempt(request, done=_("Nothing was changed.")):
        drafting.drop(correction=draft, version=VersionForm.of(request))
    return redirect("campaigns:corrections", slug)


@visitors_log_in
@require_POST
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a correction back as a whole."""
    made = get_correction_for_referee(request.user, slug, pk)
    with attempt(request, done=_("The correction is taken back: everything is as it was.")):
        operations.take_back(correction=made, member=signed_in(request), version=VersionForm.of(request))
    return redirect(made)


@visitors_log_in
@require_safe
def receipt(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The proof of the site's dice in a correction, as a file for ``python -m engines verify``."""
    made = get_correction_for_reader(request.user, slug, pk)
    if not receipts.has_proof(made):
        not_found("nothing to prove")
    return receipt_answer(receipts.receipt_of(made), f"dice-correction-{made.pk}.json")


@never_cache
@visitors_log_in
@require_http_methods(["GET", "HEAD", "POST"])
def dice(request: HttpRequest, slug: str, pk: int, warband: int) -> HttpResponse:
    """Roll what a correction asks a warband for: typed, or by the site."""
    draft, owned = get_correction_for_player(request.user, slug, pk, warband)
    over = draft.state != CorrectionState.DRAFT
    result = None if over else drafting.look(draft).result
    missing = next((one for one in result.missing if one.warband == owned.key), None) if result else None
    if missing is None or result is None:
        messages.info(request, _("No dice are asked for now."))
        return redirect(draft if is_referee(request.user, draft.campaign) else owned)
    by_site = request.POST.get("mode") == "site"
    typed = request.POST if request.method == "POST" and not by_site else None
    form = FacesForm(typed, asked=missing.request.asked, version=draft.version)
    seen = f"{missing.ref}:{missing.request.figure}:{missing.request.reason}:{missing.nth}"
    if by_site or form.is_valid():
        with attempt(request, done=_("The roll is noted.")):
            if request.POST.get("seen", seen) != seen:
                raise Stale(drafting.ENTERED)
            drafting.enter_faces(correction=draft, missing=missing, faces=None if by_site else form.faces)
        return redirect("campaigns:correction_dice", slug, pk, warband)
    said = missing_sentence(missing, result.new[owned.key])
    values = {"correction": draft, "warband": owned, "form": form, "purpose": said, "seen": seen}
    status = 200 if typed is None or form.is_underway else 422  # two dice are typed by two taps
    return campaign_page(
        request, "campaigns/wars/correction_dice.html", draft.campaign, "chronicle", status=status, **values
    )


def _show(
    request: HttpRequest, shown: Correction, *, form: ReasonForm | None = None, status: int = 200
) -> HttpResponse:
    is_draft = shown.state == CorrectionState.DRAFT
    values = {
        "correction": shown,
        "preview": preview(drafting.look(shown)) if is_draft else None,
        "told": sentences(shown.told, spoken(shown.campaign, things_in(shown.told))),
        "form": form or ReasonForm(initial={"reason": shown.reason}),
        "made": shown.state == CorrectionState.MADE,
        "proof": receipts.has_proof(shown),
        "party": Warband.objects.filter(pk__in=[int(pk) for pk in shown.rows], owner=shown.author_id).exists(),
    }
    return campaign_page(
        request, "campaigns/wars/correction.html", shown.campaign, "chronicle", status=status, **values
    )
