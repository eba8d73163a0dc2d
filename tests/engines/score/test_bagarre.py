"""Who wins La Bagarre, and what its pad refuses, worked out by hand from the rulebook and rulings B."""

import pytest

from engines.bagarre.score.entries import Cause, Eliminated, Fall, Heroes, Stop
from engines.bagarre.score.game import GAME
from engines.bagarre.score.setup import ALCHEMIST, PALADIN, BagarreSetup
from engines.bagarre.score.state import BagarreState
from engines.core.problems import Illegal
from engines.core.score import Entry, Outcome

TWO_TEAMS = (0, 1, 0, 1)
THREE_TEAMS = (0, 1, 2, 0, 1, 2)


def play(*entries: Entry[BagarreState], seats: int = 4, **options: object) -> BagarreState:
    """The state after these entries, all of which must be legal."""
    replay = GAME.replay(BagarreSetup(seats=seats, **options), entries)  # type: ignore[arg-type]
    assert [fault.problems for fault in replay.faults] == []
    return replay.state


def result(*entries: Entry[BagarreState], **options: object) -> Outcome:
    outcome = GAME.outcome(play(*entries, **options))  # type: ignore[arg-type]
    assert outcome is not None
    return outcome


def refused(state: BagarreState, entry: Entry[BagarreState]) -> set[str]:
    """The codes an entry is refused with."""
    with pytest.raises(Illegal) as caught:
        GAME.apply(state, entry)
    return {problem.code for problem in caught.value.problems}


def attack(by: int, *seats: int) -> Eliminated:
    return Eliminated(falls=tuple(Fall(seat, by, Cause.ATTACK) for seat in seats))


def counter(by: int, seat: int) -> Eliminated:
    return Eliminated(falls=(Fall(seat, by, Cause.COUNTER),))


def dragon(*seats: int) -> Eliminated:
    return Eliminated(falls=tuple(Fall(seat, None, Cause.DRAGON) for seat in seats))


def left(seat: int) -> Eliminated:
    return Eliminated(falls=(Fall(seat, None, Cause.LEFT),))


def both(attacker: int, paladin: int, *burned: int) -> Eliminated:
    """A fatal attack on a Paladin (and whom a fire potion reached), and the counter that was fatal too."""
    attacked = tuple(Fall(seat, attacker, Cause.ATTACK) for seat in (paladin, *burned))
    return Eliminated(falls=(*attacked, Fall(attacker, paladin, Cause.COUNTER)))


def heroes(seat: int, *names: str) -> Heroes:
    return Heroes(seat=seat, heroes=names)


def places(outcome: Outcome) -> list[int]:
    return [outcome.place_of(seat) for seat in range(len(outcome.places))]


