"""What scores in Badass Force, worked out by hand from the rulebook and rulings F."""

import pytest

from engines.badass_force.score.entries import Armoury, EndTurn, FinalScore, Kill, Loss, Means, Stop, Vengeance
from engines.badass_force.score.game import GAME
from engines.badass_force.score.setup import LIMITS, BadassSetup, Symbol
from engines.badass_force.score.state import BadassState, Mode
from engines.core.problems import Illegal
from engines.core.score import Entry, Event, Pick

GREEN, YELLOW, RED = Symbol.GREEN, Symbol.YELLOW, Symbol.RED


def play(*entries: Entry[BadassState], seats: int = 4, **options: object) -> BadassState:
    """The state after these entries, all of which must be legal."""
    setup = BadassSetup(seats=seats, **options)  # type: ignore[arg-type]
    replay = GAME.replay(setup, entries)
    assert replay.faults == ()
    return replay.state


def refused(state: BadassState, entry: Entry[BadassState]) -> set[str]:
    """The codes an entry is refused with."""
    with pytest.raises(Illegal) as caught:
        GAME.apply(state, entry)
    return {problem.code for problem in caught.value.problems}


def kill(killer: int, victim: int, means: Means = Means.WEAPON) -> Kill:
    return Kill(killer=killer, victim=victim, means=means)


def sources(state: BadassState, seat: int) -> dict[str, int]:
    return GAME.board(state)[seat].sources


class TestKills:
    """Badass Force: "Le premier personnage que vous tuez pendant le tour de n'importe quel joueur rapporte 2 points.
    Les suivants, 1 point."
    """

    def test_the_first_kill_of_a_turn_is_worth_two_and_later_ones_one(self) -> None:
        """0-0-0-0: nobody leads. 2 for the first, then 1 and 1 of seats that do not lead."""
        state = play(kill(0, 1), kill(0, 2), kill(0, 1))
        assert state.totals == (4, 0, 0, 0)
        assert sources(state, 0) == {"first_kill": 2, "later_kill": 2}

    def test_every_scorer_has_a_first_kill_of_his_own_f18(self) -> None:
        """In seat 0's turn seat 2 kills too: 2 for each. Seat 2 then leads nobody: 2-0-2-0."""
        assert play(kill(0, 1), kill(2, 3)).totals == (2, 0, 2, 0)

    def test_the_next_players_turn_makes_it_a_first_kill_again_f18(self) -> None:
        """Seat 0 kills in its own turn and in that of seat 1: 2 + 2."""
        assert play(kill(0, 1), EndTurn(), kill(0, 2)).totals == (4, 0, 0, 0)

    @pytest.mark.parametrize("means", list(Means))
    def test_weapon_power_bluff_and_explosion_score_alike_f17(self, means: Means) -> None:
        """The two points of a bluff called or resisted are the kill's own points, not more on top."""
        assert play(kill(1, 0, means)).totals == (0, 2, 0, 0)

    def test_a_bluff_called_after_a_first_kill_is_a_later_one_f17(self) -> None:
        assert play(kill(1, 2), kill(1, 0, Means.BLUFF_CALLED)).totals == (0, 3, 0, 0)

    def test_losses_by_ones_own_doing_score_nothing_f20(self) -> None:
        state = play(Loss(seat=2))
        assert state.totals == (0, 0, 0, 0)
        assert state.losses == (0, 0, 1, 0)

    def test_nobody_kills_himself_f20(self) -> None:
        assert refused(play(), kill(1, 1)) == {"own_kill"}

    @pytest.mark.parametrize(("killer", "victim"), [(0, 4), (-1, 2), (9, 0)])
    def test_both_must_sit_at_the_table(self, killer: int, victim: int) -> None:
        assert refused(play(), kill(killer, victim)) == {"no_such_seat"}

    def test_the_problem_names_the_seat_and_the_limit(self) -> None:
        (problem,) = GAME.problems(play(), kill(0, 4))
        assert problem.params == {"seat": 4, "most": 3}


