"""The form of what a member wants to be told, where and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _, pgettext_lazy
from msgspec import Struct

from club.channels.topics import MEANINGS
from club.channels.wishes import choose, wishes_of
from club.models import Member, NewsMail, Topic
from club.operations import for_update
from club.seen import SeenForm

CHANNELS: Final = {
    "site": pgettext_lazy("channel of news", "Site"),
    "mail": pgettext_lazy("channel of news", "Mail"),
    "push": pgettext_lazy("channel of news", "Push"),
}


class Box(Struct, frozen=True):
    """One kind of news in one channel: a box to tick."""

    channel: str
    label: Any
    is_ticked: bool


class Row(Struct, frozen=True):
    """A kind of news, what it is, and its boxes."""

    topic: Topic
    meaning: Any
    boxes: tuple[Box, ...]


def _topics() -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(choices=Topic, required=False, widget=forms.CheckboxSelectMultiple)


class ChannelsForm(SeenForm):
    """Which kinds of news a member wants in which channel, and when nothing rings."""

    site = _topics()
    mail = _topics()
    push = _topics()
    news_mail = forms.ChoiceField(
        label=_("Mails come"),
        choices=NewsMail,
        required=False,
        help_text=_("To your confirmed e-mail address. Each mail has links that end them."),
    )
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    quiet_until = forms.TimeField(
        label=_("until"),
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=_("Nothing rings in these hours; what still waits then is told when they are over."),
    )
    not_while_looking = forms.BooleanField(label=_("No push while I am looking at the site"), required=False)
    shows_contents = forms.BooleanField(
        label=_("Say what it is about on a locked screen"),
        required=False,
        help_text=_("Without this, pushed news of what not everybody may read say only that there is some."),
    )
    reminders = forms.BooleanField(
        label=_("Referees may remind me by mail"), required=False, help_text=_("Once a day at most.")
    )

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        self.member = member
        wishes = wishes_of(member)
        initial = {
            "site": [topic for topic in Topic.values if topic not in wishes.not_on_site],
            "mail": [topic for topic in Topic.values if topic not in wishes.not_by_mail],
            "push": wishes.by_push,
            "news_mail": member.news_mail,
            "reminders": member.reminders,
        }
        for name in ("quiet_from", "quiet_until", "not_while_looking", "shows_contents"):
            initial[name] = getattr(wishes, name)
        super().__init__(*args, initial=initial, **kwargs)

    def fresh(self) -> ChannelsForm:
        """Return the form as it is stored now."""
        return type(self)(member=Member.objects.get(pk=self.member.pk))

    def clean(self) -> dict[str, Any]:
        """Hours have a beginning and an end."""
        cleaned = super().clean() or {}
        begins, ends = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if "quiet_from" in cleaned and "quiet_until" in cleaned and (begins is None) != (ends is None):
            missing = "quiet_from" if begins is None else "quiet_until"
            self.add_error(missing, forms.ValidationError(_("Say from when until when."), code="half"))
        return cleaned

    def rows(self) -> Iterator[Row]:
        """Yield the kinds of news with their boxes, as they are ticked."""
        ticked = {name: {str(value) for value in self[name].value() or ()} for name in CHANNELS}
        for topic in Topic:
            boxes = tuple(Box(name, label, topic.value in ticked[name]) for name, label in CHANNELS.items())
            yield Row(topic, MEANINGS[topic], boxes)

    def others(self) -> list[forms.BoundField]:
        """Return the fields below the kinds of news."""
        return [field for field in self.visible_fields() if field.name not in CHANNELS]

    @transaction.atomic
    def save(self) -> None:
        """Keep what was chosen. Raises ``Stale`` where it was changed elsewhere meanwhile."""
        for_update(Member.objects.all()).get(pk=self.member.pk)
        self.refuse_stale()
        said = dict(self.cleaned_data)
        said.pop("seen")
        site, mail, push = (set(said.pop(name)) for name in CHANNELS)
        said |= {
            "not_on_site": [topic for topic in Topic.values if topic not in site],
            "not_by_mail": [topic for topic in Topic.values if topic not in mail],
            "by_push": [topic for topic in Topic.values if topic in push],
        }
        choose(member=self.member, values=said)


class DeviceForm(forms.Form):
    """What a browser says of itself when it may be woken (``PushSubscription``)."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=40)


class RenewedForm(DeviceForm):
    """The same when its address has changed: ``old`` is the one of before."""

    old = forms.CharField(max_length=1000)
