"""The page of what a member is told and where, the devices on it, and what browsers ask in the background."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club import limits
from club.access import MemberRequest, member_required, not_found
from club.channels.forms import ChannelsForm, DeviceForm, RenewedForm
from club.channels.push import devices, keys, notices, trial
from club.devices import device_name
from club.models import Member, PushDevice
from club.operations import Refused, problems_on
from club.outages.trouble import in_passing


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def channels(request: MemberRequest) -> HttpResponse:
    """What a member wants to be told, where and when, and the devices that are woken."""
    form = ChannelsForm(request.POST or None, member=Member.objects.get(pk=request.user.pk))
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            form.save()
            messages.success(request, _("This is how you are told from now on."))
            return redirect("club:channels")
    context: dict[str, Any] = {
        "form": form,
        "devices": PushDevice.objects.filter(member=request.user).select_related("session"),
        "session_key": request.session.session_key,
        "push_key": "",
    }
    with in_passing():  # the first who looks makes it
        context["push_key"] = keys.public_key()
    return render(request, "club/channels/channels.html", context, status=422 if form.errors else 200)


@require_POST
@member_required
def add_device(request: MemberRequest) -> HttpResponse:
    """Let news be pushed to the browser that asks; answers 400 with a sentence where it said nothing of use."""
    form = DeviceForm(request.POST)
    session = UserSession.objects.filter(user=request.user, session_key=request.session.session_key).first()
    if not form.is_valid() or session is None:
        return HttpResponse(_("This browser did not say where it can be reached. Try again."), status=400)
    name = device_name(request.META.get("HTTP_USER_AGENT", ""))
    try:
        devices.add(member=request.user, session=session, name=name, **form.cleaned_data)
    except Refused as refused:
        return HttpResponse(str(refused), status=400)
    messages.success(request, _("News are pushed to this device from now on."))
    return HttpResponse(status=204)


@require_POST
@member_required
def remove_device(request: MemberRequest, pk: int) -> HttpResponse:
    """Push nothing to a device any more; 404 for one that is none of the member’s."""
    if not devices.remove(member=request.user, pk=pk):
        not_found()
    messages.success(request, _("Nothing is pushed to that device any more."))
    return redirect("club:channels")


@require_POST
@member_required
def try_device(request: MemberRequest, pk: int) -> HttpResponse:
    """Send a device a message that says it works."""
    device = get_object_or_404(PushDevice.objects.filter(member=request.user), pk=pk)
    if not limits.within(request, "push_trial", key=f"member:{request.user.pk}"):
        messages.error(request, _("That was tried often enough: wait a few minutes."))
    else:
        trial.ask(device)
        messages.success(request, _("A trial is on its way to “%(device)s”.") % {"device": device.name})
    return redirect("club:channels")


@require_safe
@member_required
def open_notices(request: MemberRequest) -> HttpResponse:
    """What may still lie on the member’s screens, for the page that takes the rest away."""
    return JsonResponse({"open": notices.open_tags(request.user)})


@csrf_exempt
@require_POST
def renew_device(request: HttpRequest) -> HttpResponse:
    """Note a device’s new address, which its browser changed by itself.

    It asks without a page, so without a token; who knows the old address, which is as good as a key, may say so.
    """
    form = RenewedForm(request.POST)
    if not limits.within(request, "push_renewed"):
        return HttpResponse(status=429)
    try:
        known = form.is_valid() and devices.renew(**form.cleaned_data)
    except Refused:
        known = False
    return HttpResponse(status=204 if known else 404)
