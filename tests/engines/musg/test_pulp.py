"""A pulp campaign between battles (Musg, Jouer en Pulp; rulings M165-M169, M310-M313)."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec import UNSET

from engines.core.dice import DiceNeeded, EnteredDice
from engines.musg import journal, muster
from engines.musg.aftermath import Aftermath, course, resolve
from engines.musg.attacks.fighter import of_figure
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import (
    Buy,
    Engage,
    Entry,
    Fight,
    Hire,
    Injure,
    Muster,
    RaiseZombie,
    Recover,
    TakePart,
)
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.report import lacks
from engines.musg.warband import Standing, Warband
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    armed,
    core,
    down,
    drafted,
    engagement,
    faults,
    figure,
    forced,
    fought,
    mustered,
    refusals,
    resolved,
    rich,
    steps,
    with_troll,
)
from tests.engines.musg.journeys import Journey, journey, lives

HEROES = TakePart(side=Side.HEROES)
VILLAINS = TakePart(side=Side.VILLAINS)
TRIBE = TakePart(side=Side.VILLAINS, tribe=True)


def company(*extra: Entry, part: TakePart = HEROES) -> Warband:
    """The core warband in a pulp campaign: leader 1, lieutenant 2, henchmen 3 and 4."""
    return mustered("human", part, *extra, pulp=True)


def tribe(*extra: Entry) -> Warband:
    """A draft with a leader and three henchmen, 2 to 4."""
    hires = [Hire(rank=Rank.LEADER, race="human", name="Chief")]
    hires += [Hire(rank=Rank.HENCHMAN, race="human", name=f"Hunter {n}") for n in (2, 3, 4)]
    return forced(after(drafted(pulp=True), TRIBE, *hires), *extra)


def setbacks(result: Aftermath, number: int = LEADER) -> tuple[str, ...]:
    return figure(result.warband, number).setbacks or ()


class TestPart:
    """Ruling M311: the side is chosen per warband when the module is switched on."""

    def test_nobody_plays_a_part_where_no_pulp_is_played(self) -> None:
        assert refusals(drafted(), HEROES) == {"no_pulp"}

    def test_the_side_is_written_down(self) -> None:
        assert after(drafted(pulp=True), VILLAINS).part == Part(Side.VILLAINS)

    def test_while_mustering_it_may_be_changed(self) -> None:
        assert after(drafted(pulp=True), VILLAINS, TRIBE, HEROES).part == Part(Side.HEROES)

    def test_a_mustered_warband_keeps_its_side(self) -> None:
        assert refusals(company(), VILLAINS) == {"part_settled"}
        assert refusals(company(), HEROES) == {"part_taken", "part_settled"}

    def test_a_mustered_warband_without_one_may_still_choose(self) -> None:
        late = mustered(pulp=True)
        assert after(late, VILLAINS).part == Part(Side.VILLAINS)
        assert refusals(late, TRIBE) == {"part_settled"}

    def test_heroes_are_no_tribe(self) -> None:
        assert refusals(drafted(pulp=True), TakePart(side=Side.HEROES, tribe=True)) == {"tribe_of_villains"}

    def test_prices_are_known_before_the_first_henchman(self) -> None:
        """Ruling M169: henchmen of a tribe cost half, so it is a tribe before any is hired, and remains one."""
        paid = forced(drafted(pulp=True), *core())
        assert refusals(paid, TRIBE) == {"tribe_first"}
        assert refusals(tribe(), VILLAINS) == {"tribe_first"}


class TestDeathless:
    """« Les héros ne meurent jamais » (L785-L797); ruling M166."""

    @pytest.mark.parametrize("number", [LEADER, LIEUTENANT])
    @pytest.mark.parametrize("part", [HEROES, VILLAINS])
    def test_death_is_rolled_again_until_it_is_something_else(self, part: TakePart, number: int) -> None:
        """11 and 15 are death, 24 rolls again (M253), 41 is a full recovery; then 11 draws the movement."""
        result = resolved(company(part=part), [1, 1, 1, 5, 2, 4, 4, 1, 1, 1], casualties=down(number))
        assert figure(result.warband, number).standing is Standing.ACTIVE
        findings = steps(result, result.steps[0].stage)[0].findings
        assert [(f.code, f.counted) for f in findings] == [
            ("dead", False),
            ("dead", False),
            ("reroll", False),
            ("full_recovery", True),
            ("setback_movement", True),
        ]
        assert setbacks(result, number) == ("setback_movement",)

    def test_below_zero_hit_points_counts_as_zero(self) -> None:
        """Ruling M166: not M35's death without a roll."""
        result = resolved(company(), [4, 1, 1, 1], casualties=down(LEADER, killed=True))
        assert figure(result.warband, LEADER).active

    def test_henchmen_die_as_ever(self) -> None:
        result = resolved(company(), [1], casualties=down(HENCHMAN))
        assert figure(result.warband, HENCHMAN).standing is Standing.DEAD

    def test_mercenaries_are_no_partners(self) -> None:
        hired = company(Engage(mercenary="troll_bodyguard", name="Grum"))
        result = resolved(hired, casualties=down(5, killed=True))
        assert figure(result.warband, 5).standing is Standing.DEAD

    def test_without_a_part_heroes_die(self) -> None:
        result = resolved(mustered(pulp=True), [1, 1], casualties=down(LEADER))
        assert figure(result.warband, LEADER).standing is Standing.DEAD

    def test_a_robbed_hero_keeps_what_anybody_robbed_keeps(self) -> None:
        """36 loses the gear (M258); the setback is drawn all the same: 61, hit points."""
        sword = company(Buy(item="sword", figure=LEADER))
        result = resolved(sword, [3, 6, 6, 1], casualties=down(LEADER))
        assert figure(result.warband, LEADER).item_codes == ("dagger",)
        assert setbacks(result) == ("setback_hit_points",)