class TestLastStanding:
    """La Bagarre, Fin de partie: the last one alive wins."""

    def test_places_are_the_order_of_falling_backwards(self) -> None:
        outcome = result(attack(0, 2), dragon(1), attack(3, 0))
        assert places(outcome) == [2, 3, 4, 1]
        assert (outcome.reason, outcome.winners) == ("last_player", (3,))

    def test_not_over_while_two_stand(self) -> None:
        state = play(attack(0, 2), attack(0, 1))
        assert GAME.outcome(state) is None
        assert state.standing == (0, 3)

    def test_the_board_shows_places_so_far(self) -> None:
        """Two have fallen: they are third and fourth whatever comes; the others share the first place so far."""
        lines = GAME.board(play(attack(0, 2), attack(0, 1)))
        assert [(line.place, line.total) for line in lines] == [(1, 2), (3, 0), (4, 0), (1, 0)]

    def test_two_players(self) -> None:
        """Ruling B54: two to six play."""
        assert result(attack(1, 0), seats=2).winners == (1,)
        assert [p.code for p in GAME.setup_problems(BagarreSetup(seats=7))] == ["seats"]
        assert [p.code for p in GAME.setup_problems(BagarreSetup(seats=1))] == ["seats"]

    def test_breaking_off_leaves_those_who_stand_first(self) -> None:
        outcome = result(attack(0, 2), Stop())
        assert outcome.reason == "stopped"
        assert places(outcome) == [1, 1, 4, 1]

    def test_breaking_off_with_places_the_table_agrees_on(self) -> None:
        """As every pad: seat 3 is first, 0 and 1 share what follows, seat 2 had fallen."""
        outcome = result(attack(0, 2), Stop(places=(2, 2, 4, 1)))
        assert (outcome.reason, places(outcome)) == ("agreed", [2, 2, 4, 1])
        assert places(result(Stop(places=(1, 5, 1, 5)), teams=TWO_TEAMS)) == [1, 3, 1, 3]

    def test_agreed_places_are_places(self) -> None:
        assert refused(play(), Stop(places=(1, 2))) == {"final_lines"}
        assert refused(play(), Stop(places=(1, 2, 0, 4))) == {"place"}
        assert refused(play(), Stop(places=(2, 2, 3, 4))) == {"no_winner"}
        assert refused(play(teams=TWO_TEAMS), Stop(places=(1, 2, 3, 2))) == {"team_places"}

    def test_nothing_is_noted_after_the_end_but_heroes(self) -> None:
        over = play(attack(1, 0), seats=2)
        assert refused(over, dragon(1)) == {"match_over"}
        assert refused(over, Stop()) == {"match_over"}
        assert [choice.kind for choice in GAME.choices(over)] == ["heroes"]
        assert GAME.apply(over, heroes(0, "bard")).heroes == (("bard",), ())


class TestWhoEliminatedWhom:
    def test_an_attack_is_credited(self) -> None:
        state = play(attack(0, 2), attack(0, 1))
        assert state.totals == (2, 0, 0, 0)
        assert state.through == (None, 0, 0, None)
        assert [p.params for p in state.points] == [{"victim": 2}, {"victim": 1}]

    def test_the_dragon_is_nobodys_b21(self) -> None:
        assert play(dragon(2)).points == ()
        assert refused(play(), Eliminated(falls=(Fall(2, 0, Cause.DRAGON),))) == {"killer_nobody"}

    def test_whoever_leaves_falls_through_nobody(self) -> None:
        assert play(left(2)).points == ()
        assert refused(play(), Eliminated(falls=(Fall(2, 0, Cause.LEFT),))) == {"killer_nobody"}

    def test_a_counter_is_the_paladins_b41(self) -> None:
        state = play(heroes(1, "paladin"), counter(1, 0))
        assert state.totals == (0, 1, 0, 0)

    @pytest.mark.parametrize("cause", [Cause.ATTACK, Cause.COUNTER])
    def test_attacks_and_counters_are_somebodys(self, cause: Cause) -> None:
        assert refused(play(), Eliminated(falls=(Fall(2, None, cause),))) == {"killer_needed"}

    def test_nobody_eliminates_himself(self) -> None:
        assert "own_fall" in refused(play(), attack(2, 2))

    def test_the_fallen_eliminate_nobody(self) -> None:
        assert refused(play(attack(0, 1)), attack(1, 0)) == {"killer_out"}

    def test_nobody_falls_twice(self) -> None:
        assert refused(play(attack(0, 1)), dragon(1)) == {"fell_already"}
        assert refused(play(), attack(0, 1, 1)) == {"fell_twice"}

    @pytest.mark.parametrize("seat", [-1, 4])
    def test_seats_exist(self, seat: int) -> None:
        assert refused(play(), attack(0, seat)) == {"no_such_seat"}
        assert refused(play(), attack(seat, 0)) == {"no_such_seat"}

    def test_somebody_must_fall(self) -> None:
        assert refused(play(), Eliminated(falls=())) == {"nobody_fell"}

    def test_what_nobody_wrote_down(self) -> None:
        assert play(Eliminated(falls=(Fall(2),))).points == ()
        assert play(Eliminated(falls=(Fall(2, 1),))).totals == (0, 1, 0, 0)


