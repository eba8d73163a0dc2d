"""The first lesson: eight steps, some ten minutes, against a gentle bot. What one decides oneself is the battle's own.

Seeds were looked for so that the dice do what the words say; the tests take every step as its words describe it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.wars.play.lessons import facts, goals
from campaigns.wars.play.lessons.bands import EDGES, setup
from campaigns.wars.play.lessons.step import Step
from engines.musg.battle.actions import Activate, Shoot
from engines.musg.battle.events import Kind

AUDE, LISON, BASILE = 0, 1, 2
KROM, ZUG, HAK = 3, 4, 5
ODILE, PAUL, ARMED_KROM = 3, 4, 5
"""In the step for which two more of the learner's have come."""
_LINES: Final = ((11.0, 19.0), (6.0, 19.5), (8.5, 20.0), (11.0, 3.0), (5.0, 3.0), (8.0, 2.5))

STEPS: Final = (
    Step(
        code="waves",
        title=_("Who acts when"),
        text=_(
            "Each turn begins with a die for each side, plus 1 for each of its henchmen: the higher total goes first. "
            "That is you, with %(own)s against %(foes)s. Another die says how many of yours may act in the first wave: "
            "it shows %(wave)s."
        ),
        task=_("Activate one of yours and end the activation; in the second wave, activate another."),
        hint=_(
            "Below the map, choose “Activate Lison”, then “Lison does nothing more”. The other side answers by itself, "
            "then it is your turn again."
        ),
        learnt=_(
            "First wave: as many as the die says. Second wave: everybody who is left. Nobody acts twice in a turn."
        ),
        goal=goals.both_waves,
        setup=setup,
        seed=7,
        places=_LINES,
        facts=facts.initiative,
    ),
    Step(
        code="moving",
        title=_("Walking and running"),
        text=_(
            "Aude, your leader, has %(points)s action points; a henchman has %(fewer)s. Walking costs 1 and takes her "
            "up to %(walk)s paces, running costs 2 and takes her up to %(run)s."
        ),
        task=_("Let Aude walk once and run once."),
        hint=_(
            "On the map, the solid outline shows how far she walks, the dashed one how far she runs: tap a place, then "
            "tap it again. Or choose from the list."
        ),
        learnt=_("Action points that are not used are lost when the activation ends."),
        goal=goals.walks_and_runs(AUDE),
        setup=setup,
        seed=7,
        places=_LINES,
        then=(Activate(AUDE),),
        facts=facts.moves(AUDE, LISON),
    ),
    Step(
        code="cover",
        title=_("Seeing and cover"),
        text=_(
            "Zug has a bow and sees Lison in the open. Behind a hedge or a low wall she is in cover, and each shot "
            "at her needs another die to get through; behind the house nobody sees her at all."
        ),
        task=_("End Lison’s activation in cover, or out of sight."),
        hint=_("The list says what each walk leads to. The hedge runs to the west of her."),
        learnt=_(
            "The die to get through cover is 3+ if the obstacle stands at the weapon’s short range, 4+ at medium, 5+ "
            "at long range. Who does not see cannot shoot."
        ),
        goal=goals.takes_shelter(LISON),
        setup=setup,
        seed=7,
        places=((21.0, 21.0), (12.0, 20.0), (20.0, 19.0), (5.0, 3.5), (8.0, 4.0), (3.0, 3.5)),
        then=(Activate(LISON),),
    ),
    Step(
        code="shooting",
        title=_("Shooting"),
        text=_(
            "Aude’s submachine gun rolls %(dice)s dice at a time. At Zug, %(paces)s paces away, each hits on %(hit)s+, "
            "and each hit wounds on %(wound)s+. Zug has %(hp)s hit points."
        ),
        task=_("Let Aude shoot at Zug."),
        hint=_("“Why” beside the answer shows what the chances are made of."),
        learnt=_(
            "Three hits, three wounds: Zug is out of action, and that brings you %(vp)s victory points. Short range "
            "makes hitting easier by 1, long range harder by 1."
        ),
        goal=goals.shoots_down(AUDE, ZUG),
        setup=setup,
        seed=59,
        places=((11.0, 15.0), (3.0, 22.0), (21.0, 22.0), (22.0, 2.0), (11.0, 7.0), (2.0, 2.0)),
        then=(Activate(AUDE),),
        facts=facts.shot(AUDE, ZUG),
    ),
    Step(
        code="charging",
        title=_("Charging and striking"),
        text=_(
            "Basile has no gun, but a sword. A charge costs 1 action point, takes him into contact from up to "
            "%(charge)s paces away, and makes him stronger by 1. A blow costs 1 action point, too."
        ),
        task=_("Let Basile charge Hak, then strike."),
        hint=_("Choose the charge first; once he is in contact, the blow is on offer."),
        learnt=_(
            "In contact nobody shoots or simply walks away: one strikes, or breaks off the fight. Hak strikes back "
            "when he is activated."
        ),
        goal=goals.does([Kind.STRUCK], BASILE, HAK),
        setup=setup,
        seed=46,
        places=((20.0, 21.0), (2.0, 21.0), (11.0, 15.0), (2.0, 3.0), (5.0, 2.0), (11.0, 9.0)),
        then=(Activate(BASILE),),
        facts=facts.charge(BASILE),
    ),
    Step(
        code="nerve",
        title=_("Losing one’s nerve"),
        text=_(
            "Krom is a leader, and a henchman who charges a leader has to dare to: two dice, together at most "
            "%(need)s, Basile’s leadership. The chance is %(chance)s."
        ),
        task=_("Let Basile charge Krom."),
        hint=_("Whatever comes of it is fine here."),
        learnt=_(
            "That was too much: Basile turned away, and the action point is spent. Each friend within 3 paces would "
            "have allowed 1 more. Leadership is tested, too, by who is charged by somebody higher, suddenly sees one, "
            "or is shot at with a stronger weapon."
        ),
        goal=goals.does([Kind.NERVE], BASILE, KROM),
        setup=setup,
        seed=56,
        places=((4.0, 22.0), (20.0, 22.0), (11.0, 15.0), (11.0, 8.0), (22.0, 2.0), (2.0, 2.0)),
        then=(Activate(BASILE),),
        facts=facts.nerve(BASILE, KROM),
    ),
    Step(
        code="word",
        title=_("The leader’s word"),
        text=_(
            "Krom’s assault rifle has put three of your five out of action. With more than half of a warband down, all "
            "others test leadership at the end of the turn, or flee. Basile’s is %(own)s; within 4 paces of Aude hers "
            "counts for him: %(lent)s."
        ),
        task=_("Bring Basile within 4 paces of Aude, then let the turn end."),
        hint=_(
            "“Basile walks east” leads him to her. “… does nothing more” ends an activation; Aude’s has to end, too."
        ),
        learnt=_(
            "It was Aude’s leadership that counted for Basile, and he stood firm. Whoever fails flees towards the "
            "nearest edge, and may rally when the next turn begins. A warband also tests when it loses its leader."
        ),
        goal=goals.holds_by_the_word(BASILE, AUDE),
        setup=partial(setup, whole=True, armed=True),
        seed=5,
        places=((20.0, 20.0), (5.0, 15.0), (11.0, 20.0), (6.2, 15.0), (5.6, 16.2), (5.5, 8.5)),
        then=(
            Activate(ARMED_KROM),
            Shoot(0, LISON),
            Shoot(0, ODILE),
            Shoot(0, PAUL),
        ),
        facts=facts.word(BASILE, AUDE),
    ),
    Step(
        code="battle",
        title=_("Your battle"),
        text=_(
            "Now a whole battle, of %(last)s turns. Whoever puts a henchman out of action gets %(henchman)s victory "
            "points, for a leader %(leader)s; the most points win. First you deploy: everybody in your zone, at the "
            "lower edge."
        ),
        task=_("Fight as you like."),
        hint=_("Use cover, stay near Aude, and let several shoot at the same foe."),
        learnt=_("You have fought your first battle. Below stands what experience would come of it."),
        goal=goals.is_over,
        setup=partial(setup, zones=EDGES),
        seed=6,
        facts=facts.worth(KROM, ZUG),
    ),
)