class TestSetbacks:
    """Rulings M165 and M310: one characteristic is drawn, one worse in the next battle."""

    @pytest.mark.parametrize(
        ("drawn", "code"),
        [
            (11, "setback_movement"), (15, "setback_movement"),
            (16, "setback_leadership"), (24, "setback_leadership"),
            (25, "setback_shooting"), (33, "setback_shooting"),
            (34, "setback_melee"), (42, "setback_melee"),
            (43, "setback_strength"), (51, "setback_strength"),
            (52, "setback_toughness"), (56, "setback_toughness"),
            (61, "setback_hit_points"), (65, "setback_hit_points"),
        ],
    )  # fmt: skip
    def test_the_draw(self, drawn: int, code: str) -> None:
        result = resolved(company(), [4, 1, *divmod(drawn, 10)], casualties=down(LEADER))
        assert setbacks(result) == (code,)

    def test_every_characteristic_has_five_results_of_thirty_five(self) -> None:
        faces = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
        drawn = [CATALOGUE.setback(face).code for face in faces]
        assert {code: drawn.count(code) for code in drawn} == {
            **dict.fromkeys((row.code for row in CATALOGUE.pulp.setbacks), 5),
            "setback_again": 1,
        }

    def test_66_is_drawn_again(self) -> None:
        result = resolved(company(), [4, 1, 6, 6, 5, 2], casualties=down(LEADER))
        assert setbacks(result) == ("setback_toughness",)

    @pytest.mark.parametrize(
        ("drawn", "before", "now"),
        [
            # A human leader: 9, 11, 2+, 3+, 5, 4, 6 (Musg, Humains).
            ((1, 1), ("movement", 9), 8),
            ((1, 6), ("leadership", 11), 10),
            ((2, 5), ("shooting", 2), 3),
            ((3, 4), ("melee", 3), 4),
            ((4, 3), ("strength", 5), 4),
            ((5, 2), ("toughness", 4), 3),
            ((6, 1), ("hit_points", 6), 5),
        ],
    )
    def test_what_it_costs_in_the_battle(self, drawn: tuple[int, int], before: tuple[str, int], now: int) -> None:
        warband = mustered("human", HEROES, pulp=True)
        name, printed = before
        assert figure(warband, LEADER).profile(CATALOGUE) == CATALOGUE.races["human"].profiles[Rank.LEADER]
        assert getattr(of_figure(figure(warband, LEADER), CATALOGUE), name) == printed
        result = resolved(warband, [4, 1, *drawn], casualties=down(LEADER))
        assert getattr(of_figure(figure(result.warband, LEADER), CATALOGUE), name) == now

    def test_it_lasts_one_battle(self) -> None:
        hurt = resolved(company(), [4, 1, 1, 1], casualties=down(LEADER)).warband
        assert figure(fought(hurt), LEADER).setbacks is UNSET

    def test_who_misses_a_battle_returns_with_it_later(self) -> None:
        """« lorsqu'il revient » (L808): 33 calls the quack, a 1 is a fraud, so the next battle is missed."""
        hurt = resolved(company(), [3, 3, 1, 1, 1], casualties=down(LEADER)).warband
        missed = resolve(fought(hurt), EnteredDice([])).warband
        assert figure(missed, LEADER).setbacks == ("setback_movement",)
        assert figure(fought(missed), LEADER).setbacks is UNSET

    def test_out_again_it_is_drawn_anew(self) -> None:
        """« S'il est à nouveau hors de combat, on retire à nouveau » (L809): the old one is over."""
        hurt = resolved(company(), [4, 1, 1, 1], casualties=down(LEADER)).warband
        again = resolved(hurt, [4, 1, 5, 2], casualties=down(LEADER))
        assert setbacks(again) == ("setback_toughness",)

    @pytest.mark.parametrize(("faces", "code"), [((2, 2), "hobbled"), ((2, 6), "shaken"), ((3, 4), "bruised")])
    def test_permanent_losses_of_the_table_last_one_battle(self, faces: tuple[int, int], code: str) -> None:
        """Ruling M168, beside the draw (M310)."""
        result = resolved(company(), [*faces, 6, 1], casualties=down(LEADER))
        assert setbacks(result) == (code, "setback_hit_points")
        assert figure(result.warband, LEADER).injuries == ()
        assert [(s.code, s.params["item"]) for s in result.steps if s.code == "for_one_battle"] == [
            ("for_one_battle", code)
        ]

    def test_both_losses_add_up(self) -> None:
        """Hobbled and a drawn movement: 9 paces are 7."""
        result = resolved(company(), [2, 2, 1, 1], casualties=down(LEADER))
        assert of_figure(figure(result.warband, LEADER), CATALOGUE).movement == 7

    def test_an_eye_stays_lost(self) -> None:
        """Ruling M167."""
        result = resolved(company(), [3, 1, 6, 1], casualties=down(LEADER))
        assert [injury.code for injury in figure(result.warband, LEADER).injuries] == ["dimmed_sight"]
        assert setbacks(result) == ("setback_hit_points",)

    def test_leadership_is_never_below_4(self) -> None:
        """The floor of the table's own loss (L1611). A leader of 11 shaken seven times has 4."""
        shaken = after(company(), *(Injure(figure=LEADER, injury="shaken", reason="A test") for _ in range(7)))
        result = resolved(shaken, [2, 6, 1, 6], casualties=down(LEADER))
        assert of_figure(figure(result.warband, LEADER), CATALOGUE).leadership == 4

    def test_henchmen_draw_nothing(self) -> None:
        assert setbacks(resolved(company(), [6], casualties=down(HENCHMAN)), HENCHMAN) == ()

    def test_the_draw_is_asked_for_at_the_table(self) -> None:
        with pytest.raises(DiceNeeded) as needed:
            resolve(fought(company(), casualties=down(LEADER)), EnteredDice([4, 1]))
        assert (needed.value.request.asked, needed.value.request.reason) == ("d66", "setback")

    def test_least_rolls_counts_the_draw(self) -> None:
        waiting = fought(company(), casualties=down(LEADER))
        assert course(waiting, []).least == 2