class TestLeader:
    """Badass Force: one point more against "celui qui est seul en tête"; equals are nobody."""

    def test_a_kill_of_the_sole_leader_brings_one_more(self) -> None:
        """Seat 0 leads 2-0-0-0. Seat 1 kills it in its own turn: 2 + 1."""
        state = play(kill(0, 3), EndTurn(), kill(1, 0))
        assert state.totals == (2, 3, 0, 0)
        assert sources(state, 1) == {"first_kill": 2, "leader": 1}

    def test_nobody_leads_at_the_start(self) -> None:
        assert play().leader is None

    def test_equals_in_front_are_nobody(self) -> None:
        """2-2-0-0: seat 2 kills seat 0 for 2, no more."""
        assert play(kill(0, 3), kill(1, 3), kill(2, 0)).totals == (2, 2, 2, 0)

    def test_on_every_kill_f19(self) -> None:
        """Seat 0 is at 7: 2 + 1 + 1 + 1 and, in the next turn, 2. Seat 1 then kills it three times in that turn:
        2 + 1, 1 + 1, and at 5 to 7 still 1 + 1, which makes 7.
        """
        state = play(
            *(kill(0, 3) for _ in range(4)),
            EndTurn(),
            kill(0, 3),
            *(kill(1, 0) for _ in range(3)),
        )
        assert state.totals == (7, 7, 0, 0)
        assert sources(state, 1) == {"first_kill": 2, "later_kill": 2, "leader": 3}

    def test_judged_before_the_points_f19(self) -> None:
        """Seat 0 leads 2-1-0-0 when seat 1 kills it: the bonus counts although seat 1 leads afterwards. Its second
        kill finds nobody but seat 1 itself in front: 1 only.
        """
        state = play(kill(0, 3), kill(0, 2), kill(1, 0), kill(1, 0))
        # 0: 2 + 1 = 3. 1: 2 + 1 = 3 (tie), then 1, for nobody leads.
        assert state.totals == (3, 4, 0, 0)
        assert sources(state, 1) == {"first_kill": 2, "later_kill": 1, "leader": 1}

    def test_of_several_deaths_by_one_effect_the_leader_is_judged_before_the_first(self) -> None:
        """Ruling F43: seat 0 leads alone by the first kill, but seat 1 was level then and led with nobody."""
        state = play(Kill(killer=0, victim=2), Kill(killer=1, victim=0, of_leader=False))
        assert sources(state, 1) == {"first_kill": 2}
        state = play(Kill(killer=0, victim=2), Kill(killer=1, victim=2, of_leader=True))
        assert sources(state, 1) == {"first_kill": 2, "leader": 1}

    def test_the_leader_killing_others_gains_no_bonus(self) -> None:
        assert play(kill(0, 1), EndTurn(), EndTurn(), EndTurn(), EndTurn(), kill(0, 1)).totals == (4, 0, 0, 0)

    def test_the_points_to_come_can_be_asked_beforehand(self) -> None:
        state = play(kill(0, 3))
        assert [(p.source, p.amount) for p in state.kill_points(1, 0)] == [("first_kill", 2), ("leader", 1)]
        assert [(p.source, p.amount) for p in state.kill_points(0, 1)] == [("later_kill", 1)]


