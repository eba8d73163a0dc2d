"""Two or three teams: 2v2, 3v3, 2v2v2."""

import pytest

from engines.bagarre.options import Options
from engines.core.problems import Illegal
from tests.engines.bagarre.table import deal, lay, sit

FRAIL = {"hp": "2H 3H", "shield": "4H"}
FRAIL_TOO = {"hp": "2D 3D", "shield": "4D"}


class TestShapes:
    @pytest.mark.parametrize(
        "teams", [(0, 1, 0, 1), (0, 1, 0, 1, 0, 1), (0, 1, 2, 0, 1, 2)], ids=["2v2", "3v3", "2v2v2"]
    )
    def test_the_printed_shapes_are_played(self, teams: tuple[int, ...]) -> None:
        """La Bagarre, Bagarre en équipes."""
        table = deal(len(teams), Options(teams=teams), seed=3)
        assert tuple(seat.team for seat in table.game.view(None).seats) == teams

    @pytest.mark.parametrize(
        ("players", "teams"),
        [
            (4, (0, 0, 1, 1)),
            (4, (0, 1, 1, 0)),
            (4, (0, 0, 0, 1)),
            (4, (0, 1, 0)),
            (3, (0, 1, 0)),
            (5, (0, 1, 0, 1, 0)),
            (2, (0, 1)),
            (4, (0, 1, 2, 3)),
            (4, (0, 0, 0, 0)),
            (6, (0, 1, 2, 2, 1, 0)),
            (6, (0, 1, 2, 3, 4, 5)),
        ],
    )
    def test_other_shapes_are_refused(self, players: int, teams: tuple[int, ...]) -> None:
        """La Bagarre, Bagarre en équipes: 2v2, 3v3 or 2v2v2, members seated alternately."""
        with pytest.raises(Illegal) as caught:
            deal(players, Options(teams=teams), seed=3)
        assert {problem.code for problem in caught.value.problems} <= {"teams_shape", "teams_seats"}
        assert caught.value.problems[0].rule == "La Bagarre, Bagarre en équipes"

    def test_a_hero_per_team_needs_teams(self) -> None:
        """La Bagarre, Bagarre en équipes."""
        with pytest.raises(Illegal) as caught:
            deal(4, Options(same_hero_per_team=True), seed=3)
        assert [problem.code for problem in caught.value.problems] == ["same_hero_without_teams"]


class TestHeroes:
    def test_heroes_differ_unless_agreed_otherwise(self) -> None:
        """Ruling B30."""
        table = deal(4, Options(teams=(0, 1, 0, 1)), seed=5).settled()
        heroes = [hero for seat in table.game.view(None).seats for hero in seat.heroes]
        assert len(heroes) == len(set(heroes)) == 4

    @pytest.mark.parametrize("teams", [(0, 1, 0, 1), (0, 1, 2, 0, 1, 2)])
    def test_each_team_may_play_the_same_hero(self, teams: tuple[int, ...]) -> None:
        """La Bagarre, Bagarre en équipes; ruling B30: the one case of duplicates; teams differ from each other."""
        for seed in range(5):
            table = deal(len(teams), Options(teams=teams, same_hero_per_team=True), seed=seed).settled()
            by_team: dict[int, set[tuple[str, ...]]] = {}
            for seat in table.game.view(None).seats:
                by_team.setdefault(seat.team, set()).add(seat.heroes)
            assert all(len(heroes) == 1 for heroes in by_team.values())
            kept = [next(iter(heroes)) for heroes in by_team.values()]
            assert all(len(heroes) == 1 for heroes in kept)
            assert len(set(kept)) == len(kept)


