"""Forms for accounts, profile and club settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.core import context
from allauth.socialaccount import forms as elsewhere
from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from club import limits, shared_device
from club.accounts import key_of
from club.models import ClubSettings, Language, Member, SignupMode
from club.names import NameField
from club.seen import SeenModelForm
from engines.core import names


class WithoutPlaceholders:
    """Labels say what a field is for; the same words again inside the field would only be in the way."""

    labels: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, forms.Field] = self.fields  # type: ignore[attr-defined]
        for name, field in fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)


NAME_TAKEN = _("Another member has a name that looks the same: choose one that tells you apart.")
PASSWORD_LABELS = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("New password, again"),
}
EMAIL_LABELS = {"email": _("E-mail address")}


class LoginForm(WithoutPlaceholders, allauth_forms.LoginForm):
    """Log in by user name or e-mail address; on a shared device nothing is kept."""

    shared = forms.BooleanField(
        label=_("Others use this device too: keep nothing on it"),
        required=False,
        help_text=_("Otherwise some of your pages are kept here and open without a network, until you log out."),
    )
    labels = {
        "login": _("User name or e-mail address"),
        "password": _("Password"),
        "remember": _("Keep me logged in on this device"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["password"].help_text = ""
        self.fields["shared"].initial = shared_device.is_shared(context.request)

    def clean(self) -> dict[str, Any]:
        """A device that others use keeps nobody logged in, either."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("shared"):
            cleaned["remember"] = False
        return cleaned

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Log in, and keep in the browser whether it is a shared one."""
        answer: HttpResponse = super().login(request, redirect_url)
        shared_device.remember(answer, shared=self.cleaned_data["shared"])
        return answer


class ResetPasswordForm(WithoutPlaceholders, allauth_forms.ResetPasswordForm):
    """Ask for a link to choose a new password."""

    labels = EMAIL_LABELS

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the link, unless this address has had it sent to this account time and again. Nobody is told which."""
        email: str = self.cleaned_data["email"]
        if limits.within(request, "new_password", key=key_of(request, email)):
            super().save(request, **kwargs)
        return email


class ResetPasswordKeyForm(WithoutPlaceholders, allauth_forms.ResetPasswordKeyForm):
    """Choose a new password after following the mailed link."""

    labels = PASSWORD_LABELS


class ChangePasswordForm(WithoutPlaceholders, allauth_forms.ChangePasswordForm):
    """Choose a new password while logged in."""

    labels = PASSWORD_LABELS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].help_text = ""


class SetPasswordForm(WithoutPlaceholders, allauth_forms.SetPasswordForm):
    """Choose a first password, on an account that has none."""

    labels = PASSWORD_LABELS


class AddEmailForm(WithoutPlaceholders, allauth_forms.AddEmailForm):
    """Add an e-mail address to the account."""

    labels = EMAIL_LABELS