class TestVengeance:
    """Badass Force, A chaque tour: Cool players gain a point at the start of their turns once anybody is not."""

    def test_no_bonus_while_everybody_is_cool(self) -> None:
        assert play(EndTurn(), EndTurn()).totals == (0, 0, 0, 0)

    def test_cool_players_gain_one_at_the_start_of_their_turns_f13(self) -> None:
        """Seat 3 falls in seat 0's turn. Seats 1 and 2 gain 1 each, seat 3 nothing, then seat 0 gains 1."""
        state = play(Vengeance(seat=3), *(EndTurn() for _ in range(4)))
        assert state.totals == (1, 1, 1, 0)
        assert sources(state, 1) == {"cool": 1}

    def test_the_turn_that_is_running_gains_nothing(self) -> None:
        assert play(Vengeance(seat=3)).totals == (0, 0, 0, 0)

    def test_one_point_however_many_are_in_vengeance_f13(self) -> None:
        assert play(Vengeance(seat=2), Vengeance(seat=3), EndTurn()).totals == (0, 1, 0, 0)

    def test_nobody_gains_when_all_are_in_vengeance(self) -> None:
        falls = [Vengeance(seat=seat) for seat in range(4)]
        assert play(*falls, EndTurn(), EndTurn()).totals == (0, 0, 0, 0)

    def test_vengeance_is_for_good_f24(self) -> None:
        state = play(Vengeance(seat=3))
        assert (state.mode(3), state.mode(0)) == (Mode.VENGEANCE, Mode.COOL)
        assert refused(state, Vengeance(seat=3)) == {"vengeance_already"}

    def test_the_fifth_loss_leaves_one_character_f21(self) -> None:
        """Seven cards, one in the dressing room, five lost: one left."""
        four = play(*(kill(0, 1) for _ in range(3)), Loss(seat=1))
        assert four.due == ()
        five = play(*(kill(0, 1) for _ in range(3)), Loss(seat=1), kill(2, 1))
        assert five.due == (1,)
        assert Event("one_left", 1, {}, "ruling F21") in five.events
        offered = {choice.kind: choice for choice in GAME.choices(five)}
        assert offered["vengeance"].fields[0].default == 1  # type: ignore[union-attr]

    def test_nobody_is_due_twice(self) -> None:
        state = play(*(Loss(seat=1) for _ in range(5)), Vengeance(seat=1), Loss(seat=1))
        assert state.due == ()


class TestTurns:
    def test_clockwise_from_the_start_player(self) -> None:
        """Four players, seat 2 starts: 2, 3, 0, 1, 2."""
        state = play(start=2)
        seen = [state.active]
        for _ in range(4):
            state = GAME.apply(state, EndTurn())
            seen.append(state.active)
        assert seen == [2, 3, 0, 1, 2]
        assert state.turn == 5

    def test_the_table_may_go_on_with_somebody_else(self) -> None:
        state = play(Vengeance(seat=0), EndTurn(next=3))
        assert state.active == 3
        assert state.totals == (0, 0, 0, 1)
        assert refused(state, EndTurn(next=4)) == {"no_such_seat"}

    def test_two_phones_end_one_turn_once(self) -> None:
        """Both name the seat whose turn it was: the second comes too late, and seat 1 keeps its turn and no bonus."""
        state = play(Vengeance(seat=3), EndTurn(seat=0))
        assert refused(state, EndTurn(seat=0)) == {"not_active"}
        assert (state.active, state.totals) == (1, (0, 1, 0, 0))
        assert GAME.apply(state, EndTurn(seat=1)).active == 2
        (ending,) = (choice for choice in GAME.choices(state) if choice.kind == "end_turn")
        assert ending.fields[0] == Pick("seat", (1,), default=1)

    def test_an_end_of_turn_names_a_seat_of_the_table(self) -> None:
        assert refused(play(), EndTurn(seat=4)) == {"no_such_seat"}

    def test_a_turn_brings_one_charge_or_two_in_vengeance(self) -> None:
        """Badass Force, A chaque tour: Cool one charge, Vengeance two; the pad tells them."""
        state = play(Vengeance(seat=1), EndTurn())
        assert Event("charges", 1, {"gain": 2}, "Badass Force, A chaque tour") in state.events
        state = GAME.apply(state, EndTurn())
        assert Event("charges", 2, {"gain": 1}, "Badass Force, A chaque tour") in state.events


class TestArmoury:
    """Badass Force, the two dice: green for the roller, yellow for all, red for all others; two reds cost all."""

    @pytest.mark.parametrize(
        ("first", "second", "gains", "lost"),
        [
            (GREEN, GREEN, {0: 2}, False),
            (GREEN, YELLOW, {0: 2, 1: 1, 2: 1}, False),
            (YELLOW, YELLOW, {0: 2, 1: 2, 2: 2}, False),
            (GREEN, RED, {0: 1, 1: 1, 2: 1}, False),
            (YELLOW, RED, {0: 1, 1: 2, 2: 2}, False),
            (RED, RED, {1: 2, 2: 2}, True),
        ],
    )
    def test_charges(self, first: Symbol, second: Symbol, gains: dict[int, int], lost: bool) -> None:
        state = play(Armoury(first=first, second=second), seats=3)
        assert {e.seat: e.params["gain"] for e in state.events if e.code == "charges"} == gains
        assert [e.seat for e in state.events if e.code == "charges_lost"] == ([0] if lost else [])
        assert state.totals == (0, 0, 0)

    def test_the_roller_is_the_active_player(self) -> None:
        state = play(EndTurn(), Armoury(first=GREEN, second=GREEN), seats=3)
        assert [(e.seat, e.params["gain"]) for e in state.events] == [(1, 2)]

    def test_only_faces_that_the_dice_have_f3(self) -> None:
        blank = Armoury(first=Symbol.BLANK, second=GREEN)
        assert refused(play(), blank) == {"no_such_face"}
        assert play(blank, seats=3, faces=(GREEN, Symbol.BLANK)).events != ()


