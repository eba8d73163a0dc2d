"""The second lesson: seven steps from the end of a battle to the next one, some five minutes, on the site's own pages.

Each step is done by doing it there; whoever goes on without has it done (``deeds``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.wars.play.lessons.camp import deeds, facts
from campaigns.wars.play.lessons.camp.bands import AUDE, LISON
from campaigns.wars.play.lessons.camp.deeds import Deed
from campaigns.wars.play.lessons.camp.facts import Facts
from campaigns.wars.play.lessons.camp.goals import Goal, Place, Scene, looked_at, written


class CampStep(Struct, frozen=True, kw_only=True):
    """What one learns by doing one thing.

    ``text`` says what it is about, ``task`` what to do, ``hint`` how, ``learnt`` what it showed; all may name what
    ``facts`` returns. ``kinds`` are the steps in the journal that do it, ``deed`` how the lesson does it itself: both
    are missing where there is only something to look at. ``page``: where it is done.
    """

    code: str
    title: str | Promise
    text: str | Promise
    task: str | Promise
    hint: str | Promise
    learnt: str | Promise
    place: Place
    page: Callable[[Scene], str]
    goal: Goal
    facts: Facts = facts.no_facts
    kinds: frozenset[str] = frozenset()
    deed: Deed | None = None


def _battle(scene: Scene) -> str:
    return scene.battle.get_absolute_url()


def _aftermath(scene: Scene) -> str:
    battle = scene.battle
    return reverse("campaigns:aftermath", args=[battle.campaign.slug, battle.pk, scene.warband.pk])


def _aude(scene: Scene) -> str:
    return reverse("rosters:figure", args=[scene.warband.pk, AUDE])


def _shop(scene: Scene) -> str:
    return reverse("rosters:shop", args=[scene.warband.pk]) + f"?who={LISON}"


def _hall(scene: Scene) -> str:
    return reverse("rosters:hire", args=[scene.warband.pk])


def _roster(scene: Scene) -> str:
    return scene.warband.get_absolute_url()


STEPS: Final = (
    CampStep(
        code="result",
        title=_("The battle is over"),
        text=_(
            "%(own)s has won: %(points)s victory points against %(theirs)s of %(foes)s. Aude put Krom himself out of "
            "action. But Odile and Basile went out, too; what has become of them is not known yet."
        ),
        task=_("Look at the result."),
        hint=_("This page stays: whoever may read the campaign finds here what came of the battle."),
        learnt=_("A battle of a campaign is reported and confirmed by its players. Then comes its aftermath."),
        place=Place.BATTLE,
        page=_battle,
        goal=looked_at(Place.BATTLE),
        facts=facts.result,
    ),
    CampStep(
        code="dice",
        title=_("Who comes back"),
        text=_(
            "Whoever was put out of action rolls on a table. Odile, a lieutenant, rolls two dice on the injury table, "
            "the first for the tens. Basile, a henchman, rolls one: on 1 or 2 he is gone."
        ),
        task=_("Choose whose dice are rolled, and roll."),
        hint=_(
            "The site rolls everything at once, and its dice can be checked afterwards. Dice of your own are rolled "
            "one after the other: tap the faces that they show."
        ),
        learnt="%(returned)s",
        place=Place.AFTERMATH,
        page=_aftermath,
        goal=written("recover"),
        facts=facts.returned,
        kinds=frozenset({"recover"}),
        deed=deeds.roll,
    ),
    CampStep(
        code="gains",
        title=_("Experience and booty"),
        text=_(
            "Everybody who is still there gains experience: 1 for surviving, 1 for the victory, more for who put a "
            "leader out of action. And the %(points)s victory points become points to spend, one for one."
        ),
        task=_("Read who gained what, then open the roster and look at the treasury."),
        hint=_("The warband’s name above leads to the roster; the treasury stands at its foot."),
        learnt=_("%(treasury)s points are in the treasury: what the muster had left, and the booty."),
        place=Place.AFTERMATH,
        page=_aftermath,
        goal=looked_at(Place.ROSTER),
        facts=facts.gained,
    ),
    CampStep(
        code="skill",
        title=_("A new skill"),
        text=_(
            "Aude had %(before)s boxes of experience ticked; now it is %(now)s. Each fifth box is grey: whoever "
            "reaches it chooses a skill. Some need another one first."
        ),
        task=_("Choose a skill for Aude."),
        hint=_("Each skill says which numbers of hers it changes. Tap “Learn” beside the one you like."),
        learnt=_(
            "A skill stays. When the sheet is full, a henchman becomes a lieutenant, and a leader a living legend, who "
            "leaves the warband."
        ),
        place=Place.FIGURE,
        page=_aude,
        goal=written("learn"),
        facts=facts.learnt,
        kinds=frozenset({"learn"}),
        deed=deeds.learn,
    ),
    CampStep(
        code="shop",
        title=_("In the shop"),
        text=_(
            "Between battles you buy weapons, armour and equipment, as far as the treasury goes: %(treasury)s points. "
            "The shop says of each ware what it would change, and who cannot use it."
        ),
        task=_("Buy something for one of yours."),
        hint=_(
            "Tap for whom, then “Buy” beside a ware. Leave %(henchman)s points for the next step: that is what a "
            "henchman costs."
        ),
        learnt=_("What was bought in this camp goes back at its full price, behind “Bought”, until the next battle."),
        place=Place.SHOP,
        page=_shop,
        goal=written("buy"),
        facts=facts.purse,
        kinds=frozenset({"buy"}),
        deed=deeds.buy,
    ),
    CampStep(
        code="hire",
        title=_("A new face"),
        text=_(
            "With %(treasury)s points left, a henchman is to be had for %(henchman)s. Each one adds 1 to the die for "
            "the initiative, and there must be at least one."
        ),
        task=_("Hire a henchman."),
        hint=_("If the points do not suffice, return something to the shop first."),
        learnt=_("Who is new has a dagger and no experience. The shop is open for them as well."),
        place=Place.HIRE,
        page=_hall,
        goal=written("hire", "engage"),
        facts=facts.purse,
        kinds=frozenset({"hire", "engage"}),
        deed=deeds.hire,
    ),
    CampStep(
        code="ready",
        title=_("Ready for the next battle"),
        text=_(
            "This is your warband now: %(figures)s figures worth %(value)s points, %(treasury)s in the treasury. Each "
            "figure unfolds to its sheet; all that ever happened stands in the journal."
        ),
        task=_("Look through your roster."),
        hint=_("“Print” makes a sheet for the table, and “Camp” has all that can be done between battles."),
        learnt=_(
            "So a campaign goes on, from battle to battle. What you have looked after here goes now; a warband of your "
            "own stays."
        ),
        place=Place.ROSTER,
        page=_roster,
        goal=looked_at(Place.ROSTER),
        facts=facts.roster,
    ),
)