class TestPaladin:
    """La Bagarre, Héros: the Paladin counters a fatal blow too, which can lead to a tie."""

    def test_the_last_two_through_each_other_are_a_tie(self) -> None:
        outcome = result(attack(0, 2), attack(0, 3), both(0, 1))
        assert outcome.reason == "nobody"
        assert outcome.winners == (0, 1)
        assert places(outcome) == [1, 1, 4, 3]

    def test_both_are_credited(self) -> None:
        assert play(both(0, 1)).totals == (1, 1, 0, 0)

    def test_earlier_in_the_game_they_share_their_place(self) -> None:
        """Four players; two fall at once, then one more: 3rd both, 2nd, 1st."""
        assert places(result(both(0, 1), attack(2, 3))) == [3, 3, 1, 2]

    def test_only_a_paladin_counters(self) -> None:
        assert refused(play(heroes(1, "mage")), counter(1, 0)) == {"not_a_paladin"}
        assert refused(play(heroes(1, "mage")), both(0, 1)) == {"not_a_paladin"}
        assert refused(play(heroes=False), counter(1, 0)) == {"not_a_paladin"}

    def test_there_is_one_paladin_b30(self) -> None:
        assert refused(play(heroes(1, "paladin")), counter(2, 0)) == {"not_a_paladin"}
        assert refused(play(counter(1, 0)), counter(2, 1)) == {"not_a_paladin"}
        assert play(counter(1, 0), counter(2, 1), unique=False).standing == (2, 3)

    def test_who_countered_is_the_paladin_when_heroes_are_noted_later(self) -> None:
        state = play(counter(1, 0))
        assert refused(state, heroes(1, "mage")) == {"not_a_paladin"}
        assert refused(state, heroes(2, "paladin")) == {"hero_taken"}
        assert GAME.apply(state, heroes(1, "paladin")).heroes[1] == ("paladin",)

    def test_a_killer_falls_with_his_victim_only_by_the_counter(self) -> None:
        mutual = Eliminated(falls=(Fall(0, 1, Cause.ATTACK), Fall(1, 0, Cause.ATTACK)))
        assert {"killer_fell", "two_attackers"} == refused(play(), mutual)
        chain = Eliminated(falls=(Fall(1, 0, Cause.ATTACK), Fall(0, 2, Cause.ATTACK)))
        assert {"killer_fell", "two_attackers"} == refused(play(), chain)
        two_counters = Eliminated(falls=(Fall(0, 1, Cause.COUNTER), Fall(1, 0, Cause.COUNTER)))
        assert {"killer_fell", "counter_kills"} == refused(play(), two_counters)

    def test_a_counter_hits_the_attacker_only(self) -> None:
        """Seat 0 attacks and kills seat 2; the counter of seat 1 cannot hit seat 3."""
        wrong = Eliminated(falls=(Fall(2, 0, Cause.ATTACK), Fall(3, 1, Cause.COUNTER)))
        assert refused(play(), wrong) == {"counter_attacker"}


