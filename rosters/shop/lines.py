"""Wares as lines of the shop, all that is told of each folded beneath: there are dozens, so no template draws them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from club.rulings.citations import cited
from club.templatetags.club import icon
from rosters.shifts import Shift
from rosters.shop.shelf import Effect, Ware

NOTHING = SafeString("")


class Lines:
    """Draws lines of one page. ``unfolded``: what is told of a ware is seen at once; ``several`` would get it."""

    def __init__(self, *, unfolded: bool, several: bool) -> None:
        self._open, self._several = SafeString(" open") if unfolded else NOTHING, several
        self._buy, self._points, self._same = _("Buy"), _("points"), _("the profile stays as it is")
        self._careful = format_html('{}<span class="visually-hidden">{}</span> ', icon("warning"), _("careful"))

    def of(self, wares: Iterable[Ware]) -> SafeString:
        """Return the lines of a shelf."""
        return mark_safe("".join(map(self._line, wares)))

    def _line(self, ware: Ware) -> SafeString:
        return format_html(
            '<li class="ware ware--line ware--{}"><details class="ware__fold"{}>'
            '<summary><h3 class="ware__name">{}</h3> <span class="ware__brief">{}{}'
            '<span class="ware__told">{}</span></span></summary>{}{}{}{}</details>{}</li>',
            ware.fit,
            self._open,
            ware.told.name,
            format_html("<strong>{}</strong> ", _("has %(count)s") % {"count": ware.carried}) if ware.carried else "",
            self._careful if ware.open and ware.reasons else "",
            self._brief(ware),
            ware.told.html,
            mark_safe("".join(map(self._effect, ware.effects))),
            format_html("<p>{}</p>", _("%(count)s in all") % {"count": ware.total}) if ware.total is not None else "",
            format_html('<p class="ware__why">{}</p>', cited(" ".join(ware.reasons))) if ware.reasons else "",
            self._price(ware),
        )

    def _brief(self, ware: Ware) -> SafeString | str:
        if ware.reasons and not ware.open:
            return format_html('<span class="ware__why">{}</span>', ware.standing)
        if ware.effects and ware.effects[0].shifts and not self._several:
            return _shifts(ware.effects[0].shifts)
        return ware.told.brief

    def _effect(self, effect: Effect) -> SafeString:
        return format_html(
            '<p class="ware__effect">{} {}</p>',
            format_html('<span class="ware__whose">{}</span>', effect.names) if effect.names else "",
            _shifts(effect.shifts) if effect.shifts else format_html("<span>{}</span>", self._same),
        )

    def _price(self, ware: Ware) -> SafeString:
        if not ware.open:
            return format_html(
                '<p class="ware__price">{}<span class="visually-hidden"> {}</span></p>', ware.price, self._points
            )
        return format_html(
            '<button class="button ware__buy" name="item" value="{}" id="buy-{}">{}<span class="visually-hidden"> {}:'
            '</span> <strong>{}</strong><span class="visually-hidden"> {}</span></button>',
            ware.code, ware.code, self._buy, ware.told.name,
            ware.price if ware.total is None else ware.total, self._points,
        )  # fmt: skip


def _shifts(shifts: Iterable[Shift]) -> SafeString:
    return format_html_join(
        "",
        '<span class="shift {}"><abbr title="{}">{}</abbr> {} → <strong>{}</strong></span> ',
        ((shift.mark, shift.name, shift.short, shift.before, shift.after) for shift in shifts),
    )