class TestTribe:
    """Musg, Exception de composition de bande pour le pulp; rulings M169, M171, M312."""

    def test_henchmen_cost_half_their_profile(self) -> None:
        """Ruling M169: 8 is 4; gear is not halved."""
        warband = tribe(Buy(item="bow", figure=2))
        assert figure(warband, 2).cost == 4
        assert figure(warband, 2).gear_cost == CATALOGUE.item("bow").cost

    def test_a_goblin_tribesman_costs_two(self) -> None:
        """Ruling M312: the half of 4."""
        goblins = after(drafted("goblin", pulp=True), TRIBE, Hire(rank=Rank.HENCHMAN, race="goblin", name="Snik"))
        assert figure(goblins, 1).cost == 2

    def test_it_has_no_lieutenant(self) -> None:
        assert "too_many_lieutenants" in faults(forced(tribe(), Hire(rank=Rank.LIEUTENANT, race="human", name="Two")))
        closed = after(tribe(), Muster())
        assert "too_many_lieutenants" in refusals(rich(closed), Hire(rank=Rank.LIEUTENANT, race="human", name="Two"))

    @pytest.mark.parametrize("item", ["bow", "crossbow", "throwing_stars", "throwing_knife", "sword"])
    def test_what_it_may_carry(self, item: str) -> None:
        assert faults(armed(tribe(), 2, item)) == set()

    @pytest.mark.parametrize("item", sorted(CATALOGUE.ranged.keys() - CATALOGUE.pulp.tribe_ranged))
    def test_what_is_modern(self, item: str) -> None:
        """Ruling M312: grenades and the flame-thrower too."""
        assert len(CATALOGUE.pulp.tribe_ranged) == 4
        assert "modern_weapon" in faults(armed(tribe(), 2, item))

    def test_the_ban_binds_its_mercenaries(self) -> None:
        """Ruling M312."""
        hired = forced(tribe(), Engage(mercenary="elf_sniper", name="Ael"), Buy(item="rifle", figure=5))
        assert "modern_weapon" in faults(hired)
        closed = rich(after(tribe(), Muster()))
        assert refusals(closed, Buy(item="pistol", figure=2)) == {"modern_weapon"}

    def test_poison_costs_ten_for_each_bearer(self) -> None:
        assert figure(armed(tribe(), 2, "poison"), 2).gear_cost == 10
        assert faults(armed(tribe(), 1, "poison")) == set()  # the leader included (M312)
        assert faults(armed(tribe(), 2, "poison", "poison")) == {"too_many_items"}

    @pytest.mark.parametrize("part", [HEROES, VILLAINS])
    def test_poison_is_a_tribes(self, part: TakePart) -> None:
        assert refusals(rich(company(part=part)), Buy(item="poison", figure=HENCHMAN)) == {"tribal_gear"}


