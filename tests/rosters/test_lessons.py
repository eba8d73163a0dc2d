"""The skills before a figure: what is open, what each would change, what the others need first."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import override
from msgspec.structs import replace

from club.models import Member
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Hire
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Standing
from rosters.lessons import lessons
from rosters.models import Warband
from tests.factories.rosters import WarbandFactory, smallest_muster
from tests.rosters.test_steps import SHORT, wins

pytestmark = pytest.mark.django_db
BO = 2


@pytest.fixture
def learner(owner: Member) -> Warband:
    """Bo has ticked the first grey box, the fifth, and may choose a skill."""
    return WarbandFactory.create(owner=owner, entries=[*smallest_muster(), *wins(3, (1, BO))])


def bo(warband: Warband) -> Figure:
    figure = warband.roster.figure(BO)
    assert figure is not None
    return figure


def test_every_skill_is_either_open_or_needs_another(learner: Warband) -> None:
    with override("en"):
        found = lessons(bo(learner), CATALOGUE)
    assert len(found.open) + len(found.closed) == len(CATALOGUE.skills)
    assert {lesson.code for lesson in found.open} == {s.code for s in CATALOGUE.skills.values() if not s.requires}
    assert all("needs" in " ".join(lesson.reasons) for lesson in found.closed)


def test_a_skill_shows_what_it_changes(learner: Warband) -> None:
    """Musg, Tableau des améliorations: what is printed without a limit moves its number."""
    with override("en"):
        open_now = {lesson.code: lesson for lesson in lessons(bo(learner), CATALOGUE).open}
    for code, lesson in open_now.items():
        plain = [m for m in CATALOGUE.skill(code).modifiers if m.limit is None and not m.open_ground]
        assert len(lesson.shifts) >= len(plain), code
        assert all(shift.mark == "is-better" for shift in lesson.shifts)


def test_a_skill_that_would_change_nothing_says_so(learner: Warband) -> None:
    """Musg, Tableau des améliorations: Brave raises leadership to 11 at most, Sharp eye shooting to 2+ at best.

    A human leader has both from the start (Musg, Profils); each skill changes the profile when it comes (M295).
    """
    leader = learner.roster.leader
    assert leader is not None
    assert (leader.profile(CATALOGUE).leadership, leader.profile(CATALOGUE).shooting) == (11, 2)
    idle = {
        lesson.code for lesson in (*lessons(leader, CATALOGUE).open, *lessons(leader, CATALOGUE).closed) if lesson.idle
    }
    assert idle == {"brave", "fearless", "sharp_eye", "lynx_eye", "eagle_eye"}
    henchman = bo(learner)
    assert henchman.profile(CATALOGUE).leadership < 11
    assert not any(lesson.idle for lesson in lessons(henchman, CATALOGUE).open)


def test_what_is_known_is_not_offered_again(learner: Warband) -> None:
    first = next(skill.code for skill in CATALOGUE.skills.values() if not skill.requires)
    with override("en"):
        found = lessons(replace(bo(learner), skills=(first,)), CATALOGUE)
    assert first not in {lesson.code for lesson in (*found.open, *found.closed)}


def test_the_roster_leads_to_the_choice_and_the_choice_is_one_tap(
    browser_of_owner: Client, learner: Warband, other: Client
) -> None:
    assert bo(learner).choices == 1
    page = browser_of_owner.get(f"/warbands/{learner.pk}/").content.decode()
    assert f'href="/warbands/{learner.pk}/figures/{BO}/#choice"' in page
    figure = browser_of_owner.get(f"/warbands/{learner.pk}/figures/{BO}/")
    offered = figure.context["lessons"].open[0]
    assert f'name="skill" value="{offered.code}"' in figure.content.decode()
    assert 'id="choice"' not in other.get(f"/warbands/{learner.pk}/figures/{BO}/").content.decode()
    sent = {"version": learner.version, "page": "figure", "figure": BO, "skill": offered.code}
    answer = browser_of_owner.post(f"/warbands/{learner.pk}/steps/learn/", sent)
    assert answer["Location"] == f"/warbands/{learner.pk}/figures/{BO}/"
    learner.refresh_from_db()
    assert bo(learner).skills == (offered.code,)
    assert 'id="choice"' not in browser_of_owner.get(answer["Location"]).content.decode()


def test_a_refused_choice_says_why_where_one_chooses(browser_of_owner: Client, learner: Warband) -> None:
    closed = next(skill for skill in CATALOGUE.skills.values() if skill.requires)
    sent = {"version": learner.version, "page": "figure", "figure": BO, "skill": closed.code}
    answer = browser_of_owner.post(f"/warbands/{learner.pk}/steps/learn/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="choice"' in page
    assert page.index('id="choice"') < page.index("needs") < page.index('name="skill"')


def test_a_departed_legend_learns_the_same_way(browser_of_owner: Client, owner: Member) -> None:
    """Whoever leaves still has the skills that were earned (Musg, Utilisation de l'expérience)."""
    lou = Hire(rank=Rank.LIEUTENANT, race="human", name="Lou")
    before = smallest_muster()
    entries = [*before[:-1], lou, before[-1], *wins(5, (1, BO, 3))]
    band = WarbandFactory.create(owner=owner, rules=SHORT, entries=entries)
    gone = band.roster.figure(1)
    assert gone is not None
    assert gone.standing is Standing.FOR_HIRE
    assert gone.choices
    asked = browser_of_owner.get(f"/warbands/{band.pk}/steps/learn/?figure=1")
    assert asked["Location"] == f"/warbands/{band.pk}/figures/1/#choice"
    page = browser_of_owner.get(asked["Location"])
    skill = page.context["lessons"].open[0].code
    text = page.content.decode()
    assert f'name="skill" value="{skill}"' in text
    assert '<select name="skill"' not in text
    sent = {"version": band.version, "page": "figure", "figure": 1, "skill": skill}
    browser_of_owner.post(f"/warbands/{band.pk}/steps/learn/", sent)
    band.refresh_from_db()
    learned = band.roster.figure(1)
    assert learned is not None
    assert learned.skills == (skill,)


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
def test_a_referee_asked_why_sees_the_lessons_and_the_one_chosen(referee: Client, learner: Warband, htmx: bool) -> None:
    """Acting for the player wants a reason; the skill tapped comes first, as the button that Enter presses."""
    with override("en"):
        chosen = lessons(bo(learner), CATALOGUE).open[2]
    sent = {"version": learner.version, "page": "figure", "figure": BO, "skill": chosen.code}
    asked = referee.post(f"/warbands/{learner.pk}/steps/learn/", sent, headers={"HX-Request": "true"} if htmx else {})
    assert asked.status_code == 422
    assert asked.context["form"].errors.keys() == {"because"}
    page = asked.content.decode()
    assert "<select" not in page
    form = page[page.index('id="choice"') :]
    assert form.index('name="because"') < form.index('name="skill"')
    assert form[form.index('name="skill"') :].startswith(f'name="skill" value="{chosen.code}"')
    assert ("hx-post" in form[: form.index('name="because"')]) is htmx
    taken = referee.post(f"/warbands/{learner.pk}/steps/learn/", {**sent, "because": "On the phone"})
    assert taken["Location"] == f"/warbands/{learner.pk}/figures/{BO}/"
    learner.refresh_from_db()
    assert bo(learner).skills == (chosen.code,)
    assert learner.journal.last().reason == "On the phone"