class TestEnd:
    def test_the_last_team_standing_wins(self) -> None:
        """Ruling B56: 0 kills 3, 1 being out already; two people of the same team are left."""
        table = lay(sit(team=0), sit(team=1, dead=True), sit(team=0), sit(team=1, **FRAIL), draw="KH")
        table.play("attack 3")
        assert table.actor is None
        assert table.winners == {0, 2}

    def test_the_fallen_of_the_team_win_with_it(self) -> None:
        """Ruling B56: a team wins, not a person."""
        table = lay(sit(team=0), sit(team=1, dead=True), sit(team=0, dead=True), sit(team=1, **FRAIL), draw="KH")
        table.play("attack 3")
        assert table.winners == {0, 2}
        assert table.places[0] == table.places[2] == 1

    def test_one_of_each_team_play_on(self) -> None:
        """Ruling B56."""
        table = lay(sit(team=0), sit(team=1), sit(team=0, dead=True), sit(team=1, **FRAIL), draw="KC")
        table.play("attack 3")
        assert table.game.outcome is None
        assert table.actor == 0

    def test_of_three_teams_two_may_be_left(self) -> None:
        """Ruling B56: 2v2v2: with team 2 out, teams 0 and 1 play on."""
        table = lay(
            sit(team=0),
            sit(team=1),
            sit(team=2, dead=True),
            sit(team=0),
            sit(team=1),
            sit(team=2, hp="2H 3H", shield="4H"),
            draw="KD",
        )
        table.play("attack 5")
        assert table.game.outcome is None

    def test_the_dragon_may_decide_between_teams(self) -> None:
        """Rulings B28 and B56: when it kills the last of a team, the attacks to come are not played."""
        table = lay(
            sit(team=0, hp="2S 3S", shield="4S"),
            sit(team=1, **FRAIL),
            sit(team=0),
            sit(team=1, dead=True),
            only="5D",
            stack="KC JC KH",
        )
        table.play("charge")
        assert table.winners == {0, 2}
        assert table.alive(0)

    def test_last_members_who_kill_each_other_tie(self) -> None:
        """La Bagarre, Paladin; ruling B56: fatal blow and fatal answer."""
        table = lay(
            sit(team=0, **FRAIL),
            sit("paladin", team=1, **FRAIL_TOO),
            sit(team=0, dead=True),
            sit(team=1, dead=True),
            draw="KC KD",
        )
        table.play("attack 1")
        assert table.actor is None
        assert table.winners == {0, 1, 2, 3}, "both teams, their fallen too (rulings B56, B61)"
        assert len(set(table.places)) == 1

    def test_a_team_that_killed_the_last_enemy_wins_though_the_killer_dies_of_the_answer(self) -> None:
        """Rulings B43 and B56: the answer is played; 2 is still there for team 0."""
        table = lay(
            sit(team=0, **FRAIL),
            sit("paladin", team=1, **FRAIL_TOO),
            sit(team=0, hp="KS QS", shield="10D"),
            sit(team=1, dead=True),
            draw="KC KH",
        )
        table.play("attack 1")
        assert table.winners == {0, 2}
        assert not table.alive(0)


class TestTreason:
    def test_team_mates_can_be_targets_too(self) -> None:
        """La Bagarre, Conseils et Modes de jeu: no rule protects them, treason is part of the game."""
        table = lay(sit("priestess", team=0), sit(team=1), sit(team=0), sit(team=1))
        assert {"attack 2", "shield 2", "exchange 2 KD"} <= set(table.codes)

    def test_killing_a_team_mate_is_a_murder(self) -> None:
        """La Bagarre, Meurtre: a player, whoever it is."""
        table = lay(sit(team=0), sit(team=1), sit(team=0, **FRAIL_TOO), sit(team=1), draw="JH")
        table.play("attack 2")
        assert not table.alive(2)
        assert table.actor == 0

    def test_paladins_of_one_team_answer_each_other_once(self) -> None:
        """Ruling B42: team mates with the same hero: two answers and no more."""
        table = lay(
            sit("paladin", team=0), sit("ogre", team=1), sit("paladin", team=0), sit("ogre", team=1), draw="3S 3H 3C 9C"
        )
        table.play("attack 2")
        assert table.draw[0] == "9C"
        assert table.actor == 1


class TestPowersInTeams:
    def test_a_beast_profits_from_the_wounds_of_her_team_mate(self) -> None:
        """Ruling B46: the markers on the target count: 8 - 6 = 2 of 15, then 7 + 3 - 2 = 8 of 13."""
        table = lay(
            sit("beast", team=0),
            sit(team=1, hp="7H 8H", shield="6H"),
            sit("beast", team=0),
            sit(team=1),
            draw="8S 2H 7S",
            discard="4S 5S",
        )
        table.play("attack 1")
        assert table.wounds(1) == 1
        table.play("shield 1")
        assert table.shield(1) == "2H"
        table.play("attack 1")
        assert table.points(1) == 5

    def test_two_spies_see_each_others_shields(self) -> None:
        """Ruling B50."""
        table = lay(sit("spy", team=0), sit("ogre", team=1), sit("spy", team=0), sit("ogre", team=1))
        assert table.sees_shield(0, 2) == "10D"
        assert table.sees_shield(1, 2) is None
