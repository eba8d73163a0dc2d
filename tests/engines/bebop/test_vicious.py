"""Vicious from his arrival to the end (Space Serenade, Vicious; Fin de la partie).

A token of his resistance costs 3 Force, a clue token 3 clues. ``kettle_smuggler`` is of Earth, ``dust_pickpocket`` of
Mars.
"""

from engines.bebop.events import DamageDrawn, DamageSettled, Escaped, ViciousMoved
from engines.bebop.game import Game
from engines.bebop.ground import NOBODY
from engines.bebop.outcome import Ending
from tests.engines.bebop.table import (
    BEBOP,
    EARTH,
    MARS,
    again,
    codes,
    criminal,
    damage,
    do,
    legal,
    refused,
    reserve,
    reveal_next,
    stand,
    table,
    there,
    tokens,
    vicious,
)


def chased(*movement: str, players: int = 2, left: tuple[int, int] = (6, 6)) -> Game:
    """Spike stands on Mars with Vicious and a poacher; damage cards do nothing."""
    game = table(players=players)
    criminal(game, "umbrella_forger")
    criminal(game, "canal_poacher")
    vicious(game, "mars", left=left, movement=movement or ("kettle_smuggler", "dust_pickpocket"))
    damage(game, *["split_lip"] * 8)
    stand(game, spike="mars")
    return game


class TestArrival:
    def test_his_movement_deck_is_made_of_those_aside_and_those_hidden(self) -> None:
        """Ruling C40: not of those on planets or captured. 2 players: 12 criminals in play, 3 there, 1 captured, so 8,
        one of which says where he appears.
        """
        game = table()
        criminal(game, "kettle_smuggler", left=(1, 1))
        game.criminals.remove(game.book.vicious)
        game.criminals.append(game.book.vicious)
        hidden = set(game.criminals) - {game.book.vicious}
        stand(game, spike="earth", jet="mars")
        gauges = game.gauge[:]
        reserve(game, clues=1)
        do(game, "take earth clues")
        assert game.vicious != NOBODY
        assert (there(game, "earth"), game.criminals) == ("", [])
        assert set(game.movement) | set(game.escaped) == hidden
        assert (len(game.movement), len(game.escaped)) == (8, 1)
        assert game.book.planet[game.escaped[0]] == game.vicious
        assert tuple(game.left[6:]) == (6, 6)
        assert game.gauge == gauges
        assert game.figures[1] == MARS  # nobody is sent back

    def test_as_second_card_the_first_keeps_its_effect(self) -> None:
        """Ruling C13."""
        game = table()
        criminal(game, "kettle_smuggler", left=(1, 1))
        stand(game, spike="earth")
        reveal_next(game, "rooftop_counterfeiter", "vicious")
        reserve(game, clues=1)
        do(game, "take earth clues")
        assert there(game, "earth") == "rooftop_counterfeiter"
        assert game.vicious != NOBODY

    def test_no_criminal_is_revealed_any_more(self) -> None:
        game = chased()
        criminal(game, "canal_poacher", left=(1, 1))
        reserve(game, clues=1)
        do(game, "take mars clues")
        assert (there(game, "mars"), len(game.movement)) == ("", 2)
        assert game.vicious == MARS  # he is no figure and stays (Nettoyage de la planète)
        assert game.figures[0] == BEBOP


class TestConfronting:
    def test_either_may_be_confronted_and_both_in_a_turn(self) -> None:
        """Ruling C38."""
        game = chased()
        reserve(game, force=4, clues=4)
        assert legal(game, "take") == [
            "take mars resistance",
            "take mars clues",
            "take vicious resistance",
            "take vicious clues",
        ]
        do(game, "take vicious clues", "take mars clues")
        assert (game.clues, tokens(game, 0, "vicious"), tokens(game, 0, "mars")) == (0, 1, 1)

    def test_two_clues_are_one_short(self) -> None:
        game = chased()
        reserve(game, clues=2)
        code, _, params = refused(game, "take vicious clues")
        assert (code, params["needs"]) == ("clues_short", 3)

    def test_two_damage_cards_one_after_the_other(self) -> None:
        """Ruling C75: the second is drawn when the first is settled."""
        game = chased()
        reserve(game, force=3)
        events = do(game, "take vicious resistance")
        kinds = [type(event) for event in events if isinstance(event, DamageDrawn | DamageSettled)]
        assert kinds == [DamageDrawn, DamageSettled, DamageDrawn, DamageSettled]
        assert codes(game, game.seats[0].discard) == ["split_lip", "split_lip"]


