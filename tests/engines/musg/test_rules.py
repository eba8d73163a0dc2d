"""The options of a campaign (rulings M12, M19, M29, M39, M142, M148, M242)."""

import pytest

from engines.core.problems import Malformed
from engines.musg import journal
from engines.musg.ranks import Rank
from engines.musg.rules import Era, Rules, problems


def faults(**values: object) -> set[tuple[str, str]]:
    return {(p.code, str(p.params["item"])) for p in problems(Rules(**values))}  # type: ignore[arg-type]


class TestDefaults:
    def test_ceilings_are_the_rulebooks(self) -> None:
        """Musg, Composition d'une Bande: 500 in all, 300 for heroes, 200 for henchmen."""
        assert (Rules().points, Rules().hero_points, Rules().henchman_points) == (500, 300, 200)

    @pytest.mark.parametrize(
        ("rank", "boxes"),
        [(Rank.LEADER, 40), (Rank.LIEUTENANT, 25), (Rank.HENCHMAN, 15), (Rank.EXTRA, 0), (Rank.MERCENARY, 0)],
    )
    def test_boxes_m242_and_none_for_those_who_never_learn_m239(self, rank: Rank, boxes: int) -> None:
        """Rulings M242 and M239."""
        assert Rules().boxes(rank) == boxes

    def test_switches_stand_as_ruled(self) -> None:
        """M19 table price, M39 no revival, M142 two dice."""
        rules = Rules()
        assert not rules.goblins_full_price_elsewhere
        assert not rules.medikit_revives
        assert not rules.under_fire_one_die

    def test_all_four_passive_tests_are_played_m148(self) -> None:
        rules = Rules()
        assert rules.nerve_to_charge
        assert rules.receive_charge
        assert rules.first_sight
        assert rules.under_fire

    def test_defaults_are_sound(self) -> None:
        assert problems(Rules()) == []


class TestLimits:
    @pytest.mark.parametrize("field", ["points", "hero_points", "henchman_points"])
    @pytest.mark.parametrize(("value", "sound"), [(0, False), (-1, False), (1, True), (10_000, True), (10_001, False)])
    def test_points(self, field: str, value: int, sound: bool) -> None:
        assert faults(**{field: value}) == (set() if sound else {("rules_points", field)})

    @pytest.mark.parametrize("field", ["leader_boxes", "lieutenant_boxes"])
    @pytest.mark.parametrize(("value", "sound"), [(16, True), (200, True), (201, False)])
    def test_boxes(self, field: str, value: int, sound: bool) -> None:
        assert faults(**{field: value}) == (set() if sound else {("rules_boxes", field)})

    def test_five_boxes_at_least(self) -> None:
        assert faults(henchman_boxes=4) == {("rules_boxes", "henchman_boxes")}
        assert faults(henchman_boxes=5) == set()

    @pytest.mark.parametrize("field", ["leader_boxes", "lieutenant_boxes"])
    def test_heroes_have_more_boxes_than_henchmen_m242(self, field: str) -> None:
        """Ruling M242."""
        assert faults(**{field: 15}) == {("rules_hero_boxes", "henchman_boxes")}

    def test_everything_wrong_is_named(self) -> None:
        assert len(faults(points=0, hero_points=-5, leader_boxes=900)) == 3


class TestStored:
    def test_they_are_kept_with_the_warband(self) -> None:
        setup = journal.decode_setup(
            {"race": "elf", "name": "X", "rules": {"era": "medieval", "goblins_full_price_elsewhere": True}}
        )
        assert journal.begin(setup).rules == Rules(era=Era.MEDIEVAL, goblins_full_price_elsewhere=True)

    @pytest.mark.parametrize("odd", [{"era": "stone"}, {"points": "many"}, {"points": True}, {"luck": 1}])
    def test_unknown_options_are_refused(self, odd: dict[str, object]) -> None:
        with pytest.raises(Malformed, match=r"\$\.rules"):
            journal.decode_setup({"race": "elf", "name": "X", "rules": odd})
