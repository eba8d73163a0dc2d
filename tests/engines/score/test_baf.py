"""The score pad of BAF!: every expectation is reckoned from the rulebook and the rulings A by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engines.baf.cards import NO_SKILLS, Skills
from engines.baf.score import GAME
from engines.baf.score.state import Hands, Side
from engines.core.problems import Illegal
from tests.engines.score.baf_box import close, heroes, loss, play, refusals, runes, setup, win

PARTIES = (heroes(0, "witch", "guard"), heroes(1, "scout", "rogue"))
"""Seat 0: magic 3 on the left, melee 2 and stealth 1 on the right. Seat 1: ranged 2, stealth 2."""
BOSSES = {"kind": "bosses", "master": "master_1", "dragon": "dragon_1"}


def draft(*picks: tuple[int, str]) -> list[dict[str, Any]]:
    return [{"kind": "draft", "seat": seat, "hero": hero} for seat, hero in picks]


class TestPlayers:
    """Ten heroes, two each: 2 to 5 players (ruling A1)."""

    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_two_to_five_play(self, seats: int) -> None:
        assert GAME.setup_problems(setup(seats)) == []

    @pytest.mark.parametrize("seats", [0, 1, 6])
    def test_others_do_not(self, seats: int) -> None:
        (problem,) = GAME.setup_problems(setup(seats))
        assert (problem.code, problem.params) == ("seats", {"value": seats, "least": 2, "most": 5})

    def test_the_house_penalty_has_limits(self) -> None:
        (problem,) = GAME.setup_problems(setup(penalty=6))
        assert (problem.code, problem.params) == ("penalty_range", {"value": 6, "least": 0, "most": 5})


class TestDraft:
    """Each takes a hero from the first player on, then each a second one from the last player back (Mise en place)."""

    def test_three_players_from_seat_1_draft_in_snake_order(self) -> None:  # rulings A17, A18
        state = GAME.begin(setup(3, start=1))
        order = []
        for hero in ("witch", "guard", "scout", "rogue", "squire_1", "squire_2"):
            order.append(state.drafter)
            state = GAME.apply(state, GAME.decode_entry({"kind": "draft", "seat": state.drafter, "hero": hero}))
        assert order == [1, 2, 0, 0, 2, 1]
        assert state.drafter is None
        assert [event.code for event in state.events] == ["draft_complete"]
        assert [[hero.name for hero in pair] for pair in state.heroes] == [
            ["scout", "rogue"],
            ["witch", "squire_2"],
            ["guard", "squire_1"],
        ]

    def test_nobody_drafts_out_of_turn(self) -> None:
        assert refusals(setup(3, start=1), *draft((0, "witch"))) == {"not_your_pick": {"seat": 0, "next": 1}}

    def test_a_hero_is_taken_once(self) -> None:
        found = refusals(setup(), *draft((0, "witch"), (1, "witch")))
        assert found == {"hero_taken": {"seat": 0, "item": "witch"}}

    def test_a_hero_is_one_of_the_set(self) -> None:
        assert refusals(setup(), *draft((0, "wizard"))) == {"card_unknown": {"item": "hero", "value": "wizard"}}

    def test_four_picks_are_all_for_two_players(self) -> None:
        picks = draft((0, "witch"), (1, "guard"), (1, "scout"), (0, "rogue"), (0, "squire_1"))
        assert refusals(setup(), *picks) == {"draft_over": {"count": 4, "needs": 4}}

    def test_half_a_draft_does_not_start_a_round(self) -> None:
        picks = draft((0, "witch"), (1, "guard"))
        assert refusals(setup(), *picks, loss(0, "left", "bones")) == {"draft_open": {"count": 2, "needs": 4}}
        assert "draft_open" in refusals(setup(with_cards=False), *picks, *close(1))

    def test_the_first_hero_lies_left_unless_said_otherwise(self) -> None:
        picks = draft((0, "witch"), (1, "guard"), (1, "scout"), (0, "rogue"))
        picks[1]["side"] = "right"
        state = play(setup(), *picks).state
        assert [state.hero(0, side).name for side in Side] == ["witch", "rogue"]
        assert [state.hero(1, side).name for side in Side] == ["scout", "guard"]

    def test_the_second_hero_may_push_the_first_to_the_other_side(self) -> None:
        picks = draft((0, "witch"), (1, "guard"), (1, "scout"), (0, "rogue"))
        picks[3]["side"] = "left"
        state = play(setup(), *picks).state
        assert [state.hero(0, side).name for side in Side] == ["rogue", "witch"]

    def test_left_and_right_stay_once_the_rounds_begin(self) -> None:  # ruling A7
        found = refusals(setup(), *PARTIES, *close(1), heroes(0, "guard", "witch"))
        assert found["draft_over"] == {"round": 2}

    def test_typed_heroes_have_one_or_two_categories(self) -> None:  # Cartes héros
        entry = {"kind": "draft", "seat": 0, "hero": "Nora", "melee": 1, "ranged": 1, "magic": 1}
        found = refusals(setup(with_cards=False), entry)
        assert found == {"hero_categories": {"item": "Nora", "count": 3, "least": 1, "most": 2}}

    def test_two_heroes_at_once_when_the_order_is_not_kept(self) -> None:
        state = play(setup(), *PARTIES).state
        assert state.drafted
        assert refusals(setup(), *PARTIES, heroes(0, "squire_1", "squire_2"))["heroes_known"]["seat"] == 0
        assert "heroes_known" in refusals(setup(), PARTIES[0], *draft((0, "squire_1")))
        assert "heroes_known" in refusals(setup(), *draft((0, "squire_1")), PARTIES[1])

    def test_nobody_has_the_same_hero_twice(self) -> None:
        assert refusals(setup(), heroes(0, "witch", "witch")) == {"hero_taken": {"seat": 0, "item": "witch"}}


class TestFights:
    """The skills of the attacking heroes must reach the defence (Résultat des combats)."""

    def test_magic_3_beats_magic_2(self) -> None:  # the rulebook's example
        state = play(setup(), *PARTIES, win(0, "left", "jelly")).state
        assert state.totals == (1, 0)

    def test_magic_3_does_not_beat_melee_1(self) -> None:  # the rulebook's example, ruling A22
        found = refusals(setup(), *PARTIES, win(0, "left", "bones"))
        assert found["too_weak"] == {
            "seat": 0, "item": "bones", "round": 1, "skill": "melee", "value": 0, "needs": 1,
        }  # fmt: skip

    def test_reaching_the_defence_is_enough(self) -> None:
        # Rogue: stealth 2 against the purse's 1; guard: stealth 1 reaches it exactly.
        assert play(setup(), *PARTIES, win(0, "right", "purse"), win(1, "right", "purse")).state.totals == (3, 3)

    def test_every_category_is_compared_alone(self) -> None:  # ruling A5
        # The totem asks melee 1 and magic 1. The witch's 3 magic do not make up for melee; both heroes have both.
        assert "too_weak" in refusals(setup(), *PARTIES, win(0, "left", "totem"))
        assert "too_weak" in refusals(setup(), *PARTIES, win(0, "right", "totem"))
        assert refusals(setup(), *PARTIES, win(0, "both", "totem")) == {}

    def test_all_missing_categories_are_named(self) -> None:
        replay = play(setup(), *PARTIES)
        with pytest.raises(Illegal) as refusal:
            GAME.apply(replay.state, GAME.decode_entry(win(1, "both", "totem")))
        assert [(one.params["skill"], one.params["value"], one.params["needs"]) for one in refusal.value.problems] == [
            ("melee", 0, 1),
            ("magic", 0, 1),
        ]

    def test_a_fight_that_was_won_is_not_lost(self) -> None:
        found = refusals(setup(), *PARTIES, loss(0, "left", "jelly"))
        assert found == {"strong_enough": {"seat": 0, "item": "jelly", "round": 1}}

    def test_a_hand_attacks_once_a_round(self) -> None:  # Combat contre les monstres
        one = (*PARTIES, win(0, "left", "jelly"))
        assert refusals(setup(), *one, win(0, "left", "jelly")) == {
            "hand_used": {"seat": 0, "round": 1, "side": "left"}
        }
        assert "hand_used" in refusals(setup(), *one, win(0, "both", "totem"))
        assert refusals(setup(), *one, win(0, "right", "bones")) == {}
        assert refusals(setup(), *one, *close(1), win(0, "left", "jelly", 2)) == {}

    def test_both_hands_on_one_monster_leave_none(self) -> None:
        found = refusals(setup(), *PARTIES, win(0, "both", "totem"), win(0, "right", "bones"))
        assert found == {"hand_used": {"seat": 0, "round": 1, "side": "right"}}

    def test_a_monster_is_attacked_once_by_one_player(self) -> None:  # Combat contre les monstres
        # There is one wisp in the box (magic 4): neither in this round nor later can anybody meet it again (ruling A3).
        met = (*PARTIES, loss(0, "left", "wisp"))
        taken = {"monster_taken": {"item": "wisp", "seat": 0, "count": 2, "most": 1}}
        assert refusals(setup(), *met, loss(1, "left", "wisp")) == taken
        assert refusals(setup(), *met, *close(1), loss(1, "left", "wisp", 2)) == taken

    def test_cards_of_the_same_name_may_be_met_as_often_as_there_are_copies(self) -> None:
        wins = [win(0, "both", "totem", number) for number in (1, 2, 3)]
        assert play(setup(), *PARTIES, wins[0], *close(1), wins[1], *close(2), wins[2]).faults == ()

    def test_two_monsters_of_one_name_may_be_met_in_one_round(self) -> None:  # ruling A23
        match = setup(with_cards=False, rules_version=2)
        one = win(0, "left", "Grumbler", coins=1)
        assert refusals(match, one, win(1, "left", " grumbler", coins=3)) == {}
        # The same player with the other hand as well: 1 coin, and one lost to its twin.
        assert play(match, one, loss(0, "right", "Grumbler")).state.totals == (1 - 1, 0)

    def test_a_name_typed_twice_in_a_round_was_one_monster_in_the_first_rules(self) -> None:
        match = setup(with_cards=False)
        one = win(0, "left", "Grumbler", coins=1)
        assert refusals(match, one, win(1, "left", " grumbler", coins=1))["monster_taken"]["seat"] == 0
        assert refusals(match, one, win(1, "left", coins=1), win(0, "right", coins=1)) == {}
        assert refusals(match, one, *close(1), win(1, "left", "Grumbler", 2, coins=1)) == {}

    @pytest.mark.parametrize(("number", "level"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3)])
    def test_three_rounds_on_each_level(self, number: int, level: int) -> None:  # Révélation des monstres
        monsters = {1: "purse", 2: "ogre", 3: "giant"}
        before = (*PARTIES, *close(*range(1, number)))
        for at, monster in monsters.items():
            found = refusals(setup(), *before, loss(1, "left", monster, number))
            assert ("wrong_level" in found) == (at != level)

    def test_wrong_level_names_both(self) -> None:
        found = refusals(setup(), *PARTIES, loss(0, "left", "ogre"))
        assert found == {"wrong_level": {"item": "ogre", "value": 2, "needs": 1}}


class TestGains:
    """A beaten monster's card may be put under a hero, whose skills it improves (Résultat des combats)."""

    def test_it_counts_from_the_next_round_on(self) -> None:
        # Melee 2 and the bones' 1 make 3, enough for an ogre; in the round itself all hands are down already.
        state = play(setup(), *PARTIES, win(0, "right", "bones", put="right")).state
        assert state.skills(0, Side.RIGHT, 1) == Skills(melee=2, stealth=1)
        assert state.skills(0, Side.RIGHT, 2) == Skills(melee=3, stealth=1)

    def test_it_makes_the_difference(self) -> None:
        bare = (*PARTIES, *close(1, 2, 3))
        improved = (*PARTIES, win(0, "right", "bones", put="right"), *close(1, 2, 3))
        assert refusals(setup(), *bare, win(0, "right", "ogre", 4))["too_weak"]["value"] == 2
        assert refusals(setup(), *improved, win(0, "right", "ogre", 4)) == {}
        assert "strong_enough" in refusals(setup(), *improved, loss(0, "right", "ogre", 4))

    def test_it_may_go_to_the_hero_who_did_not_fight(self) -> None:  # ruling A12
        state = play(setup(), *PARTIES, win(0, "right", "bones", put="left")).state
        assert state.skills(0, Side.LEFT) == Skills(melee=1, magic=3)
        assert state.skills(0, Side.RIGHT) == Skills(melee=2, stealth=1)

    def test_both_of_a_round_may_go_to_one_hero(self) -> None:  # ruling A12
        wins = (win(0, "left", "jelly", put="left"), win(0, "right", "bones", put="left"))
        assert play(setup(), *PARTIES, *wins).state.skills(0, Side.LEFT) == Skills(melee=1, magic=4)

    def test_it_need_not_be_put_anywhere_and_its_coins_count(self) -> None:  # ruling A10
        state = play(setup(), *PARTIES, win(0, "left", "jelly")).state
        assert state.skills(0, Side.LEFT) == Skills(magic=3)
        assert state.totals == (1, 0)

    def test_a_card_without_a_gain_lies_beside(self) -> None:  # ruling A13
        assert refusals(setup(), *PARTIES, win(0, "right", "purse", put="right")) == {"no_gain": {"item": "purse"}}

    def test_runes_are_allocated_when_the_card_is_put(self) -> None:  # ruling A11
        # The totem gives ranged 1 and two runes: both on magic make magic 3 + 2.
        state = play(setup(), *PARTIES, win(0, "both", "totem", put="left", runes=runes("magic", "magic"))).state
        assert state.skills(0, Side.LEFT) == Skills(ranged=1, magic=5)
        (event,) = state.events
        assert (event.code, event.seat) == ("hero_improved", 0)
        assert event.params == {"side": "left", "ranged": 1, "magic": 2}

    def test_runes_may_be_split(self) -> None:
        state = play(setup(), *PARTIES, win(0, "both", "totem", put="right", runes=runes("melee", "ranged"))).state
        assert state.skills(0, Side.RIGHT) == Skills(melee=3, ranged=2, stealth=1)

    def test_each_rune_gets_one_category(self) -> None:
        found = refusals(setup(), *PARTIES, win(0, "both", "totem", put="left", runes=runes("magic")))
        assert found == {"runes_count": {"item": "totem", "count": 1, "needs": 2}}

    def test_a_card_put_nowhere_allocates_no_rune(self) -> None:
        found = refusals(setup(), *PARTIES, win(0, "both", "totem", runes=runes("magic", "magic")))
        assert found == {"runes_count": {"item": "totem", "count": 2, "needs": 0}}

    def test_an_allocated_rune_is_not_moved(self) -> None:  # ruling A11
        # Ghost: magic 4. The runes went to melee, so magic stays at 3 for good; no entry moves them.
        put = win(0, "both", "totem", put="left", runes=runes("melee", "melee"))
        state = play(setup(), *PARTIES, put, *close(*range(1, 10))).state
        assert state.skills(0, Side.LEFT, 4) == state.skills(0, Side.LEFT) == Skills(melee=2, ranged=1, magic=3)

    def test_typed_gains(self) -> None:
        more = {"coins": 2, "put": "left", "stealth": 1, "runes": runes("melee")}
        state = play(setup(with_cards=False), win(1, "both", **more)).state
        assert state.skills(1, Side.LEFT) == Skills(melee=1, stealth=1)
        found = refusals(setup(with_cards=False), win(1, "both", coins=2, stealth=1))
        assert found == {"gain_nowhere": {}}


