"""Skills (Musg, Tableau des améliorations; rulings M243, M264-M266, M268-M272)."""

import pytest

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Learn
from engines.musg.entries.growth import open_skills
from engines.musg.profile import effective
from engines.musg.warband import Standing, Warband
from tests.engines.musg.builders import HENCHMAN, LEADER, LIEUTENANT, after, changed, figure, fought, mustered, refusals

# What each skill requires, by hand from the table; the six first steps require nothing.
REQUIRES = {
    "lynx_eye": {"sharp_eye"},
    "iron_fists": {"bronze_fists"},
    "iron_body": {"bronze_body"},
    "pugilist": {"brawler"},
    "woodsman": {"strider"},
    "fearless": {"brave"},
    "eagle_eye": {"lynx_eye"},
    "steel_fists": {"iron_fists"},
    "steel_body": {"iron_body"},
    "combat_master": {"pugilist"},
    "acrobat": {"woodsman"},
    "steel_nerves": {"fearless"},
    "improved_health": {"steel_body"},
    "will_to_live": {"improved_health"},
    "weak_points": {"eagle_eye", "combat_master"},
    "vital_points": {"weak_points"},
    "blade_catcher": {"steel_body", "steel_nerves"},
}


def chooser(*known: str, choices: int = 1, number: int = LEADER) -> Warband:
    return changed(mustered(), number, choices=choices, skills=known)


class TestChoosing:
    def test_one_skill_for_one_grey_box_m243(self) -> None:
        warband = after(chooser(), Learn(figure=LEADER, skill="brawler"))
        assert (figure(warband, LEADER).skills, figure(warband, LEADER).choices) == (("brawler",), 0)
        assert refusals(warband, Learn(figure=LEADER, skill="strider")) == {"no_choice_waiting"}

    def test_waiting_choices_may_be_made_one_after_the_other(self) -> None:
        warband = after(
            chooser(choices=2), Learn(figure=LEADER, skill="brawler"), Learn(figure=LEADER, skill="pugilist")
        )
        assert figure(warband, LEADER).choices == 0

    @pytest.mark.parametrize("number", [LEADER, LIEUTENANT, HENCHMAN])
    def test_every_rank_chooses_from_the_same_table(self, number: int) -> None:
        assert refusals(chooser(number=number), Learn(figure=number, skill="brave")) == set()

    @pytest.mark.parametrize("skill", list(CATALOGUE.skills))
    def test_each_skill_once_m265(self, skill: str) -> None:
        """Ruling M265."""
        requires = tuple(REQUIRES.get(skill, ()))
        assert refusals(chooser(*requires, skill), Learn(figure=LEADER, skill=skill)) == {"skill_known"}

    @pytest.mark.parametrize("skill", list(CATALOGUE.skills))
    def test_with_all_it_requires_it_may_be_chosen(self, skill: str) -> None:
        requires = REQUIRES.get(skill, set())
        assert refusals(chooser(*requires), Learn(figure=LEADER, skill=skill)) == set()
        assert skill in open_skills(figure(chooser(*requires), LEADER), CATALOGUE)

    @pytest.mark.parametrize(("skill", "missing"), [(s, m) for s, needs in REQUIRES.items() for m in sorted(needs)])
    def test_without_one_of_them_it_is_refused(self, skill: str, missing: str) -> None:
        known = REQUIRES[skill] - {missing}
        assert refusals(chooser(*known), Learn(figure=LEADER, skill=skill)) == {"skill_needs"}
        assert skill not in open_skills(figure(chooser(*known), LEADER), CATALOGUE)

    def test_six_first_steps_are_open_to_a_beginner(self) -> None:
        assert open_skills(figure(mustered(), LEADER), CATALOGUE) == (
            "sharp_eye", "bronze_fists", "bronze_body", "brawler", "strider", "brave",
        )  # fmt: skip

    def test_a_capped_skill_may_be_taken_as_a_step_m266(self) -> None:
        """Ruling M266: a human leader shoots at 2+ already; sharp eye changes nothing and opens lynx eye."""
        warband = after(chooser(choices=2), Learn(figure=LEADER, skill="sharp_eye"))
        leader = figure(warband, LEADER)
        assert (
            effective(leader.profile(CATALOGUE), CATALOGUE, items=(), skills=leader.skills, injuries=()).shooting == 2
        )
        assert refusals(warband, Learn(figure=LEADER, skill="lynx_eye")) == set()

    @pytest.mark.parametrize(
        ("skill", "trait"),
        [
            ("weak_points", "melee_extra_die"),  # M268
            ("vital_points", "reroll_own_wound"),  # M269
            ("blade_catcher", "reroll_enemy_wound"),  # M270
            ("steel_nerves", "leadership_three_dice"),  # M271
            ("will_to_live", "recovers"),  # M272
        ],
    )
    def test_what_the_master_skills_do_stands_on_the_sheet_m268_to_m272(self, skill: str, trait: str) -> None:
        leader = figure(mustered(), LEADER)
        assert trait in effective(leader.profile(CATALOGUE), CATALOGUE, items=(), skills=(skill,), injuries=()).traits

    def test_a_sight_makes_up_for_a_worsened_eye_m267(self) -> None:
        """Ruling M267: the sight counts as a modifier, the floor of 2+ holds after all of them."""
        profile = figure(mustered(), LEADER).profile(CATALOGUE)
        assert effective(profile, CATALOGUE, items=("sight",), skills=(), injuries=("dimmed_sight",)).shooting == 2
        assert effective(profile, CATALOGUE, items=("sight",), skills=(), injuries=()).shooting == 2


class TestWhoMayNot:
    def test_without_a_waiting_choice(self) -> None:
        assert refusals(mustered(), Learn(figure=LEADER, skill="brawler")) == {"no_choice_waiting"}

    def test_an_unknown_skill(self) -> None:
        assert refusals(chooser(), Learn(figure=LEADER, skill="flying")) == {"no_such_skill"}

    def test_nobody(self) -> None:
        assert refusals(mustered(), Learn(figure=99, skill="brawler")) == {"no_such_figure"}

    @pytest.mark.parametrize("standing", [Standing.DEAD, Standing.LEFT, Standing.LOST_CONTACT])
    def test_the_gone(self, standing: Standing) -> None:
        gone = changed(chooser(), LEADER, standing=standing)
        assert refusals(gone, Learn(figure=LEADER, skill="brawler")) == {"figure_gone"}

    def test_everything_wrong_is_named(self) -> None:
        assert refusals(mustered(), Learn(figure=LEADER, skill="weak_points")) == {"no_choice_waiting", "skill_needs"}

    def test_not_before_the_aftermath_is_rolled(self) -> None:
        assert refusals(fought(chooser()), Learn(figure=LEADER, skill="brawler")) == {"aftermath_waiting"}