class TestCounterInTwoEntries:
    """La Bagarre, Héros: "S'applique aussi lorsque vous recevez un coup fatal (ce qui peut mener à une égalité!)".

    Somebody notes the fatal attack, then the fatal counter, or the counter first: the same moment either way.
    """

    @pytest.mark.parametrize("ends", [(attack(0, 1), counter(1, 0)), (counter(1, 0), attack(0, 1))])
    def test_either_order_is_one_moment(self, ends: tuple[Eliminated, Eliminated]) -> None:
        at_once = play(both(0, 1), rules_version=2)
        state = play(*ends, rules_version=2)
        assert (state.fell, state.totals, state.countered) == (at_once.fell, at_once.totals, at_once.countered)
        assert places(result(*ends, attack(2, 3), rules_version=2)) == [3, 3, 1, 2]

    @pytest.mark.parametrize("ends", [(attack(0, 1), counter(1, 0)), (counter(1, 0), attack(0, 1))])
    def test_also_between_the_last_two(self, ends: tuple[Eliminated, Eliminated]) -> None:
        """After the first end the match seems won; the second makes it a tie (ruling B61)."""
        over = play(ends[0], seats=2, rules_version=2)
        (form,) = (choice for choice in GAME.choices(over) if choice.kind == "eliminated")
        assert [pick.values for pick in form.fields[0].fields] == [  # type: ignore[union-attr]
            (ends[1].falls[0].seat,),
            (ends[1].falls[0].by,),
            (ends[1].falls[0].cause,),
        ]
        outcome = result(*ends, seats=2, rules_version=2)
        assert (outcome.reason, outcome.winners) == ("nobody", (0, 1))

    def test_fire_that_hit_a_paladin_and_a_neighbour(self) -> None:
        for ends in ((attack(0, 1, 2), counter(1, 0)), (counter(1, 0), attack(0, 1, 2))):
            assert places(result(*ends, rules_version=2)) == [2, 2, 2, 1]

    def test_only_at_the_same_moment_and_through_each_other(self) -> None:
        later = play(attack(0, 1), attack(0, 2), seats=5, rules_version=2)
        assert refused(later, counter(1, 0)) == {"killer_out"}
        assert refused(play(attack(0, 1), rules_version=2), counter(1, 2)) == {"killer_out"}
        assert refused(play(attack(0, 1), rules_version=2), attack(1, 0)) == {"killer_out"}
        assert refused(play(heroes(1, "mage"), attack(0, 1), rules_version=2), counter(1, 0)) == {"not_a_paladin"}
        won = play(attack(0, 1), seats=2, rules_version=2)
        assert refused(won, attack(0, 1)) == {"match_over"}

    def test_the_first_rules_took_them_in_one_entry_only(self) -> None:
        assert refused(play(attack(0, 1)), counter(1, 0)) == {"killer_out"}
        assert refused(play(attack(0, 1), seats=2), counter(1, 0)) == {"match_over"}


class TestFireReachesNeighbours:
    """La Bagarre, Héros: "1 cible adjacente supplémentaire", the next living player to the target (ruling B47)."""

    def test_neighbours_burn_and_others_do_not(self) -> None:
        table = play(seats=5, rules_version=2)
        assert refused(table, attack(0, 1, 3)) == {"not_adjacent"}
        assert refused(table, attack(0, 1, 4)) == {"not_adjacent"}, "the alchemist sits between them"
        assert GAME.apply(table, attack(0, 4, 3)).standing == (0, 1, 2)
        assert GAME.apply(play(attack(0, 2), seats=5, rules_version=2), attack(0, 1, 3)).standing == (0, 4)

    def test_round_the_table(self) -> None:
        assert play(attack(2, 4, 0), seats=5, rules_version=2).standing == (1, 2, 3)

    def test_a_counter_burns_beside_the_attacker(self) -> None:
        """Trolls: seat 0 counters the attack of seat 1. Seat 2 sits beside it; seat 3 does not, nor does seat 4."""
        for burned, codes in ((2, set()), (3, {"not_adjacent"}), (4, {"not_adjacent"})):
            entry = Eliminated(falls=(Fall(1, 0, Cause.COUNTER), Fall(burned, 0, Cause.COUNTER)))
            table = play(seats=5, trolls=True, rules_version=2)
            assert {problem.code for problem in GAME.problems(table, entry)} == codes

    def test_a_fallen_paladin_sits_between_nobody(self) -> None:
        """The counter to a fatal blow: seat 4 is the next living player to the attacker, seat 1, if seat 0 is down."""
        falls = (Fall(0, 1, Cause.ATTACK), Fall(1, 0, Cause.COUNTER), Fall(4, 0, Cause.COUNTER))
        assert play(Eliminated(falls=falls), seats=5, trolls=True, rules_version=2).standing == (2, 3)

    def test_invented_heroes_may_do_otherwise(self) -> None:
        assert play(attack(0, 1, 3), seats=5, own_heroes=("dwarf",), rules_version=2).standing == (0, 2, 4)

    def test_the_first_rules_did_not_look_at_seats(self) -> None:
        assert play(attack(0, 1, 3), seats=5).standing == (0, 2, 4)