class TestCoins:
    def test_they_are_the_cards(self) -> None:
        found = refusals(setup(), *PARTIES, win(0, "left", "jelly", coins=2))
        assert found == {"coins_on_card": {"item": "jelly", "value": 2, "needs": 1}}
        assert refusals(setup(), *PARTIES, win(0, "left", "jelly", coins=1)) == {}

    def test_the_gain_is_the_cards(self) -> None:
        assert "gain_on_card" in refusals(setup(), *PARTIES, win(0, "left", "jelly", put="left", melee=1))

    def test_without_a_card_set_they_are_typed(self) -> None:
        match = setup(with_cards=False)
        assert play(match, win(0, "left", coins=4)).state.totals == (4, 0)
        assert refusals(match, win(0, "left")) == {"coins_missing": {}}
        assert refusals(match, win(0, "left", coins=21)) == {"coins_range": {"value": 21, "least": 0, "most": 20}}

    def test_a_monster_that_beat_somebody_costs_one(self) -> None:  # ruling A2
        state = play(setup(), *PARTIES, loss(0, "left", "bones")).state
        (point,) = state.points
        assert (point.seat, point.amount, point.source) == (0, -1, "penalty")

    def test_two_heroes_beaten_by_one_monster_cost_one(self) -> None:  # ruling A4
        assert play(setup(), *PARTIES, loss(1, "both", "totem")).state.totals == (0, -1)

    def test_two_monsters_cost_two(self) -> None:
        state = play(setup(), *PARTIES, loss(1, "left", "totem"), loss(1, "right", "totem")).state
        assert state.totals == (0, -2)

    def test_beating_a_monster_costs_nothing(self) -> None:  # ruling A2: the printed sentence is a misprint
        assert play(setup(), *PARTIES, win(0, "right", "bones")).state.totals == (0, 0)

    def test_a_monster_nobody_attacked_costs_nobody(self) -> None:  # ruling A3
        assert play(setup(), *PARTIES, *close(1)).state.totals == (0, 0)

    def test_a_house_may_ask_two(self) -> None:
        assert play(setup(penalty=2), *PARTIES, loss(1, "both", "totem")).state.totals == (0, -2)