class ReauthenticateForm(WithoutPlaceholders, allauth_forms.ReauthenticateForm):
    """Type the password once more before a sensitive change."""

    labels = {"password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class OpensAccount(WithoutPlaceholders, forms.Form):
    """What everybody is asked who opens an account; with the club's invitation code when the club wants one."""

    display_name = NameField(
        label=_("Name shown"),
        max_length=60,
        required=False,
        help_text=_("What other members see. Your user name is shown when this is empty."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=Language, required=False)
    invitation_code = forms.CharField(
        label=_("Invitation code"),
        max_length=40,
        help_text=_("Ask a member of the club for it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    field_order = [
        "invitation_code",
        "username",
        "display_name",
        "email",
        "password1",
        "password2",
        "language",
    ]
    labels = {
        "username": _("User name"),
        "email": _("E-mail address"),
        "password1": _("Password"),
        "password2": _("Password, again"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = ClubSettings.load()
        self.fields["username"].help_text = _("For logging in. Letters, digits and @ . + - _ only.")
        self.fields["username"].widget.attrs["autocapitalize"] = "none"
        self.fields["email"].required = self.club.asks_for_email
        if self.club.signup_mode != SignupMode.INVITATION:
            del self.fields["invitation_code"]

    def clean(self) -> dict[str, Any]:
        """Tell that a name is taken only to somebody who would have an account now if it were not, and not often.

        Otherwise one could ask about every name without opening an account for those that are free. That an address
        has an account is told to nobody (``ACCOUNT_PREVENT_ENUMERATION``).
        """
        cleaned = super().clean() or {}
        if cleaned.get("username") and namesake(cleaned["username"]):
            self.add_error("username", forms.ValidationError(NAME_TAKEN, "name_taken"))
        elif "username" in cleaned and cleaned.get("display_name") and namesake(cleaned["display_name"]):
            self.add_error("display_name", forms.ValidationError(NAME_TAKEN, "name_taken"))
        taken = next((field for field in ("username", "display_name") if self._is_taken(field)), "")
        if taken and len(self.errors) > 1:
            del self.errors[taken]
        elif not limits.within(context.request, "taken_name", dry_run=not taken):
            self.errors.pop(taken, None)
            raise forms.ValidationError(_("Too many user names were tried from here. Wait an hour, then try again."))
        return cleaned

    def _is_taken(self, field: str) -> bool:
        return self.has_error(field, "username_taken") or self.has_error(field, "name_taken")

    def clean_invitation_code(self) -> str:
        """The code, if it is the club's."""
        code: str = self.cleaned_data["invitation_code"]
        if not self.club.accepts_code(code):
            raise forms.ValidationError(_("This is not the club’s invitation code."), code="wrong_code")
        return code

    def signup(self, request: HttpRequest, user: Member) -> None:
        """Nothing more to do: the adapter keeps the extra fields."""


class SignupForm(OpensAccount, allauth_forms.SignupForm):
    """Open an account with a password."""


class SignupFromElsewhereForm(OpensAccount, elsewhere.SignupForm):
    """Open an account that an account elsewhere lets in, without a password."""


class ProfileForm(SeenModelForm):
    """What members decide about their own account."""

    class Meta:
        model = Member
        fields = ["display_name", "language", "hidden", "colour_scheme", "large_print"]
        field_classes = {"display_name": NameField}
        widgets = {
            "display_name": forms.TextInput(attrs={"autocomplete": "nickname"}),
            "colour_scheme": forms.RadioSelect,
        }

    def clean_display_name(self) -> str:
        """The name, unless another member shows or logs in by one that looks the same."""
        name: str = self.cleaned_data["display_name"]
        if name and "display_name" in self.changed_data and namesake(name, self.instance):
            raise forms.ValidationError(NAME_TAKEN, code="name_taken")
        return name


class CloseAccountForm(forms.Form):
    """Closing one's own account: meant, and meant by its owner. Whoever has no password types the user name."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("So that nobody else closes your account on a phone left lying about."),
    )
    username = forms.CharField(
        label=_("User name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        help_text=_("Type it, so that nothing is closed by a slip of a finger."),
    )

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = member
        del self.fields["username" if member.has_usable_password() else "password"]

    def clean_password(self) -> str:
        """The password, if it is the member's."""
        password: str = self.cleaned_data["password"]
        if not self.member.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="wrong_password")
        return password

    def clean_username(self) -> str:
        """The user name, if it is the member's."""
        username: str = self.cleaned_data["username"]
        if username.lower() != self.member.username.lower():
            raise forms.ValidationError(_("This is not your user name."), code="wrong_name")
        return username


MAY_BE_LEFT_OUT = ("former_warbands", "second_step_for", "crest", "accent")
"""Of the club's settings: where a form does not ask, what the club had chosen stays."""


class ClubSettingsForm(SeenModelForm):
    """What the club admin decides about the club."""

    class Meta:
        model = ClubSettings
        field_classes = {"name": NameField}
        fields = [
            "name",
            "tagline",
            "crest",
            "accent",
            "signup_mode",
            "invitation_code",
            "asks_for_email",
            "second_step_for",
            "former_warbands",
            "guest_names_days",
        ]
        widgets = {
            "signup_mode": forms.RadioSelect,
            "crest": forms.RadioSelect,
            "accent": forms.RadioSelect,
            "former_warbands": forms.RadioSelect,
            "second_step_for": forms.RadioSelect,
            "guest_names_days": forms.NumberInput(attrs={"inputmode": "numeric"}),
            "invitation_code": forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in MAY_BE_LEFT_OUT:
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        """Keep what a form does not ask. An invitation without a code would lock everybody out by accident."""
        cleaned = super().clean() or {}
        for name in MAY_BE_LEFT_OUT:
            cleaned[name] = cleaned.get(name) or getattr(self.instance, name)
        by_invitation = cleaned.get("signup_mode") == SignupMode.INVITATION
        unnamed = "invitation_code" not in self.errors and not (cleaned.get("invitation_code") or "").strip()
        if by_invitation and unnamed:
            self.add_error("invitation_code", _("Choose a code: without one nobody could sign up."))
        return cleaned

    def clean_invitation_code(self) -> str:
        """A code stands in a link: what a browser reads as "here" or "one up" there leads elsewhere."""
        code: str = self.cleaned_data["invitation_code"] or ""
        if {".", ".."} & {part.strip() for part in code.split("/")}:
            said = _("A code of dots alone cannot stand in a link: choose another one.")
            raise forms.ValidationError(said, code="only_dots")
        return code

    @property
    def plain_fields(self) -> Iterator[forms.BoundField]:
        """The fields that are drawn like any other: all but those whose choices are looked at."""
        return (field for field in self.visible_fields() if field.name not in ("crest", "accent"))


class SearchForm(forms.Form):
    """Words to look for, in what its ``label`` says; at most ``most`` letters."""

    def __init__(self, data: Any, *, label: Any, most: int) -> None:
        super().__init__(data or None)
        box = forms.TextInput(attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"})
        self.fields["q"] = forms.CharField(label=label, required=False, max_length=most, widget=box)

    @property
    def query(self) -> str:
        """The words; none where there are too many."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""


def namesake(name: str, besides: Member | None = None) -> bool:
    """Tell whether a member, ``besides`` aside, shows a name or logs in by one that looks the same."""
    others = Member.objects.filter(closed=None)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    wanted = names.key(name)
    return any(wanted in map(names.key, filter(None, pair)) for pair in others.values_list("username", "display_name"))
