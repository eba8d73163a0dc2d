"""What is wrong with a file of plays is said in the reader's language, and unknown games without end are bounded."""

from __future__ import annotations

import json

import pytest
from django.utils.translation import override

from campaigns.seasons.transfer.plays import UNKNOWN_SHOWN, parse_book
from club.operations import Refused


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "Ce n’est pas un fichier JSON, ou il est coupé ou abîmé."),
        (
            '{"players": 3}',
            "Ce n’est pas un fichier de parties : players : attendu : une liste ; trouvé : un nombre entier.",
        ),
        ("\udcff", "Ce n’est pas un fichier JSON, ou il est coupé ou abîmé."),
    ],
)
def test_no_english_of_a_library_on_a_french_page(content: str, said: str) -> None:
    with override("fr"), pytest.raises(Refused) as refused:
        parse_book(content.encode("utf-8", "surrogateescape"))
    found = str(refused.value.problems[0].message).replace("\u00a0", " ").replace("\u202f", " ")
    assert found == said


def test_hundreds_of_unknown_games_are_counted_not_listed() -> None:
    games = [{"id": number, "name": f"Game {number}"} for number in range(200)]
    plays = [
        {"gameRefId": number, "playDate": "2026-11-20 20:10:00", "playerScores": [{"playerRefId": 1}]}
        for number in range(200)
    ]
    book = parse_book(json.dumps({"players": [{"id": 1, "name": "Ada"}], "games": games, "plays": plays}))

    assert len(book.unknown) == 200
    assert len(book.unknown_first) == UNKNOWN_SHOWN
    assert book.unknown_more == 200 - UNKNOWN_SHOWN