class TestFirePotion:
    """La Bagarre, Héros: the Alchemist's fire potion adds one adjacent target, once (rulings B47)."""

    def test_two_at_once_share_their_place(self) -> None:
        assert places(result(heroes(0, "alchemist"), attack(0, 1, 2), attack(3, 0))) == [2, 3, 3, 1]
        assert play(attack(0, 1, 2)).totals == (2, 0, 0, 0)

    def test_three_are_too_many_b47(self) -> None:
        assert refused(play(seats=5), attack(0, 1, 2, 3)) == {"attack_kills"}

    def test_only_the_alchemist(self) -> None:
        assert refused(play(heroes(0, "ogre")), attack(0, 1, 2)) == {"not_an_alchemist"}
        assert refused(play(heroes(3, "alchemist")), attack(0, 1, 2)) == {"not_an_alchemist"}
        assert refused(play(heroes=False), attack(0, 1, 2)) == {"not_an_alchemist"}
        assert refused(play(attack(0, 1, 2)), heroes(0, "ogre")) == {"not_an_alchemist"}

    def test_one_potion_of_each_kind(self) -> None:
        assert refused(play(attack(0, 1, 2), seats=6), attack(0, 3, 4)) == {"potion_used"}

    def test_a_paladin_among_the_burned_takes_the_alchemist_along(self) -> None:
        """Three fall at once, the fourth player wins."""
        outcome = result(both(0, 1, 2))
        assert places(outcome) == [2, 2, 2, 1]

    def test_a_counter_may_burn_a_neighbour_where_heroes_have_two_heads(self) -> None:
        """La Bagarre, Trolls à deux têtes: a counter is an attack, so Paladin and Alchemist together burn one more.

        Seat 3's attack kills seat 0, whose counter kills seat 3 and the neighbour, seat 2: three at once.
        """
        burning = Eliminated(
            falls=(Fall(0, 3, Cause.ATTACK), Fall(2, 0, Cause.COUNTER), Fall(3, 0, Cause.COUNTER)),
        )
        outcome = result(burning, trolls=True)
        assert places(outcome) == [2, 1, 2, 2]
        assert play(burning, trolls=True).totals == (2, 0, 0, 1)
        assert refused(play(), burning) == {"counter_kills"}
        assert refused(play(heroes(0, "paladin", "ogre"), trolls=True), burning) == {"counter_kills"}
        assert refused(play(heroes(1, "alchemist", "ogre"), trolls=True), burning) == {"counter_kills"}

    def test_the_neighbour_alone_may_burn_in_a_counter(self) -> None:
        """The attacker, seat 3, survives the counter that was made although seat 0 fell."""
        neighbour = Eliminated(falls=(Fall(0, 3, Cause.ATTACK), Fall(2, 0, Cause.COUNTER)))
        assert places(result(neighbour, attack(1, 3), trolls=True)) == [3, 1, 3, 2]
        assert refused(play(), neighbour) == {"counter_attacker"}

    def test_a_counter_uses_the_potion_up(self) -> None:
        """Seat 0 survives the attack; its counter kills attacker and neighbour, and the fire is spent."""
        burning = Eliminated(falls=(Fall(1, 0, Cause.COUNTER), Fall(2, 0, Cause.COUNTER)))
        burned = play(burning, seats=6, trolls=True)
        assert burned.standing == (0, 3, 4, 5)
        assert refused(burned, attack(0, 3, 4)) == {"potion_used"}
        again = Eliminated(falls=(Fall(3, 0, Cause.COUNTER), Fall(4, 0, Cause.COUNTER)))
        assert refused(burned, again) == {"potion_used"}
        assert refused(burned, heroes(0, "paladin", "ogre")) == {"not_an_alchemist"}

    def test_a_counter_kills_two_at_most(self) -> None:
        falls = tuple(Fall(seat, 0, Cause.COUNTER) for seat in (1, 2, 3))
        assert refused(play(seats=6, trolls=True), Eliminated(falls=falls)) == {"counter_kills"}

    def test_one_hero_cannot_have_done_both(self) -> None:
        """Seat 0 used fire, so it is the Alchemist and counters nobody, unless it has two heads."""
        assert refused(play(attack(0, 1, 2), seats=6), counter(0, 3)) == {"not_a_paladin"}
        assert play(attack(0, 1, 2), counter(0, 3), seats=6, trolls=True).standing == (0, 4, 5)


