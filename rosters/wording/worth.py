"""What a weighing by battles came to, in the reader's language.

Prices are in points for one piece; differences in victories of 100 battles, a draw counting half.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import pgettext, pgettext_lazy

from engines.musg.weighing import Difference, FairPrice, Verdict

_VERDICTS: Final[dict[str, Promise]] = {
    Verdict.FAR_TOO_CHEAP: pgettext_lazy("verdict on a price", "far too cheap"),
    Verdict.TOO_CHEAP: pgettext_lazy("verdict on a price", "too cheap"),
    Verdict.FAIR: pgettext_lazy("verdict on a price", "fair"),
    Verdict.TOO_DEAR: pgettext_lazy("verdict on a price", "too dear"),
    Verdict.FAR_TOO_DEAR: pgettext_lazy("verdict on a price", "far too dear"),
    Verdict.OPEN: pgettext_lazy("verdict on a price", "undecided"),
    Verdict.UNPRICED: pgettext_lazy("verdict on a price", "no price printed"),
}


def verdict_words(code: str) -> str:
    """Return what is said of a price, in words; a code that is none as it is."""
    return str(_VERDICTS.get(code, code))


def price_words(fair: FairPrice) -> str:
    """Return the fair price: "4.8", or beyond which of the prices tried it lies."""
    if fair.value is not None:
        return _number(fair.value)
    if fair.below and not fair.least:
        return pgettext("price in points", "less than nothing")
    if fair.below:
        return pgettext("price in points", "below %(price)s") % {"price": _number(fair.least)}
    return pgettext("price in points", "above %(price)s") % {"price": _number(fair.most)}


def interval_words(fair: FairPrice) -> str:
    """Return the prices that cannot be told from the fair one: "3.3 to 6.4", open beyond those tried."""
    low, high = fair.low, fair.high
    if low is None and high is None:
        return pgettext("price in points", "any up to %(price)s and more") % {"price": _number(fair.most)}
    if low is None:
        return pgettext("price in points", "up to %(price)s") % {"price": _number(high or 0.0)}
    if high is None:
        return pgettext("price in points", "%(price)s and more") % {"price": _number(low)}
    return pgettext("price in points", "%(low)s to %(high)s") % {"low": _number(low), "high": _number(high)}


def difference_words(one: Difference) -> str:
    """Return how many more of 100 battles are won with the thing than without, and the margin: "+4.1 ± 3.2"."""
    value = 100 * one.difference
    sign = "−" if round(value, 1) < 0 else "+"
    return f"{sign}{_number(abs(value))} ± {_number(100 * one.margin)}"


def _number(value: float) -> str:
    return str(number_format(round(value, 1), 1))  # which by itself cuts off


_BOTS: Final[Mapping[str, Promise]] = {
    "cautious": pgettext_lazy("bot of Musg", "cautious"),
    "bold": pgettext_lazy("bot of Musg", "bold"),
}


def bot_names(bots: Iterable[str]) -> str:
    """Return what the bots that fought are called, in words that continue a sentence."""
    return ", ".join(str(_BOTS.get(bot, bot)) for bot in bots)
