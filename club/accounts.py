"""How accounts open and how the site writes to their owners: the club's answers to allauth's questions."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import filter_users_by_email, filter_users_by_username
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from club.auth import is_shut_out
from club.limits import address_of
from club.models import ClubSettings, Member, SignupMode

LOGGED_IN: Final = "account/messages/logged_in.txt"


def key_of(request: HttpRequest, typed: str) -> str:
    """What tries are counted under: the visitor's address and the account together, by whichever name it was meant."""
    typed = typed.lower()
    found = next(iter(filter_users_by_email(typed)), None) or filter_users_by_username(typed).first()
    return f"{address_of(request)} {found.pk if found is not None else typed}"


_WAYS: Final = {
    "reauthenticate": _("Use my password"),
    "mfa_reauthenticate": _("Use a code of my app"),
    "mfa_reauthenticate:webauthn": _("Use my passkey"),
}


class ClubAccountAdapter(DefaultAccountAdapter):
    """Sign-up follows the club's settings; mails carry the club's name."""

    has_just_joined = False

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Wrong user name or password."),
        "email_password_mismatch": _("Wrong e-mail address or password."),
        "username_blacklisted": _("This user name cannot be used."),
        "too_many_login_attempts": _("Too many failed attempts. Wait a few minutes, then try again."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("This is not your password."),
        "duplicate_email": _("This address is already on your account."),
        "email_taken": _("This address already belongs to an account."),
        "unverified_primary_email": _("Confirm this address first; then it can be your main one."),
    }

    def get_reauthentication_methods(self, user: Member) -> list[dict[str, str]]:
        """The ways to say who one is once more, named like everything else on the site."""
        ways: list[dict[str, str]] = super().get_reauthentication_methods(user)
        return [{**way, "description": str(_WAYS.get(way["id"], way["description"]))} for way in ways]

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """False only when the club is closed; the invitation code is asked for in the form."""
        return ClubSettings.load().signup_mode != SignupMode.CLOSED

    def save_user(self, request: HttpRequest, user: Member, form: BaseForm, commit: bool = True) -> Member:
        """Keep the name and the language chosen while signing up."""
        user.display_name = form.cleaned_data.get("display_name", "")
        user.language = form.cleaned_data.get("language", "")
        saved: Member = super().save_user(request, user, form, commit=commit)
        return saved

    def pre_login(self, request: HttpRequest, user: Member, **kwargs: Any) -> HttpResponse | None:
        """Turn a demo account away like a closed one when the site is in production.

        allauth lets an account whose password is right come this far even if the backend refused it.
        """
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        if answer is None and is_shut_out(user):
            answer = self.respond_user_inactive(request, user)
        return answer

    def post_login(self, request: HttpRequest, user: Member, **kwargs: Any) -> HttpResponse:
        """Go on after a login, or after signing up, which is greeted by words of its own."""
        self.has_just_joined = bool(kwargs.get("signup"))
        answer: HttpResponse = super().post_login(request, user, **kwargs)
        return answer

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        """Say something once; nobody who has just joined is told to be back."""
        if self.has_just_joined and message_template == LOGGED_IN:
            message_template = "account/messages/joined.txt"
        super().add_message(request, level, message_template, *args, **kwargs)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """What wrong passwords are counted under: the visitor's address and the account together.

        Allauth counts by account alone, so that five wrong passwords from anywhere lock its owner out, and by the name
        typed and the host asked for, so that the e-mail address or another port gives five more tries.
        """
        return key_of(request, str(credentials.get("email") or credentials.get("username") or ""))

    def format_email_subject(self, subject: str) -> str:
        """The subject, preceded by the club's name in brackets."""
        return f"[{ClubSettings.load().name}] {subject}"

    def send_notification_mail(self, template_prefix: str, user: Member, *args: Any, **kwargs: Any) -> None:
        """Tell members that their second step or their ways in have changed; allauth would write at every change."""
        if template_prefix.startswith(("mfa/", "socialaccount/")):
            super().send_notification_mail(template_prefix, user, *args, **kwargs)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose text may use ``club``."""
        super().send_mail(template_prefix, email, {"club": ClubSettings.load(), **context})
