"""What a weighing came to, in words."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engines.musg.weighing import Difference, FairPrice, Verdict
from rosters.wording.worth import difference_words, interval_words, price_words, verdict_words


def fair(value: float | None, low: float | None, high: float | None, *, below: bool = False) -> FairPrice:
    return FairPrice(value, below, low, high, least=0.0, most=24.5)


@pytest.mark.parametrize(
    ("found", "price", "interval", "prix", "intervalle"),
    [
        (fair(4.8, 3.3, 6.4), "4.8", "3.3 to 6.4", "4,8", "de 3,3 à 6,4"),
        (fair(None, None, 2.5, below=True), "less than nothing", "up to 2.5", "moins de zéro", "jusqu’à 2,5"),
        (fair(None, 20.1, None), "above 24.5", "20.1 and more", "plus de 24,5", "20,1 et plus"),
        (fair(9.0, None, None), "9.0", "any up to 24.5 and more", "9,0", "tous jusqu’à 24,5 et plus"),
    ],
)
def test_a_fair_price_is_told_with_what_cannot_be_told_from_it(
    found: FairPrice, price: str, interval: str, prix: str, intervalle: str
) -> None:
    with override("en"):
        assert (price_words(found), interval_words(found)) == (price, interval)
    with override("fr"):
        assert (price_words(found), interval_words(found)) == (prix, intervalle)


def test_a_difference_is_told_in_victories_of_100_battles() -> None:
    with override("en"):
        assert difference_words(Difference(0.55, 0.5, 0.05, 0.032)) == "+5.0 ± 3.2"
    with override("fr"):
        assert difference_words(Difference(0.38, 0.5, -0.124, 0.04)) == "−12,4 ± 4,0"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_verdict_has_words_of_its_own(language: str) -> None:
    with override(language):
        assert len({verdict_words(one) for one in Verdict}) == len(Verdict)
        assert "_" not in "".join(verdict_words(one) for one in Verdict)
    assert verdict_words("unheard_of") == "unheard_of"
