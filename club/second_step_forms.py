"""Allauth's forms for the second step, in the site's words."""

from __future__ import annotations

from typing import Any

from allauth.mfa.base import forms as base
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as webauthn
from django.utils.translation import gettext_lazy as _

from club.forms import WithoutPlaceholders


class _Code(WithoutPlaceholders):
    """A field for digits: phones show a keypad, and browsers offer what the app gave them."""

    labels = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]  # type: ignore[attr-defined]
        field.widget.attrs |= {"inputmode": "numeric", "autocomplete": "one-time-code"}


class AuthenticateForm(_Code, base.AuthenticateForm):
    """The second step of logging in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("Six digits from your authenticator app, or one of your recovery codes.")


class ReauthenticateForm(_Code, base.ReauthenticateForm):
    """A code instead of the password, before a sensitive change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("Six digits from your authenticator app, or one of your recovery codes.")


class ActivateForm(_Code, ActivateTOTPForm):
    """The first code of an authenticator app shows that it has the secret."""

    labels = {"code": _("Code that the app shows now")}


class AddPasskeyForm(WithoutPlaceholders, webauthn.AddWebAuthnForm):
    """A new passkey."""

    labels = {"name": _("Name of the passkey"), "passwordless": _("Log in with this passkey alone")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].max_length = 60
        self.fields["name"].widget.attrs |= {"maxlength": 60, "autocomplete": "off"}
        self.fields["passwordless"].help_text = _(
            "Without a password: the device asks for your finger, your face or its PIN. Older security keys cannot."
        )


class RenamePasskeyForm(WithoutPlaceholders, webauthn.EditWebAuthnForm):
    """Another name for a passkey."""

    labels = {"name": _("Name of the passkey")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # The view is a model's, the form is none.
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs |= {"maxlength": 60, "autocomplete": "off"}
