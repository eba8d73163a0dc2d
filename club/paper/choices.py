"""How a reader wants paper: kept with the member, or in a visitor's browser, and asked for beside every sheet."""

from __future__ import annotations

from typing import Any, Self
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.conf import settings
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext_lazy as _, pgettext_lazy
from msgspec import Struct
from msgspec.structs import asdict, replace

from club.access import member_of
from club.appearance import COOKIE_AGE, appearance_of
from club.models import Language, Member

COOKIE = "paper"


class Rules(models.TextChoices):
    """Where the rules of what a warband knows and carries are printed."""

    FIGURE = "figure", _("With each figure")
    END = "end", _("Once, at the end")
    NONE = "none", pgettext_lazy("rules on paper", "Nowhere")


class Size(models.TextChoices):
    """How large paper is set; automatic follows the print size of the pages."""

    AUTO = "", _("As on the pages")
    NORMAL = "normal", pgettext_lazy("print on paper", "Normal")
    LARGE = "large", pgettext_lazy("print on paper", "Large")


class PaperChoices(Struct, frozen=True):
    """One reader's wishes.

    ``language`` is empty where paper follows the pages' language, ``size`` where it follows their print size.
    ``ready``: only the figures who can take part in the next battle. ``large_cards``: four cards to a page, not nine.
    """

    landscape: bool = False
    size: str = Size.AUTO.value
    ink: bool = False
    language: str = Language.AUTO.value
    rules: str = Rules.FIGURE.value
    ready: bool = False
    large_cards: bool = False
    portraits: bool = True

    @property
    def spoken(self) -> str:
        """The language to set it in: ``fr`` or ``en``."""
        return self.language or (get_language() or "en").partition("-")[0]

    @property
    def large(self) -> bool:
        """Whether it is set in large print."""
        return self.size == Size.LARGE

    @property
    def look(self) -> dict[str, Any]:
        """What the templates of ``@local/paper`` know of these wishes."""
        return {
            "landscape": self.landscape,
            "large": self.large,
            "ink": self.ink,
            "language": self.spoken,
            "large_cards": self.large_cards or self.large,
        }

    @classmethod
    def read(cls, kept: dict[str, Any]) -> Self:
        """Read what was kept; what is not understood falls back to the default."""
        form = PaperForm(cls().as_data() | kept)
        form.is_valid()
        return cls(**{name: form.cleaned_data.get(name, value) for name, value in asdict(cls()).items()})

    def as_data(self) -> dict[str, Any]:
        """The wishes as a form sends them and as they are kept."""
        return asdict(self)


class PaperForm(forms.Form):
    """The wishes to choose from."""

    size = forms.ChoiceField(label=_("Print size"), choices=Size.choices, required=False)
    language = forms.ChoiceField(
        label=_("Language"), choices=[("", _("As on the pages")), *Language.choices[1:]], required=False
    )
    rules = forms.ChoiceField(label=_("Rules in short"), choices=Rules.choices)
    landscape = forms.BooleanField(label=_("Landscape"), required=False)
    ink = forms.BooleanField(label=_("Save ink"), required=False)
    ready = forms.BooleanField(label=_("Only those who can fight the next battle"), required=False)
    portraits = forms.BooleanField(label=_("With portraits"), required=False)
    large_cards = forms.BooleanField(label=_("Large cards, four to a page"), required=False)


def choices_of(request: HttpRequest) -> PaperChoices:
    """Return the wishes of the reader of this request, large print resolved."""
    member = member_of(request)
    kept = (
        member.paper if member is not None else dict(parse_qsl(request.COOKIES.get(COOKIE, ""), keep_blank_values=True))
    )
    chosen = PaperChoices.read(kept)
    if chosen.size == Size.AUTO and appearance_of(request).large:
        return replace(chosen, size=Size.LARGE.value)
    return chosen


def keep(request: HttpRequest, response: HttpResponse, chosen: PaperChoices) -> None:
    """Remember the wishes with the member, and in a visitor's browser."""
    member = member_of(request)
    if member is not None:
        Member.objects.filter(pk=member.pk).update(paper=chosen.as_data())
        return
    response.set_cookie(
        COOKIE,
        urlencode({name: value or "" for name, value in chosen.as_data().items()}),
        max_age=COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