class TestDragon:
    """La Bagarre, Réveil du dragon: it attacks one after the other (ruling B28)."""

    def test_one_by_one(self) -> None:
        assert refused(play(), dragon(1, 2)) == {"dragon_one_by_one"}

    def test_the_last_survivor_wins_b28(self) -> None:
        outcome = result(dragon(1), dragon(2), dragon(3))
        assert outcome.winners == (0,)
        assert places(outcome) == [1, 4, 3, 2]


class TestTeams:
    """La Bagarre, Bagarre en équipes: 2 against 2, 3 against 3, 2 against 2 against 2; the last team wins (B56)."""

    def test_the_last_team_standing_wins_its_fallen_too_b56(self) -> None:
        outcome = result(attack(1, 0), attack(2, 1), attack(2, 3), teams=TWO_TEAMS)
        assert outcome.reason == "last_team"
        assert outcome.winners == (0, 2)
        assert places(outcome) == [1, 3, 1, 3]
        assert [p.team for p in outcome.places] == [0, 0, 1, 1]

    def test_not_over_while_two_teams_stand(self) -> None:
        assert GAME.outcome(play(attack(1, 0), attack(2, 1), teams=TWO_TEAMS)) is None

    def test_over_although_two_stand_who_are_one_team(self) -> None:
        assert GAME.outcome(play(attack(0, 1), attack(0, 3), teams=TWO_TEAMS)) is not None

    def test_three_teams_of_two(self) -> None:
        """Team 1 is out with seat 4, team 2 with seat 5: the last and the second two places."""
        entries = (attack(0, 1), attack(0, 2), attack(0, 4), attack(3, 5))
        assert places(result(*entries, seats=6, teams=THREE_TEAMS)) == [1, 5, 3, 1, 5, 3]

    def test_the_last_of_two_teams_at_once_are_a_tie(self) -> None:
        outcome = result(attack(0, 1), attack(3, 2), both(0, 3), teams=TWO_TEAMS)
        assert outcome.reason == "nobody"
        assert places(outcome) == [1, 1, 1, 1]

    def test_killing_a_team_mate_is_listed_apart(self) -> None:
        lines = GAME.board(play(attack(0, 2), attack(0, 1), teams=TWO_TEAMS))
        assert lines[0].sources == {"own_team": 1, "elimination": 1}

    @pytest.mark.parametrize(
        ("seats", "teams", "code"),
        [
            (4, (0, 1), "team_each"),
            (4, (0, 0, 0, 0), "team_sizes"),
            (4, (0, 0, 0, 1), "team_sizes"),
            (4, (0, 1, 2, 3), "team_sizes"),
            (5, (0, 0, 1, 1, 1), "team_sizes"),
            (4, (0, 4, 0, 4), "team_number"),
        ],
    )
    def test_teams_that_are_none(self, seats: int, teams: tuple[int, ...], code: str) -> None:
        assert [p.code for p in GAME.setup_problems(BagarreSetup(seats=seats, teams=teams))] == [code]

    @pytest.mark.parametrize(
        ("seats", "teams"), [(4, TWO_TEAMS), (4, (1, 1, 0, 0)), (6, (0, 1, 0, 1, 0, 1)), (6, THREE_TEAMS)]
    )
    def test_printed_team_games(self, seats: int, teams: tuple[int, ...]) -> None:
        assert GAME.setup_problems(BagarreSetup(seats=seats, teams=teams)) == []