class TestRounds:
    def test_two_phones_close_one_round_once(self) -> None:
        assert refusals(setup(), *PARTIES, *close(1, 1)) == {"round_over": {"value": 1, "needs": 2}}

    def test_rounds_come_in_order(self) -> None:
        assert refusals(setup(), *PARTIES, *close(2)) == {"round_ahead": {"value": 2, "most": 1}}
        assert refusals(setup(), *PARTIES, loss(1, "left", "bones", 2)) == {"round_ahead": {"value": 2, "most": 1}}

    @pytest.mark.parametrize("number", [0, 10])
    def test_there_are_nine(self, number: int) -> None:  # Tour de jeu
        found = refusals(setup(), *PARTIES, *close(number))
        assert found == {"no_such_round": {"value": number, "least": 1, "most": 9}}

    def test_the_ninth_is_the_last(self) -> None:
        state = play(setup(), *PARTIES, *close(*range(1, 10))).state
        assert [event.code for event in state.events] == ["final_attempts"]
        assert "rounds_over" in refusals(setup(), *PARTIES, *close(*range(1, 10)), *close(9))

    def test_levels_are_announced(self) -> None:
        steps = play(setup(), *PARTIES, *close(1, 2, 3, 4, 5, 6)).steps
        told = [[event.params["level"] for event in step.state.events] for step in steps[2:]]
        assert told == [[], [], [2], [], [], [3]]

    def test_a_late_fight_of_an_earlier_round_is_taken(self) -> None:
        # A second phone sends seat 1's fight of round 1 after the first phone closed it.
        state = play(setup(), *PARTIES, *close(1), win(1, "right", "purse", 1)).state
        assert state.totals == (0, 3)

    def test_a_late_gain_must_agree_with_what_was_lost_since(self) -> None:
        # Without the bones (melee 2) the ogre (melee 3) beat the guard in round 4; with them it could not have.
        lost = (*PARTIES, *close(1, 2, 3), loss(0, "right", "ogre", 4))
        found = refusals(setup(), *lost, win(0, "right", "bones", 1, put="right"))
        assert found == {"contradicts_later": {"seat": 0, "item": "ogre", "round": 4}}
        assert refusals(setup(), *lost, win(0, "right", "bones", 1)) == {}

    def test_seats_are_seats(self) -> None:
        assert refusals(setup(), *PARTIES, win(2, "left", "jelly")) == {"no_such_seat": {"seat": 2, "most": 1}}


class TestCorrection:
    def test_an_entry_that_no_longer_holds_is_listed(self) -> None:
        entries = [*PARTIES, win(0, "left", "jelly"), win(0, "right", "bones"), win(1, "right", "purse")]
        decoded = [GAME.decode_entry(entry) for entry in entries]
        ids = ["a", "b", "c", "d", "e"]
        before = GAME.replay(setup(), decoded, ids)
        corrected = [GAME.decode_entry(heroes(0, "rogue", "guard")), GAME.decode_entry(heroes(1, "scout", "squire_1"))]
        after = GAME.replay(setup(), [*corrected, *decoded[2:]], ids)
        # The rogue has no magic for the jelly, squire 1 no stealth for the purse; the guard still beats the bones.
        assert [step.id for step in after.faults] == ["c", "e"]
        changes = GAME.changes(before, after)
        assert [(one.seat, one.total_before, one.total_after) for one in changes.seats] == [(0, 1, 0), (1, 3, 0)]
        assert changes.faults == ("c", "e")

    def test_nothing_is_known_of_heroes_that_were_not_entered(self) -> None:
        state = play(setup(with_cards=False), win(0, "left", coins=1)).state
        assert state.combined(0, Hands.BOTH) == NO_SKILLS
