"""What a member agrees to, in the site's words."""

from __future__ import annotations

from allauth.idp.oidc.forms import AuthorizationForm
from django.utils.translation import gettext_lazy as _

from club.forms import WithoutPlaceholders


class ConsentForm(WithoutPlaceholders, AuthorizationForm):
    """What another site is told; whoever has confirmed several addresses says which of them it is."""

    labels = {"email": _("Address to share")}