class TestHeroes:
    def test_the_twelve_of_the_rulebook(self) -> None:
        heroes_known = BagarreSetup(seats=4).known_heroes
        assert len(set(heroes_known)) == 12
        assert {ALCHEMIST, PALADIN} <= set(heroes_known)

    def test_one_each(self) -> None:
        assert refused(play(), heroes(0, "mage", "ogre")) == {"heroes_each"}
        assert refused(play(), heroes(0)) == {"heroes_each"}

    def test_two_for_trolls(self) -> None:
        """La Bagarre, Trolls à deux têtes."""
        assert play(heroes(0, "mage", "ogre"), trolls=True).heroes[0] == ("mage", "ogre")
        assert refused(play(trolls=True), heroes(0, "mage")) == {"heroes_each"}
        assert refused(play(trolls=True), heroes(0, "mage", "mage")) == {"heroes_each"}

    def test_one_of_each_b30(self) -> None:
        assert refused(play(heroes(0, "mage")), heroes(1, "mage")) == {"hero_taken"}
        assert play(heroes(0, "mage"), heroes(1, "mage"), unique=False).heroes[1] == ("mage",)

    def test_the_same_hero_for_a_team(self) -> None:
        """La Bagarre, Bagarre en équipes, its second way of dealing; other teams take others (ruling B30)."""
        team = {"teams": TWO_TEAMS, "same_hero_per_team": True}
        state = play(heroes(0, "mage"), heroes(2, "mage"), **team)
        assert state.heroes == (("mage",), (), ("mage",), ())
        assert refused(state, heroes(1, "mage")) == {"hero_taken"}
        assert refused(play(heroes(0, "mage"), **team), heroes(2, "ogre")) == {"team_hero"}

    def test_a_team_of_paladins(self) -> None:
        """Seat 2 counters; seat 0 of its team must then be a Paladin too."""
        team = {"teams": TWO_TEAMS, "same_hero_per_team": True}
        assert refused(play(counter(2, 1), **team), heroes(0, "mage")) == {"not_a_paladin"}
        assert play(counter(2, 1), heroes(0, "paladin"), counter(0, 3), **team).standing == (0, 2)

    def test_noted_once(self) -> None:
        assert refused(play(heroes(0, "mage")), heroes(0, "ogre")) == {"heroes_known"}

    def test_known_heroes_only(self) -> None:
        assert refused(play(), heroes(0, "dwarf")) == {"no_such_hero"}
        assert refused(play(heroes=False), heroes(0, "mage")) == {"no_heroes"}
        assert refused(play(), heroes(4, "mage")) == {"no_such_seat"}

    def test_heroes_of_the_tables_own(self) -> None:
        """La Bagarre, Conseils et Modes de jeu: invented heroes may do what they like."""
        own = {"own_heroes": ("dwarf",)}
        state = play(heroes(0, "dwarf"), counter(0, 1), **own)
        assert state.totals == (1, 0, 0, 0)
        assert refused(play(heroes(0, "mage"), **own), counter(0, 1)) == {"not_a_paladin"}

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            ({"heroes": False, "trolls": True}, "no_heroes"),
            ({"same_hero_per_team": True}, "no_teams"),
            ({"own_heroes": ("mage",)}, "own_hero_twice"),
            ({"own_heroes": ("",)}, "own_hero_name"),
            ({"own_heroes": ("a\nb",)}, "own_hero_name"),
            ({"own_heroes": tuple(f"hero {number}" for number in range(51))}, "own_heroes"),
        ],
    )
    def test_variants_that_cannot_be(self, options: dict[str, object], code: str) -> None:
        setup = BagarreSetup(seats=4, **options)  # type: ignore[arg-type]
        assert {p.code for p in GAME.setup_problems(setup)} == {code}

    def test_only_heroes_that_are_free_are_offered(self) -> None:
        offered = GAME.choices(play(heroes(0, "mage")))[0]
        assert offered.kind == "heroes"
        assert "mage" not in offered.fields[1].values  # type: ignore[union-attr]
        assert offered.fields[0].values == (1, 2, 3)  # type: ignore[union-attr]