class TestSetup:
    @pytest.mark.parametrize("limit", LIMITS)
    def test_printed_lengths(self, limit: int) -> None:
        """Badass Force: 16 points; 12 for a short game, 20, 30 or 50 for a long one."""
        assert GAME.setup_problems(BadassSetup(seats=4, limit=limit)) == []

    def test_sixteen_unless_agreed_otherwise(self) -> None:
        assert BadassSetup(seats=4).limit == 16
        assert LIMITS == (12, 16, 20, 30, 50)

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            ({"limit": 1}, "limit"),
            ({"limit": 501}, "limit"),
            ({"first_kill": -1}, "house_points"),
            ({"leader_bonus": 11}, "house_points"),
            ({"faces": ()}, "no_faces"),
            ({"seats": 1}, "seats"),
            ({"seats": 7}, "seats"),
            ({"start": 4}, "no_such_seat"),
            ({"start": -1}, "no_such_seat"),
            ({"rules_version": 3}, "rules_version_unknown"),
        ],
    )
    def test_what_cannot_be_played(self, options: dict[str, object], code: str) -> None:
        setup = BadassSetup(**({"seats": 4} | options))  # type: ignore[arg-type]
        assert [problem.code for problem in GAME.setup_problems(setup)] == [code]
        with pytest.raises(Illegal):
            GAME.begin(setup)

    def test_house_points(self) -> None:
        """3 for a first kill, 2 for a later one, 5 against the leader, 4 for Cool players."""
        house = {"first_kill": 3, "later_kill": 2, "leader_bonus": 5, "cool_bonus": 4, "limit": 50}
        state = play(kill(0, 1), kill(0, 2), kill(1, 0), Vengeance(seat=0), EndTurn(), **house)
        # 0: 3 + 2. 1: 3 + 5 as seat 0 led, then 4 at the start of its turn.
        assert state.totals == (5, 12, 0, 0)

    def test_points_of_nothing_are_not_listed(self) -> None:
        assert play(kill(0, 1), first_kill=0).points == ()


class TestFinalResult:
    def test_it_must_be_the_first_thing(self) -> None:
        final = FinalScore(totals=(16, 0, 0, 0))
        assert refused(play(kill(0, 1)), final) == {"final_late"}
        assert refused(play(EndTurn()), final) == {"final_late"}

    def test_somebody_must_have_reached_the_limit_f26(self) -> None:
        assert refused(play(), FinalScore(totals=(15, 0, 0, 0))) == {"limit_not_reached"}
        assert play(FinalScore(totals=(15, 0, 0, 0), stopped=True)).ended == "stopped"

    @pytest.mark.parametrize("totals", [(16, 0, 0), (16, 0, 0, 0, 0), ()])
    def test_one_total_for_each_seat(self, totals: tuple[int, ...]) -> None:
        assert refused(play(), FinalScore(totals=totals)) == {"final_lines"}

    def test_totals_are_points(self) -> None:
        assert refused(play(), FinalScore(totals=(16, -1, 0, 1000))) == {"total"}

    def test_nothing_follows(self) -> None:
        over = play(FinalScore(totals=(16, 3, 2, 1)))
        for entry in (kill(0, 1), Loss(seat=0), EndTurn(), Stop(), Vengeance(seat=1), FinalScore(totals=(1, 1, 1, 1))):
            assert refused(over, entry) == {"match_over"}
