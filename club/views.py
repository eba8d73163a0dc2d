"""Home, about, profile, club settings, and the switches for language and look."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language as django_set_language

from club import devices, first_steps, noticeboard
from club.about import CREDITS
from club.access import MemberRequest, club_admin_required, member_of, member_required, not_found, safe_address
from club.appearance import Appearance, appearance_of, keep_in_cookie
from club.departure import close_account
from club.files import file_headers
from club.forms import CloseAccountForm, ClubSettingsForm, ProfileForm
from club.invitation import link_of_invitation
from club.models import ClubSettings, ColourScheme, Member, SiteConsent
from club.operations import Refused, add_problems_to_form, problems_on
from club.own_data import archive


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The noticeboard."""
    return render(request, "club/home.html", {"panels": noticeboard.panels(request)})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Version and credits."""
    return render(request, "club/about.html", {"credits": CREDITS})


@member_required
def profile(request: MemberRequest) -> HttpResponse:
    """A member's own name, language, privacy and look."""
    member = request.user
    form = ProfileForm(request.POST or None, instance=Member.objects.get(pk=member.pk))
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            saved = form.save_seen()
            translation.activate(saved.language or translation.get_language_from_request(request))
            messages.success(request, _("Your profile is saved."))
            response = redirect("club:profile")
            _keep_language(response, saved.language)
            keep_in_cookie(response, Appearance(saved.colour_scheme, saved.large_print))
            return response
    has_sites = SiteConsent.objects.filter(member=member).exists()
    return render(request, "club/profile.html", {"form": form, "has_sites": has_sites})


@never_cache
@require_safe
@member_required
def own_data(request: MemberRequest) -> HttpResponse:
    """Everything the site keeps about the member, to download."""
    name = f"{request.user.username}-{timezone.localdate():%Y-%m-%d}.zip"
    return HttpResponse(archive(request.user), content_type="application/zip", headers=file_headers(name))


@sensitive_post_parameters("password")
@member_required
def close(request: MemberRequest) -> HttpResponse:
    """Close one's own account: what goes, what stays, and the password once more."""
    form = CloseAccountForm(request.POST or None, member=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            close_account(member=Member.objects.get(pk=request.user.pk))
        except Refused as refused:
            add_problems_to_form(form, refused)
        else:
            logout(request)
            messages.success(request, _("Your account is closed. Thank you for the games."))
            return redirect("club:home")
    status = 422 if form.errors else 200
    return render(request, "club/close.html", {"form": form, "club": ClubSettings.load()}, status=status)


@require_POST
@member_required
def end_session(request: MemberRequest, pk: int) -> HttpResponse:
    """Log oneself out in another browser; one that is no session of theirs is nobody's business (404)."""
    if not devices.end_session(member=request.user, number=pk):
        not_found()
    messages.success(request, _("That browser is logged out."))
    return redirect("usersessions_list")


@club_admin_required
def club_settings(request: MemberRequest) -> HttpResponse:
    """The club's name and who may join."""
    form = ClubSettingsForm(request.POST or None, instance=ClubSettings.load())
    if request.method == "POST" and form.is_valid():
        with problems_on(form):
            form.save_seen()
            messages.success(request, _("The club’s settings are saved."))
            setting_up = first_steps.leads_on(
                request.user, first_steps.CLUB, lambda: first_steps.club_steps(request.user)
            )
            return redirect("club:home" if setting_up else "club:settings")
    return render(request, "club/settings.html", {"form": form, "invites": link_of_invitation(request)})


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Switch the language: in the browser, and for a member in the profile too."""
    language = request.POST.get("language", "")
    member = member_of(request)
    if member is not None and language in dict(settings.LANGUAGES):
        member.language = language
        member.save(update_fields=["language"])
    return django_set_language(request)


@require_POST
def set_appearance(request: HttpRequest) -> HttpResponse:
    """Switch colours or print size: in the browser, and for a member in the profile too.

    What the form leaves out, or what makes no sense, stays as it is.
    """
    now = appearance_of(request)
    scheme = request.POST.get("scheme", "")
    size = request.POST.get("print", "")
    chosen = Appearance(
        scheme if scheme in ColourScheme.values else now.scheme,
        size == "large" if size in {"large", "normal"} else now.large,
    )
    member = member_of(request)
    if member is not None:
        member.colour_scheme, member.large_print = chosen.scheme, chosen.large
        member.save(update_fields=["colour_scheme", "large_print"])
    response = HttpResponseRedirect(safe_address(request, request.POST.get("next")) or reverse("club:home"))
    keep_in_cookie(response, chosen)
    return response


def _keep_language(response: HttpResponse, language: str) -> None:
    """Remember the language in the browser; the automatic choice forgets it."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE or 365 * 24 * 3600,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