class TestZombies:
    """A mad scientist controls zombies (L871-L880); ruling M313."""

    def villain(self, *extra: Entry) -> Warband:
        return company(RaiseZombie(name="Gaunt"), *extra, part=VILLAINS)

    def test_half_price_and_the_printed_differences(self) -> None:
        """A generic henchman 6, -, -, 5+, 3, 2, 3 for 4 points: no leadership, no shooting."""
        gaunt = figure(self.villain(), 5)
        sheet = of_figure(gaunt, CATALOGUE)
        assert gaunt.cost == 4
        assert (sheet.movement, sheet.leadership, sheet.shooting, sheet.melee) == (6, None, None, 5)
        assert (sheet.strength, sheet.toughness, sheet.hit_points) == (3, 2, 3)
        assert gaunt.items == ()

    def test_only_a_villain_controls_them(self) -> None:
        assert refusals(drafted(pulp=True), RaiseZombie(name="Gaunt")) == {"zombies_serve_villains"}
        assert refusals(rich(company()), RaiseZombie(name="Gaunt")) == {"zombies_serve_villains"}
        raised = after(drafted(pulp=True), VILLAINS, RaiseZombie(name="Gaunt"))
        assert refusals(raised, HEROES) == {"zombies_serve_villains"}

    def test_it_bears_nothing(self) -> None:
        assert refusals(rich(self.villain()), Buy(item="sword", figure=5)) == {"zombie_gear"}

    def test_it_counts_as_a_henchman_but_brings_no_extras(self) -> None:
        alone = after(
            drafted(pulp=True), VILLAINS, Hire(rank=Rank.LEADER, race="human", name="Doctor"), RaiseZombie(name="Gaunt")
        )
        assert muster.totals(alone).henchmen == 4
        assert faults(alone) == set()
        assert lacks(alone) == ()
        assert faults(forced(alone, Hire(rank=Rank.EXTRA, race="human", name="Igor"))) == {"too_many_extras"}

    def test_it_learns_nothing_and_returns_as_a_henchman(self) -> None:
        result = resolved(self.villain(), [3], casualties=down(5))
        assert figure(result.warband, 5).active
        assert figure(result.warband, 5).experience == 0
        assert "experience" not in {step.code for step in result.steps if step.figure == 5}

    def test_on_a_two_it_is_gone(self) -> None:
        result = resolved(self.villain(), [2], casualties=down(5))
        assert figure(result.warband, 5).standing is Standing.DEAD


