"""A form for each kind of hook: where its receiver is, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from club.hooks import codes
from club.hooks.operations import Said
from club.models.hook import CLUB, Hook, HookKind, HookLanguage
from club.names import NameField
from club.seen import SeenForm

_SECRET: Final = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


def _address(label: Any, help_text: Any = "", *, initial: str = "") -> forms.CharField:
    widget = forms.TextInput(attrs={**_SECRET, "inputmode": "url"})
    return forms.CharField(
        label=label, help_text=help_text, max_length=2000, required=False, widget=widget, initial=initial
    )


def _token(label: Any, help_text: Any = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs=_SECRET)
    return forms.CharField(label=label, help_text=help_text, max_length=500, required=False, widget=widget)


def _room(label: Any, help_text: Any = "") -> forms.CharField:
    widget = forms.TextInput(attrs=_SECRET)
    return forms.CharField(label=label, help_text=help_text, max_length=255, required=False, widget=widget)


class HookForm(SeenForm):
    """What every hook has. Where it is stands sealed and is not shown again: left empty, it stays."""

    name = NameField(
        label=_("Name"), max_length=80, help_text=_("Such as “The club’s Discord”: what it is called here.")
    )
    events = forms.MultipleChoiceField(label=_("What it is told"), widget=forms.CheckboxSelectMultiple)
    language = forms.ChoiceField(label=_("Language"), choices=HookLanguage.choices)
    for_members = forms.BooleanField(
        label=_("Also what only members of the club may read"),
        required=False,
        help_text=_("Only if nobody else reads there. Whatever is private to a campaign is never told here."),
    )
    order: ClassVar[tuple[str, ...]] = ("name", "address", "token", "room", "events", "language", "for_members")

    def __init__(self, *args: Any, scope: str, hook: Hook | None = None, **kwargs: Any) -> None:
        self.scope, self.hook = scope, hook
        if hook is not None:
            stored = {name: getattr(hook, name) for name in ("name", "events", "language", "for_members")}
            kwargs["initial"] = {
                **stored,
                **dict.fromkeys(("address", "token", "room"), ""),
                **kwargs.get("initial", {}),
            }
        super().__init__(*args, **kwargs)
        offered = [
            (code, event.label) for code, event in codes.events().items() if scope == CLUB or not event.is_of_club
        ]
        self.fields["events"].choices = offered  # type: ignore[attr-defined]
        if hook is None:
            self.fields["events"].initial = [code for code, _label in offered]
            for name in self.needed:
                self.fields[name].required = True
        if scope != CLUB:
            del self.fields["for_members"]
        if not (hook or Hook(kind=self.kind)).is_chat:
            del self.fields["language"]
        if hook is not None:
            self._keep(hook)
        self.order_fields(self.order)
        self.fields["seen"].initial = self._print

    kind: ClassVar[str] = ""
    needed: ClassVar[tuple[str, ...]] = ("address",)
    """What must be said of a new one."""

    def _keep(self, hook: Hook) -> None:
        """Say that what is not shown stays as it is."""
        for name in ("address", "token", "room"):
            if name in self.fields:
                at = _("Left empty, it stays as it is (%(host)s).") % {"host": hook.host}
                self.fields[name].help_text = at if name == "address" else _("Left empty, it stays as it is.")

    def fresh(self) -> HookForm | None:
        """This form as it would be drawn now."""
        if self.hook is None:
            return None
        stored = Hook.objects.filter(pk=self.hook.pk).first()
        return type(self)(scope=self.scope, hook=stored) if stored is not None else None

    def said(self) -> Said:
        """What was typed, once it is valid."""
        data = self.cleaned_data
        return Said(
            name=data["name"],
            language=data.get("language") or HookLanguage.FRENCH,
            events=data["events"],
            for_members=data.get("for_members", False),
            address=data.get("address", ""),
            token=data.get("token", ""),
            room=data.get("room", ""),
        )


class WebhookForm(HookForm):
    """A program of somebody's."""

    kind = HookKind.WEBHOOK
    address = _address(
        _("Address"), _("Such as https://example.org/hooks/club. It answers with a status of 200 to 299.")
    )


class DiscordForm(HookForm):
    """A channel."""

    kind = HookKind.DISCORD
    address = _address(
        _("Address of the channel’s webhook"), _("In Discord: settings of the channel, Integrations, Webhooks, Copy.")
    )


class MatrixForm(HookForm):
    """A room."""

    kind = HookKind.MATRIX
    needed = ("address", "token", "room")
    address = _address(_("Home server"), _("Such as https://matrix.example.org."))
    token = _token(_("Access token"), _("Of an account that has joined the room, best one of its own."))
    room = _room(_("Room"), _("Its internal number, such as !abcdef:example.org."))


class NtfyForm(HookForm):
    """A topic."""

    kind = HookKind.NTFY
    needed = ("address", "room")
    address = _address(_("Server"), _("Such as https://ntfy.sh."), initial="https://ntfy.sh")
    token = _token(_("Access token"), _("Only where the topic asks for one."))
    room = _room(_("Topic"), _("On a public server whoever knows its name reads along."))


class TelegramForm(HookForm):
    """A chat, by a bot."""

    kind = HookKind.TELEGRAM
    needed = ("token", "room")
    token = _token(_("Token of the bot"), _("@BotFather in Telegram makes a bot and tells its token."))
    room = _room(_("Chat"), _("Its number, or @name of a public channel in which the bot writes."))
    address = _address(_("Server"), _("Only for a Bot API server of your own."))
    order = ("name", "token", "room", "address", "events", "language", "for_members")


FORMS: Final[Mapping[str, type[HookForm]]] = {
    form.kind: form for form in (WebhookForm, DiscordForm, MatrixForm, NtfyForm, TelegramForm)
}