class TestMoving:
    def test_he_moves_when_he_lost_resistance_and_gauges_stay(self) -> None:
        game = chased()
        game.gauge = [2, 3, 1, 1]
        reserve(game, force=3)
        do(game, "take vicious resistance", "end")
        assert (game.vicious, game.gauge[:3]) == (EARTH, [2, 3, 1])
        assert len(game.movement) == 1

    def test_he_does_not_move_for_clues(self) -> None:
        game = chased()
        reserve(game, clues=3)
        do(game, "take vicious clues", "end")
        assert (game.vicious, len(game.movement)) == (MARS, 2)

    def test_he_moves_after_the_redraw(self) -> None:
        """Ruling C32."""
        game = chased()
        reserve(game, force=3)
        events = do(game, "take vicious resistance", "end")
        tags = [event.__struct_config__.tag for event in events]
        assert tags.index("drew") < tags.index("vicious_moved") < tags.index("turn_began")

    def test_where_he_is_already_the_gauge_rises(self) -> None:
        """Ruling C49."""
        game = chased("dust_pickpocket", "kettle_smuggler")
        game.gauge[MARS] = 2
        reserve(game, force=3)
        do(game, "take vicious resistance", "end")
        assert (game.vicious, game.gauge[MARS], there(game, "mars")) == (MARS, 3, "canal_poacher")

    def test_at_three_the_criminal_there_escapes_and_nobody_replaces_him(self) -> None:
        """Ruling C39: gauge back to 1; Vicious stays where he is."""
        game = chased("dust_pickpocket", "kettle_smuggler")
        criminal(game, "canal_poacher", left=(1, 1), held=(1, 2))
        game.gauge[MARS] = 3
        reserve(game, force=3)
        events = do(game, "take vicious resistance", "end")
        assert any(isinstance(event, Escaped) and event.rule == "ruling C39" for event in events)
        assert (game.gauge[MARS], there(game, "mars"), game.vicious) == (1, "", MARS)
        assert game.figures[0] == BEBOP
        assert [tokens(game, seat, "mars") for seat in (0, 1)] == [0, 0]

    def test_at_three_with_nobody_there_the_gauge_stays(self) -> None:
        game = chased("dust_pickpocket", "kettle_smuggler")
        game.occupant[MARS] = NOBODY
        game.left[2:4] = [0, 0]
        game.gauge[MARS] = 3
        reserve(game, force=3)
        do(game, "take vicious resistance", "end")
        assert game.gauge[MARS] == 3


class TestFlight:
    def test_after_the_last_card_everybody_has_one_more_turn_the_revealer_last(self) -> None:
        """Rulings C33, C34, C37, C78: renown stays, all capture tokens are lost."""
        game = chased("kettle_smuggler", players=3)
        game.seats[1].renown = 5
        game.seats[2].tokens[EARTH] = 4
        reserve(game, force=3)
        events = do(game, "take vicious resistance", "end")
        assert any(isinstance(event, ViciousMoved) for event in events)
        assert game.vicious == EARTH  # its effect applies
        for seat in (1, 2, 0):
            assert (game.actor, game.outcome) == (seat, None)
            do(game, "end")
        assert game.outcome is not None
        assert game.outcome.ending is Ending.VICIOUS_FLED
        assert game.outcome.renown == (0, 5, 0)
        assert game.outcome.places == (2, 1, 2)

    def test_hit_again_in_the_last_round_he_stays(self) -> None:
        """Ruling C35."""
        game = chased("dust_pickpocket")
        reserve(game, force=3)
        do(game, "take vicious resistance", "end")
        stand(game, jet="mars")
        reserve(game, force=3)
        events = do(game, "take vicious resistance", "end")
        assert not any(isinstance(event, ViciousMoved) for event in events)
        assert (game.vicious, game.actor) == (MARS, 0)

    def test_who_leaves_in_the_last_round_takes_its_turn_along(self) -> None:
        game = chased("kettle_smuggler", players=3)
        reserve(game, force=3)
        do(game, "take vicious resistance", "end")  # seats 1, 2, 0 are to play
        game.resign(2)
        do(game, "end")
        assert game.actor == 0
        do(game, "end")
        assert game.outcome is not None
        assert game.outcome.places == (1, 1, 3)


class TestEnd:
    def test_an_empty_pile_captures_him_and_ends_the_game_at_once(self) -> None:
        """Rulings C36, C57, C71: no damage; his tokens become renown, other tokens are lost, his card counts."""
        game = chased(left=(1, 4))
        game.seats[0].tokens[3], game.seats[1].tokens[3] = 2, 3
        game.seats[0].tokens[EARTH] = 5
        reserve(game, force=3)
        events = do(game, "take vicious resistance")
        assert not any(isinstance(event, DamageDrawn) for event in events)
        assert game.outcome is not None
        assert game.outcome.ending is Ending.VICIOUS_CAPTURED
        assert (game.outcome.renown, game.outcome.captured) == ((3, 3), (1, 0))
        assert game.outcome.places == (1, 2)  # level: who captured more (ruling C48)
        assert game.actions() == ()

    def test_stars_of_captured_criminals_count(self) -> None:
        """Ruling C7."""
        game = chased(left=(4, 1))
        game.seats[1].captured = [game.book.criminals.index(code) for code in ("harbour_baroness", "crater_magnate")]
        reserve(game, clues=3)
        do(game, "take vicious clues")
        assert game.outcome is not None
        assert game.outcome.renown == (1, 6)
        assert game.outcome.winners == (1,)

    def test_still_level_the_victory_is_shared(self) -> None:
        game = chased("kettle_smuggler")
        reserve(game, force=3)
        do(game, "take vicious resistance", "end", "end", "end")
        assert game.outcome is not None
        assert (game.outcome.winners, game.outcome.places) == ((0, 1), (1, 1))

    def test_a_table_may_break_off(self) -> None:
        """Ruling C67: never as fled; the scores stand."""
        game = table(turn_limit=2)
        game.seats[1].renown = 1
        do(game, "end", "end")
        assert game.outcome is not None
        assert game.outcome.ending is Ending.BROKEN_OFF
        assert game.outcome.places == (2, 1)

    def test_the_last_who_stays_wins(self) -> None:
        game = table(players=3)
        game.seats[0].renown = 9
        again(game)
        game.resign(0)
        assert game.actor == 1
        game.resign(2)
        assert game.outcome is not None
        assert game.outcome.ending is Ending.LAST_PLAYER
        assert game.outcome.places == (3, 1, 2)
