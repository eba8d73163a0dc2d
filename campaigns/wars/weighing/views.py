"""What the things of a published version are worth: read, asked for, called off, tried again."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.league.views.pages import attempt
from campaigns.wars.models.weighing import Weighing
from campaigns.wars.weighing import operations
from campaigns.wars.weighing.forms import ThingForm, WeighingForm
from campaigns.wars.weighing.page import WorthPage
from campaigns.wars.weighing.things import anchor
from club.access import MemberRequest, member_required
from club.operations import Refused
from rosters.models import PackVersion
from rosters.packs.rights import pack_for_reader


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def worth(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """All things of a version with what is known of each; a POST asks for one to be weighed."""
    version = _version(request, pk, number)
    if request.method == "POST":
        place = ""
        with attempt(request, done=_("It is being weighed. It takes some minutes: you are told when it is done.")):
            subject = _sent(ThingForm(request.POST)).subject
            operations.ask(version=version, subject=subject, member=request.user)
            place = anchor(subject)
        return _back(version, place)
    context = {"page": WorthPage.of(version, request.user), "pack": version.pack, "version": version}
    return render(request, "campaigns/wars/worth.html", context)


@require_POST
@member_required
def cancel(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Call a weighing off."""
    version = _version(request, pk, number)
    with attempt(request, done=_("The weighing is called off. What was fought so far is kept.")):
        operations.cancel(weighing=_weighing(request, version), member=request.user)
    return _back(version)


@require_POST
@member_required
def try_again(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Let the parts that failed be tried again."""
    version = _version(request, pk, number)
    with attempt(request):
        operations.try_again(weighing=_weighing(request, version), member=request.user)
    return _back(version)


def _version(request: MemberRequest, pk: int, number: int) -> PackVersion:
    pack = pack_for_reader(request.user, pk)
    return get_object_or_404(pack.versions.select_related("pack"), number=number)


def _weighing(request: MemberRequest, version: PackVersion) -> Weighing:
    """Return the weighing that a button names. Raises ``Refused`` where it is gone."""
    key = _sent(WeighingForm(request.POST)).cleaned_data["weighing"]
    found = version.weighings.select_related("version__pack").filter(pk=key).first()
    if found is None:
        raise Refused.because("weighing_over", _("This weighing is already over."))
    return found


def _sent[Form: (ThingForm, WeighingForm)](form: Form) -> Form:
    """Return a form that is valid: the page's own buttons send nothing else."""
    if not form.is_valid():
        raise Refused.because("not_weighable", _("This version has no such thing that could be weighed."))
    return form


def _back(version: PackVersion, place: str = "") -> HttpResponse:
    """Lead back to the things of the version, to the one at ``place`` where it is about one."""
    address = reverse("campaigns:worth", args=[version.pack_id, version.number])
    return redirect(f"{address}#{place}" if place else address)
