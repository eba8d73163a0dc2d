"""The admin's page of the sites that members may sign in to by this one. A secret is shown once, and kept as a hash."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from allauth.idp.oidc.models import Client, Token
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from club.names import NameField
from club.sites.adapter import OPENID, SCOPES, ClubOIDCAdapter

LOCAL: Final = {"127.0.0.1", "localhost"}
_GRANTS: Final = [Client.GrantType.AUTHORIZATION_CODE.value, Client.GrantType.REFRESH_TOKEN.value]


class SiteForm(forms.ModelForm):
    """A site: its name, where it is led back to, what it may ask."""

    asks = forms.MultipleChoiceField(
        label=_("what it may ask of members"),
        choices=[(scope, label) for scope, label in SCOPES.items() if scope != OPENID],
        initial=[scope for scope in SCOPES if scope != OPENID],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Client
        fields = ["name", "redirect_uris"]
        field_classes = {"name": NameField}
        labels = {"name": _("name"), "redirect_uris": _("addresses it is led back to")}
        help_texts = {
            "name": _("Members read it before they agree."),
            "redirect_uris": _("One a line, whole and to the letter, as the other site shows it: https://…"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["redirect_uris"].required = True
        if self.instance.pk and not self.instance._state.adding:
            self.initial["asks"] = self.instance.get_scopes()

    def clean_redirect_uris(self) -> str:
        """The addresses, none of which lets anybody else in on what a site is told."""
        lines = [line.strip() for line in self.cleaned_data["redirect_uris"].splitlines() if line.strip()]
        for line in lines:
            if not _may_lead_back(line):
                said = _("“%(line)s” is no whole address that begins with https://.") % {"line": line}
                raise forms.ValidationError(said, code="odd_address")
        return "\n".join(dict.fromkeys(lines))

    def save(self, commit: bool = True) -> Client:
        """Keep what is the same for all sites, too."""
        site: Client = self.instance
        site.set_scopes([OPENID, *self.cleaned_data["asks"]])
        site.set_grant_types(_GRANTS)
        site.set_response_types([Client.ResponseType.CODE.value])
        site.type = Client.Type.CONFIDENTIAL
        saved: Client = super().save(commit=commit)
        return saved


def _may_lead_back(address: str) -> bool:
    try:
        parts = urlsplit(address)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    plain = parts.scheme == "http" and (parts.hostname in LOCAL or settings.DEBUG)
    odd = parts.username is not None or parts.fragment or any(c in address for c in "*\\ ")
    return named and not odd and address.isascii() and address.isprintable() and (parts.scheme == "https" or plain)


class SiteAdmin(admin.ModelAdmin):
    """Sites by name; whoever has lost a secret gets another one."""

    form = SiteForm
    readonly_fields = ("id", "created_at")
    list_display = ("name", "id", "created_at")
    search_fields = ("name", "id")
    actions = ("make_new_secret",)

    def get_fields(self, request: HttpRequest, obj: Client | None = None) -> tuple[str, ...]:
        """A site that is not there yet has no number."""
        asked = ("name", "redirect_uris", "asks")
        return asked if obj is None else ("id", *asked, "created_at")

    def save_model(self, request: HttpRequest, obj: Client, form: Any, change: bool) -> None:
        """Give a new site its secret, which the next page shows."""
        if not change:
            obj.shown_once = _new_secret(obj)
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: Client, post_url_continue: str | None = None) -> HttpResponse:
        """Show what the other site wants to know, its secret this once."""
        return self._shown_once(request, obj, obj.shown_once)

    @admin.action(description=_("Make a new secret; the old one is worth nothing then"), permissions=["change"])
    def make_new_secret(self, request: HttpRequest, queryset: QuerySet[Client]) -> HttpResponse | None:
        """Replace a secret that was lost or has become known."""
        chosen = list(queryset[:2])
        if len(chosen) != 1:
            self.message_user(request, _("Choose one site."), messages.WARNING)
            return None
        [site] = chosen
        secret = _new_secret(site)
        site.save(update_fields=["secret"])
        self.log_change(request, site, "new secret")
        return self._shown_once(request, site, secret)

    def _shown_once(self, request: HttpRequest, site: Client, secret: str) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": site.name,
            "site": site,
            "secret": secret,
            "issuer": request.build_absolute_uri("/").rstrip("/"),
        }
        answer = render(request, "admin/club/site_secret.html", context)
        answer["Cache-Control"] = "private, no-store"
        return answer


def _new_secret(site: Client) -> str:
    secret = ClubOIDCAdapter().generate_client_secret()
    site.set_secret(secret)
    return secret


for _model in (Client, Token):
    admin.site.unregister(_model)
admin.site.register(Client, SiteAdmin)
