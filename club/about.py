"""Whose work the site stands on, for the about page."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct


class Credit(Struct, frozen=True):
    """A borrowed work: what, by whom, under which licence, where to find it."""

    work: str
    purpose: str | Promise
    authors: str
    licence: str
    address: str


CREDITS = (
    Credit(
        "Game-icons.net",
        _("the icons of weapons, gear and places"),
        "Lorc, Delapouite, Skoll & contributors",
        "CC BY 3.0",
        "https://game-icons.net",
    ),
    Credit("Phosphor Icons", _("the icons of buttons"), "Phosphor Icons", "MIT", "https://phosphoricons.com"),
    Credit(
        "Grenze Gotisch",
        _("the lettering of titles"),
        "Omnibus-Type",
        "SIL OFL 1.1",
        "https://www.omnibus-type.com",
    ),
    Credit(
        "Alegreya",
        _("the typeface of the text"),
        "Juan Pablo del Peral, Huerta Tipográfica",
        "SIL OFL 1.1",
        "https://www.huertatipografica.com",
    ),
    Credit(
        "DejaVu Sans",
        _("the letters of other scripts on paper"),
        "Bitstream, DejaVu contributors",
        "Bitstream Vera, public domain",
        "https://dejavu-fonts.github.io",
    ),
    Credit(
        "Droid Sans Fallback",
        _("the letters of other scripts on paper"),
        "Google",
        "Apache 2.0",
        "https://android.googlesource.com",
    ),
    Credit("Noto Emoji", _("the emoji on paper"), "Google", "SIL OFL 1.1", "https://fonts.google.com/noto"),
)
