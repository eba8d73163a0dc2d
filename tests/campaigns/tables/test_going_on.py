"""Whoever plays whole games in a row replays each decision once: the games are those that all of them make."""

from __future__ import annotations

import pytest

from campaigns.tables import rules
from campaigns.tables.operations import play as card_play
from campaigns.tables.replayed import going_on
from club.models import Member
from tests.factories.tables import decide, plain_duel

pytestmark = pytest.mark.django_db


def test_a_game_goes_on_from_where_it_was_and_is_the_same(ann: Member, bob: Member) -> None:
    table = plain_duel(ann, bob)
    for _ in range(6):
        decide(table)
        table.refresh_from_db()
    codes, game_rules = card_play.codes_of(table), rules.of(table.game)

    def views(upto: int) -> list[object]:
        game = game_rules.replay(table, 2, codes[:upto])
        return [game.actor, *(game.view(seat) for seat in (0, 1, None))]

    plain = [views(upto) for upto in range(len(codes) + 1)]
    with going_on():
        # Back to a shorter log as well: then it begins anew.
        for upto in (0, 2, 5, 5, len(codes), 3, len(codes)):
            assert views(upto) == plain[upto]
        # What somebody does with the game that was answered is not in the next one.
        game = game_rules.replay(table, 2, codes[:4])
        game.play(game.actions()[0])
        assert views(4) == plain[4]
        other = plain_duel(bob, ann)
        other.seed = "1f" * 32
        assert game_rules.replay(other, 2, []).view(0) != game_rules.replay(table, 2, []).view(0)