class TestElsewhere:
    def test_other_campaigns_store_nothing_new(self) -> None:
        """What was stored before is what is stored now: nothing of pulp stands in it."""
        stored = journal.encode(fought(with_troll()))
        assert {"part", "pulp"}.isdisjoint({**stored, **stored["rules"]})
        assert all({"setbacks", "non_player"}.isdisjoint(figure) for figure in stored["figures"])

    def test_an_aftermath_says_the_same_again(self) -> None:
        """The faces in the journal lead to the same warband (setup + journal = state)."""
        waiting = fought(company(), casualties=down(LEADER, LIEUTENANT))
        dice = EnteredDice([1, 1, 2, 2, 6, 6, 1, 1, 3, 1, 1, 6])
        result = resolve(waiting, dice)
        entry = Recover(battle="b1", faces=dice.faces, source="entered")
        assert after(waiting, entry) == result.warband
        assert journal.decode_warband(journal.encode(result.warband)) == result.warband

    def test_a_battle_with_setbacks_is_fought_like_any(self) -> None:
        hurt = resolved(company(), [4, 1, 1, 1], casualties=down(LEADER)).warband
        assert refusals(hurt, Fight(engagement=engagement(hurt, battle="b2"))) == set()


def _fallen_heroes(trip: Journey) -> bool:
    return any(state.part for state in trip.states)


@given(lives)
def test_a_hero_never_dies(seed: int) -> None:
    """Over random lives: no aftermath takes leader or lieutenant of a warband that plays a part from it."""
    trip = journey(seed, 90)
    for before, entry, now in zip(trip.states, trip.entries, trip.states[1:], strict=False):
        if isinstance(entry, Recover) and before.part:
            safe = [f.id for f in before.active if not f.hired and f.rank in (Rank.LEADER, Rank.LIEUTENANT)]
            assert all(figure(now, number).standing is not Standing.DEAD for number in safe)


@given(lives)
def test_setbacks_are_known_rows_and_only_where_a_part_is_played(seed: int) -> None:
    trip = journey(seed, 90)
    for state in trip.states:
        for someone in state.figures:
            assert set(someone.setbacks or ()) <= CATALOGUE.injuries_by_code.keys()
            assert not someone.setbacks or state.part
            assert not someone.is_zombie or (not someone.experience and not someone.items)


def test_random_lives_play_pulp() -> None:
    """The two properties above are about something: among the lives are fallen heroes and zombies."""
    trips = [journey(seed, 90) for seed in range(60)]
    assert sum(_fallen_heroes(trip) for trip in trips) > 10
    assert any(f.setbacks for trip in trips for state in trip.states for f in state.figures)
    assert any(f.is_zombie for trip in trips for f in trip.end.figures)
