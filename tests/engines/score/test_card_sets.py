"""The invented card sets that come with the project, whatever the game."""

from __future__ import annotations

from typing import Any

import pytest

from engines.baf import cards as baf
from engines.baf.score import GAME as BAF, BafSetup
from engines.bebop import cards as bebop
from engines.bebop.score import GAME as BEBOP, BebopSetup
from engines.core.score import encode
from engines.core.text import Text

SETS = [pytest.param(baf.training(), id="baf"), pytest.param(bebop.training(), id="bebop")]


def names(cards: Any) -> list[Text]:
    """The names of all cards of a set."""
    if isinstance(cards, baf.CardSet):
        return [card.name for pile in (cards.heroes, cards.monsters, cards.masters, cards.dragons) for card in pile]
    return [card.name for card in cards.criminals]


@pytest.mark.parametrize("training", SETS)
class TestTrainingSets:
    def test_it_is_whole(self, training: Any) -> None:
        assert list(training.problems()) == []

    def test_it_says_in_both_languages_that_it_is_invented(self, training: Any) -> None:
        assert training.invented
        assert "entraînement" in training.name.fr
        assert "inventées" in training.name.fr
        assert "training" in training.name.en.lower()
        assert "invented" in training.name.en

    def test_every_card_has_a_name_of_its_own_in_both_languages(self, training: Any) -> None:
        found = names(training)
        assert all(name.fr and name.en for name in found)
        assert len({name.fr for name in found}) == len({name.en for name in found}) == len(found)


def test_the_training_sets_have_their_cards() -> None:
    """BAF!: ten heroes, 18, 18 and 19 kinds of monsters, four masters and dragons. Space Serenade: 21 criminals."""
    assert len(names(baf.training())) == 10 + 18 + 18 + 19 + 4 + 4
    assert len(names(bebop.training())) == 21


def test_a_setup_with_one_survives_json() -> None:
    of_baf = BafSetup(seats=5, start=3, cards=baf.training())
    assert BAF.decode_setup(encode(of_baf)) == of_baf
    of_bebop = BebopSetup(seats=4, start=3, cards=bebop.training())
    assert BEBOP.decode_setup(encode(of_bebop)) == of_bebop
