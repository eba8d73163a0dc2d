"""A referee's word: what it does, what it cannot do, and that it always says why."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engines.core.problems import Illegal
from engines.musg import journal, muster
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Foe
from engines.musg.entries import (
    AnyEntry,
    Award,
    Bestow,
    Buy,
    CallBack,
    Confiscate,
    Exempt,
    Fight,
    Grant,
    Heal,
    Hire,
    HireCharacter,
    Hold,
    Injure,
    Learn,
    Muster,
    Rename,
    Teach,
    Unlearn,
)
from engines.musg.entries.pulp import LastEpisode
from engines.musg.entries.referee import RefereeEntry
from engines.musg.entries.referee_sheets import SettleCaptive
from engines.musg.injuries import lasting
from engines.musg.ranks import Rank
from engines.musg.succession import character_for_hire
from engines.musg.warband import Injury, Standing
from tests.engines.musg.builders import (
    HENCHMAN,
    LEADER,
    LIEUTENANT,
    after,
    changed,
    core,
    drafted,
    engagement,
    faults,
    figure,
    fought,
    mustered,
    refusals,
    rich,
    with_troll,
)

WHY = "The scenario said so"
FOE = Foe("wolves", "The Wolves")
EXAMPLES: list[Any] = [
    Grant(points=5, reason=WHY),
    Award(figure=LEADER, points=3, reason=WHY),
    Bestow(item="sword", figure=HENCHMAN, reason=WHY),
    Confiscate(item=1, reason=WHY),
    Injure(figure=LEADER, injury="bruised", reason=WHY),
    Teach(figure=LEADER, skill="brave", reason=WHY),
    Hold(figure=LEADER, reason=WHY),
    Exempt(rule="too_many_extras", reason=WHY),
]


def test_the_base_class_says_who_may_make_an_entry() -> None:
    alone = {kind for kind in get_args(AnyEntry) if kind.referee_only}
    sheets = {Award, Injure, Heal, Teach, Unlearn, SettleCaptive, LastEpisode}
    assert alone == {Grant, Bestow, Confiscate, CallBack, Hold, Exempt} | sheets
    assert all(issubclass(kind, RefereeEntry) for kind in alone)


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: type(entry).__name__)
def test_every_word_of_a_referee_has_a_reason_tells_it_and_may_be_taken_back(entry: Any) -> None:
    warband = rich(mustered())
    assert refusals(warband, replace(entry, reason=" ")) == {"reason_missing"}
    assert "text_long" in refusals(warband, replace(entry, reason="x" * 2001))
    change = journal.apply(warband, entry)
    assert [event.params["reason"] for event in change.events] == [WHY]
    assert change.warband != warband
    assert entry.can_be_undone
    assert refusals(fought(warband), entry) == {"aftermath_waiting"}


class TestExperience:
    def test_boxes_and_choices_follow(self) -> None:
        """Every fifth box is grey and brings a skill (ruling M243)."""
        grown = figure(after(mustered(), Award(figure=LEADER, points=11, reason=WHY)), LEADER)
        assert (grown.experience, grown.lifetime, grown.choices) == (11, 11, 2)

    def test_no_more_than_a_full_sheet_and_nobody_is_promoted_by_it(self) -> None:
        full = after(mustered(), Award(figure=HENCHMAN, points=99, reason=WHY))
        assert (figure(full, HENCHMAN).experience, figure(full, HENCHMAN).rank) == (15, Rank.HENCHMAN)
        assert refusals(full, Award(figure=HENCHMAN, points=1, reason=WHY)) == {"sheet_full"}

    def test_what_is_taken_away_takes_a_waiting_choice_but_no_skill(self) -> None:
        grown = after(mustered(), Award(figure=LEADER, points=10, reason=WHY), Learn(figure=LEADER, skill="brave"))
        bare = figure(after(grown, Award(figure=LEADER, points=-50, reason=WHY)), LEADER)
        assert (bare.experience, bare.lifetime, bare.choices, bare.skills) == (0, 0, 0, ("brave",))
        assert bare.given == 1
        assert refusals(mustered(), Award(figure=LEADER, points=-1, reason=WHY)) == {"sheet_empty"}

    def test_who_never_learns_gets_none(self) -> None:
        assert refusals(with_troll(), Award(figure=5, points=1, reason=WHY)) == {"no_sheet"}

    @pytest.mark.parametrize("points", [0, 201, -201])
    def test_neither_nothing_nor_absurdly_much(self, points: int) -> None:
        assert refusals(mustered(), Award(figure=LEADER, points=points, reason=WHY)) == {"award_points"}


class TestGear:
    def test_a_gift_costs_nothing_and_counts_at_its_price(self) -> None:
        before = rich(mustered())
        given = after(before, Bestow(item="sword", figure=HENCHMAN, reason=WHY))
        assert given.treasury == before.treasury
        assert given.value == before.value + CATALOGUE.item("sword").cost
        charged = after(before, Bestow(item="sword", charged=True, reason=WHY))
        assert charged.treasury == before.treasury - CATALOGUE.item("sword").cost
        assert [item.code for item in charged.stash] == ["sword"]

    def test_it_combines_like_any_other(self) -> None:
        armed = after(rich(mustered()), Buy(item="light_armour", figure=LEADER))
        assert refusals(armed, Bestow(item="heavy_armour", figure=LEADER, reason=WHY)) == {"slot_taken"}
        assert refusals(armed, Bestow(item="excalibur", reason=WHY)) == {"no_such_item"}
        assert refusals(armed, Bestow(item="sword", figure=99, reason=WHY)) == {"no_such_figure"}

    def test_what_is_taken_is_gone_and_not_free_again(self) -> None:
        bare = after(rich(mustered()), Confiscate(item=1, reason=WHY))
        assert figure(bare, LEADER).items == ()
        again = after(bare, Buy(item="dagger", figure=LEADER))
        assert again.treasury == bare.treasury - CATALOGUE.item("dagger").cost
        assert refusals(bare, Confiscate(item=1, reason=WHY)) == {"no_such_thing"}


class TestSkills:
    def test_taught_without_a_box_or_a_choice(self) -> None:
        waiting = after(mustered(), Award(figure=LEADER, points=5, reason=WHY))
        wise = figure(after(waiting, Teach(figure=LEADER, skill="brave", reason=WHY)), LEADER)
        assert (wise.skills, wise.choices, wise.given) == (("brave",), 1, 1)

    def test_needs_and_knows_as_when_learned(self) -> None:
        needy = next(skill for skill in CATALOGUE.skills.values() if skill.requires)
        assert "skill_needs" in refusals(mustered(), Teach(figure=LEADER, skill=needy.code, reason=WHY))
        wise = after(mustered(), Teach(figure=LEADER, skill="brave", reason=WHY))
        assert refusals(wise, Teach(figure=LEADER, skill="brave", reason=WHY)) == {"skill_known"}
        assert refusals(wise, Teach(figure=LEADER, skill="flying", reason=WHY)) == {"no_such_skill"}

    def test_what_others_need_stays(self) -> None:
        needy = next(s for s in CATALOGUE.skills.values() if s.requires and not CATALOGUE.skill(s.requires[0]).requires)
        wise = mustered()
        for code in (*needy.requires, needy.code):
            wise = after(wise, Teach(figure=LEADER, skill=code, reason=WHY))
        assert refusals(wise, Unlearn(figure=LEADER, skill=needy.requires[0], reason=WHY)) == {"skill_needed"}
        assert refusals(wise, Unlearn(figure=HENCHMAN, skill=needy.code, reason=WHY)) == {"skill_unknown"}

    def test_injuries_still_come_after_the_skills_they_came_after(self) -> None:
        """Ruling M295: what was learned before an injury does not make up for it."""
        wise = mustered()
        for code in ("brave", "sharp_eye"):
            wise = after(wise, Teach(figure=LEADER, skill=code, reason=WHY))
        hurt = after(wise, Injure(figure=LEADER, injury="bruised", reason=WHY))
        assert figure(hurt, LEADER).known_before == (2,)
        assert figure(after(hurt, Unlearn(figure=LEADER, skill="brave", reason=WHY)), LEADER).known_before == (1,)

    def test_the_choice_may_come_back(self) -> None:
        wise = after(mustered(), Award(figure=LEADER, points=5, reason=WHY), Learn(figure=LEADER, skill="brave"))
        anew = figure(after(wise, Unlearn(figure=LEADER, skill="brave", choice_back=True, reason=WHY)), LEADER)
        assert (anew.skills, anew.choices, anew.given) == ((), 1, UNSET)

    def test_who_was_taught_may_still_be_hired(self) -> None:
        wise = after(mustered(), Teach(figure=LEADER, skill="brave", reason=WHY))
        assert journal.can_apply(rich(mustered()), HireCharacter(character=character_for_hire(figure(wise, LEADER))))


class TestInjuries:
    def test_only_what_stays(self) -> None:
        assert lasting(CATALOGUE) == (
            "hobbled", "shaken", "dimmed_sight", "erratic", "bruised", "hatred", "hardened",
        )  # fmt: skip
        assert refusals(mustered(), Injure(figure=LEADER, injury="dead", reason=WHY)) == {"no_such_injury"}

    def test_hatred_has_a_foe_and_nothing_else_has(self) -> None:
        hating = Injure(figure=LEADER, injury="hatred", foe=FOE, reason=WHY)
        assert figure(after(mustered(), hating), LEADER).injuries == (Injury("hatred", FOE),)
        assert refusals(after(mustered(), hating), hating) == {"injury_borne"}
        assert refusals(mustered(), replace(hating, foe=None)) == {"hated_foe"}
        assert refusals(mustered(), replace(hating, injury="bruised")) == {"hated_foe"}

    def test_erratic_is_borne_once_and_bruised_as_often_as_it_comes(self) -> None:
        erratic = Injure(figure=LEADER, injury="erratic", reason=WHY)
        assert refusals(after(mustered(), erratic), erratic) == {"injury_borne"}
        bruised = replace(erratic, injury="bruised")
        assert figure(after(mustered(), bruised, bruised), LEADER).injury_codes == ("bruised", "bruised")

    def test_the_latest_of_its_kind_is_healed(self) -> None:
        hurt = after(
            mustered(),
            Injure(figure=LEADER, injury="bruised", reason=WHY),
            Teach(figure=LEADER, skill="brave", reason=WHY),
            Injure(figure=LEADER, injury="bruised", reason=WHY),
        )
        healed = figure(after(hurt, Heal(figure=LEADER, injury="bruised", reason=WHY)), LEADER)
        assert (healed.injury_codes, healed.known_before) == (("bruised",), (0,))
        assert refusals(hurt, Heal(figure=LEADER, injury="shaken", reason=WHY)) == {"injury_not_borne"}

    def test_one_hatred_is_healed_not_the_other(self) -> None:
        hating = mustered()
        for foe in (FOE, Foe("crows", "The Crows")):
            hating = after(hating, Injure(figure=LEADER, injury="hatred", foe=foe, reason=WHY))
        left = figure(after(hating, Heal(figure=LEADER, injury="hatred", foe="wolves", reason=WHY)), LEADER)
        assert [injury.foe and injury.foe.key for injury in left.injuries] == ["crows"]


class TestCallingBack:
    def test_the_dead_return_as_they_were(self) -> None:
        dead = changed(mustered(), HENCHMAN, standing=Standing.DEAD, items=(), experience=7)
        back = figure(after(dead, CallBack(figure=HENCHMAN, reason=WHY)), HENCHMAN)
        assert (back.standing, back.experience, back.free_taken) == (Standing.ACTIVE, 7, ())
        assert refusals(mustered(), CallBack(figure=HENCHMAN, reason=WHY)) == {"still_there"}

    def test_there_is_one_leader_but_a_former_one_may_serve_the_new_one(self) -> None:
        dead = changed(mustered(), LEADER, standing=Standing.DEAD, items=())
        led = changed(dead, LIEUTENANT, rank=Rank.LEADER)
        assert refusals(led, CallBack(figure=LEADER, reason=WHY)) == {"several_leaders"}
        back = after(led, CallBack(figure=LEADER, as_lieutenant=True, reason=WHY))
        assert figure(back, LEADER).rank is Rank.LIEUTENANT
        assert refusals(
            changed(dead, HENCHMAN, standing=Standing.LEFT), CallBack(figure=HENCHMAN, as_lieutenant=True, reason=WHY)
        ) == {"was_no_leader"}

    def test_too_many_lieutenants_unless_it_is_allowed(self) -> None:
        more = Hire(rank=Rank.LIEUTENANT, race="human", name="New")
        most = CATALOGUE.races["human"].max_lieutenants
        gone = changed(rich(mustered()), LIEUTENANT, standing=Standing.LEFT)
        full = after(gone, *[more] * most)
        back = CallBack(figure=LIEUTENANT, reason=WHY)
        assert refusals(full, back) == {"too_many_lieutenants"}
        allowed = after(full, Exempt(rule="too_many_lieutenants", reason=WHY), back)
        assert faults(allowed) == set()
        assert [problem.code for problem in muster.excused(allowed)] == ["too_many_lieutenants"]


class TestHoldingBack:
    def test_a_figure_misses_one_battle(self) -> None:
        held = after(mustered(), Hold(figure=LEADER, reason=WHY))
        everybody = engagement(mustered())
        assert refusals(held, Fight(engagement=everybody)) == {"misses_battle"}
        assert not figure(fought(held), LEADER).misses_next
        assert refusals(held, Hold(figure=LEADER, reason=WHY)) == {"held_already"}
        assert not figure(after(held, Hold(figure=LEADER, lifted=True, reason=WHY)), LEADER).misses_next

    def test_a_warband_fights_no_battle_until_it_is_let_go(self) -> None:
        held = after(mustered(), Hold(reason=WHY))
        assert refusals(held, Fight(engagement=engagement(held))) == {"warband_held"}
        free = after(held, Hold(lifted=True, reason=WHY))
        assert refusals(free, Fight(engagement=engagement(free))) == set()
        assert refusals(free, Hold(lifted=True, reason=WHY)) == {"not_held"}


class TestExemptions:
    def test_a_figure_may_carry_too_much(self) -> None:
        armed = after(rich(mustered()), Buy(item="light_armour", figure=LEADER))
        again = Buy(item="heavy_armour", figure=LEADER)
        allowed = after(armed, Exempt(rule="slot_taken", figure=LEADER, reason=WHY))
        two = after(allowed, again)
        assert faults(two) == set()
        assert refusals(allowed, Buy(item="light_armour", figure=LIEUTENANT)) == set()
        assert refusals(two, Exempt(rule="slot_taken", figure=LEADER, reason=WHY)) == {"exempt_already"}
        lifted = after(two, Exempt(rule="slot_taken", figure=LEADER, lifted=True, reason=WHY))
        assert faults(lifted) == {"slot_taken"}

    def test_while_the_muster_is_drawn_up(self) -> None:
        """Musg, Composition d'une Bande: 300 of 500 points for heroes; the total is never bent."""
        heroes = [Hire(rank=Rank.LEADER, race="human", name="Ada")]
        band = after(drafted(hero_points=30), *heroes, *core()[2:])
        assert refusals(band, Muster()) == {"over_heroes"}
        assert refusals(after(band, Exempt(rule="over_heroes", reason=WHY)), Muster()) == set()
        assert refusals(band, Exempt(rule="over_total", reason=WHY)) == {"rule_stands"}

    def test_another_race_joins(self) -> None:
        elf = Hire(rank=Rank.HENCHMAN, race="elf", name="Elf")
        band = rich(mustered())
        assert refusals(band, elf) == {"race_not_allowed"}
        assert refusals(after(band, Exempt(rule="race_not_allowed", reason=WHY)), elf) == set()

    def test_rules_of_the_warband_are_not_one_figures(self) -> None:
        assert refusals(mustered(), Exempt(rule="no_henchman", figure=LEADER, reason=WHY)) == {"rule_of_warband"}
        assert refusals(mustered(), Exempt(rule="no_henchman", lifted=True, reason=WHY)) == {"not_exempt"}


def test_a_warband_no_referee_touched_is_stored_as_before() -> None:
    """States stored by earlier versions must not differ from what their journals come to."""
    stored = journal.encode(mustered())
    assert not {"exemptions", "held"} & set(stored)
    assert not any("given" in one for one in stored["figures"])
    with pytest.raises(Illegal):
        journal.apply(mustered(), Rename(figure=99, name="Nobody"))
