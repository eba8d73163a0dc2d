"""The words by which an entry of the catalogue says what it does beyond its numbers: ``TRAITS``.

No rule asks for an entry's code: an entry of another name with the same words does the same. What is a number, a
limit or a yes-or-no of one kind of entry is a field of it (``types``, ``module_types``) and stands there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from engines.core.text import Text


class Bearer(StrEnum):
    """A kind of entry that may bear traits."""

    RACE = "race"
    RANGED = "ranged"
    MELEE = "melee"
    EQUIPMENT = "equipment"
    SKILL = "skill"
    INJURY = "injury"
    MERCENARY = "mercenary"


@dataclass(frozen=True, slots=True)
class Trait:
    """One word: which kinds of entries may bear it (none: only a module's rules give it), what it does, by what rule.

    ``unborne`` says why no printed entry bears it, and is empty where one does.
    """

    code: str
    bearers: frozenset[Bearer]
    meaning: Text
    rule: str
    unborne: str = ""


_FIGURE: Final = frozenset({Bearer.RACE, Bearer.EQUIPMENT, Bearer.SKILL, Bearer.MERCENARY})
"""What a whole race, a piece of gear, a skill or a mercenary's own rules may let a figure do alike."""
_GEAR: Final = frozenset({Bearer.EQUIPMENT})
_ITEM: Final = frozenset({Bearer.RANGED, Bearer.MELEE, Bearer.EQUIPMENT})
_RANGED: Final = frozenset({Bearer.RANGED})
_LEARNED: Final = frozenset({Bearer.EQUIPMENT, Bearer.SKILL})
_HIRED: Final = frozenset({Bearer.MERCENARY})
"""Of those alone who never lead: a bodyguard waits until its leader is deployed."""
_INJURY: Final = frozenset({Bearer.INJURY})
_MODULE: Final[frozenset[Bearer]] = frozenset()

_IMPROVEMENTS: Final = "Musg, Tableau des améliorations"
_EQUIPMENT: Final = "Musg, Tableau des équipements"
_RETURN: Final = "Musg, Retour des mis hors de combat"
_BY_MODULE: Final = "Only the rules of a module give it, to figures that they bring or keep apart."


_ALL: Final = (
    # Ground and obstacles
    Trait(
        "ignores_difficult_terrain",
        _LEARNED,
        Text("Le terrain difficile ne ralentit pas la figurine.", "Difficult terrain does not slow the figure."),
        _IMPROVEMENTS,
    ),
    Trait(
        "ignores_difficult_terrain_pair",
        _GEAR,
        Text(
            "Portée en paire : le terrain difficile ne ralentit pas la figurine.",
            "Worn as a pair: difficult terrain does not slow the figure.",
        ),
        "ruling M123",
    ),
    Trait(
        "climbs",
        _FIGURE,
        Text(
            "Franchit à la corde un obstacle de 10 pas de haut au plus, 2 pas de Mvt par pas de hauteur.",
            "Crosses an obstacle up to 10 paces high on a rope, 2 paces of Mv for each pace of height.",
        ),
        "ruling M125",
    ),
    Trait(
        "climbs_rope_fast",
        _FIGURE,
        Text("À la corde, 1 pas de Mvt par pas de hauteur.", "On a rope, 1 pace of Mv for each pace of height."),
        _IMPROVEMENTS,
    ),
    Trait(
        "climbs_freely",
        _FIGURE,
        Text("Franchit tout obstacle sans pénalité.", "Climbs any obstacle without penalty."),
        "Musg, Mercenaires",
    ),
    Trait(
        "jump",
        _FIGURE,
        Text("En montée, 1 pas de Mvt par pas de hauteur.", "Climbing takes 1 pace of Mv for each pace of height."),
        "ruling M128",
    ),
    Trait(
        "falls_two_dice",
        _FIGURE,
        Text("En cas de chute, lance 2d6 et garde le dé de son choix.", "For a fall, rolls 2d6 and keeps either die."),
        "ruling M127",
    ),
    # Blows, shots and wounds
    Trait(
        "reroll_hits_received",
        _GEAR,
        Text(
            "Chaque pièce fait relancer un dé qui vient de toucher au corps à corps, par attaque reçue.",
            "Each piece makes an opponent re-roll one die that hit in close combat, per attack received.",
        ),
        "ruling M120",
    ),
    Trait(
        "poison",
        _FIGURE,
        Text(
            "À chaque attaque, un jet pour blesser raté est relancé.",
            "In each attack, one failed roll to wound is rolled again.",
        ),
        "ruling M171",
    ),
    Trait(
        "melee_extra_die",
        _FIGURE,
        Text(
            "Un dé de plus par attaque au corps à corps, puis le moins bon est écarté.",
            "One more die for each close combat attack, then the worst is discarded.",
        ),
        "ruling M268",
    ),
    Trait(
        "reroll_own_wound",
        _FIGURE,
        Text(
            "Une fois par tour, relance un de ses dés de blessure ; le nouveau résultat compte.",
            "Once per turn, re-rolls one of its wound dice; the new result stands.",
        ),
        "ruling M269",
    ),
    Trait(
        "reroll_enemy_wound",
        _FIGURE,
        Text(
            "Une fois par tour, fait relancer un dé de blessure à son adversaire au corps à corps.",
            "Once per turn, makes a close combat opponent re-roll one wound die.",
        ),
        "ruling M270",
    ),
    Trait(
        "dive_attack",
        _FIGURE,
        Text(
            "Attaque depuis plus haut : touche d’office au corps à corps.",
            "Attacking from higher up: hits in close combat without a roll.",
        ),
        "ruling M281",
    ),
    Trait(
        "breaks_off_free",
        _FIGURE,
        Text("Quitte un corps à corps sans payer de PA.", "Leaves close combat for no AP."),
        "Musg, Mercenaires",
    ),
    Trait(
        "shoots_into_melee",
        _FIGURE,
        Text(
            "Tire sur un ennemi engagé sans jamais toucher un allié.",
            "Shoots at an engaged enemy and never hits a friend.",
        ),
        "ruling M99",
    ),
    Trait(
        "double_fire",
        _FIGURE,
        Text(
            "Deux tirs par PA, ou une arme à 2 PA pour 1 seul ; une arme lente reste à un tir par tour.",
            "Two shots for each AP, or a 2 AP weapon for 1; a slow weapon still fires once per turn.",
        ),
        "ruling M278",
    ),
    Trait(
        "no_misfires",
        _FIGURE,
        Text(
            "Tant que la figurine est en jeu, aucune arme de la bande n’explose sur un 1.",
            "While the figure is in play, no weapon of the warband bursts on a 1.",
        ),
        "ruling M279",
    ),
    Trait(
        "silenced",
        _RANGED,
        Text(
            "Les anti-terroristes en ont une munie d’un silencieux : elle ne trahit personne avant l’alerte.",
            "The anti-terrorists’ has a silencer: it gives nobody away before the alert.",
        ),
        "ruling M342",
    ),
    # What is carried
    Trait(
        "carried_by_all",
        _ITEM,
        Text(
            "Chaque figurine en a une dès le premier jour, gratuite, que la boutique ne reprend pas.",
            "Each figure has one from the first day, free of charge, which the shop does not take back.",
        ),
        "rulings M29, M30",
    ),
    Trait(
        "heals",
        _GEAR,
        Text(
            "Rend 1 PV au porteur, ou à une figurine au contact ; une fois par bataille et par pièce, 1 PA.",
            "Restores 1 HP to the bearer, or to a figure in contact; once a battle for each piece, 1 AP.",
        ),
        "rulings M38 to M40",
    ),
    Trait(
        "recovers",
        _FIGURE,
        Text("Pendant son activation, 2 PA rendent 1 PV.", "During its activation, 2 AP restore 1 HP."),
        "ruling M272",
    ),
    # Leadership
    Trait(
        "leadership_three_dice",
        _FIGURE,
        Text("Tests de commandement sur 3d6, dont deux au choix.", "Leadership tests on 3d6, keeping any two."),
        "ruling M271",
    ),
    # Deployment and the company of others
    Trait(
        "arrives_later",
        _HIRED,
        Text(
            "Se déploie avec la bande, ou arrive au troisième tour n’importe où sans contact.",
            "Deploys with the warband, or arrives on turn three anywhere out of contact.",
        ),
        "ruling M275",
    ),
    Trait(
        "deploys_last",
        _HIRED,
        Text("Se déploie en dernier.", "Deploys last."),
        "ruling M277",
    ),
    Trait(
        "deploys_forward",
        _HIRED,
        Text(
            "Se déploie jusqu’à 10 pas plus loin que les siens.",
            "Deploys up to 10 paces further forward than its side.",
        ),
        "ruling M277",
    ),
    Trait(
        "deploys_anywhere",
        _HIRED,
        Text("Se déploie n’importe où, à découvert.", "Deploys anywhere, in plain view."),
        "ruling M281",
    ),
    Trait(
        "deploys_hidden",
        _HIRED,
        Text(
            "Se déploie en un lieu noté en secret ; invisible jusqu’à sa première activation ou son premier tir.",
            "Deploys in a place written down in secret; unseen until its first activation or first shot.",
        ),
        "ruling M280",
    ),
    Trait(
        "may_skip_activation",
        _HIRED,
        Text("Peut ne pas être activée.", "Need not be activated."),
        "ruling M280",
    ),
    Trait(
        "bodyguard",
        _HIRED,
        Text(
            "Reste à 2 pas au plus du chef ; avec 2 PV ou plus, intercepte les charges contre lui ou prend un tir à "
            "sa place.",
            "Stays within 2 paces of the leader; with 2 HP or more, intercepts charges at the leader or takes a shot "
            "instead.",
        ),
        "rulings M69, M276",
    ),
    Trait(
        "carries_leader",
        _HIRED,
        Text(
            "Au contact du chef hors de combat en fin de bataille, ou l’ayant sorti du plateau : le chef n’est pas "
            "dévalisé.",
            "In contact with the fallen leader at the end, or having carried the leader off the table: the leader is "
            "not robbed.",
        ),
        "ruling M251",
    ),
    # Return of the fallen: what a row of the tables does
    Trait(
        "dies",
        _INJURY,
        Text("La figurine meurt ou part pour de bon.", "The figure dies or leaves for good."),
        "ruling M36",
    ),
    Trait(
        "roll_again",
        _INJURY,
        Text("Le dé est relancé, le résultat ne compte pas.", "The die is rolled again, the result does not count."),
        "ruling M253",
    ),
    Trait(
        "several_injuries",
        _INJURY,
        Text("1d6 jets au même tableau.", "1d6 rolls on the same table."),
        "ruling M252",
    ),
    Trait(
        "quack_roll",
        _INJURY,
        Text("1d6 au tableau des soins du médecin marron.", "1d6 on the quack doctor’s table."),
        _RETURN,
    ),
    Trait(
        "loses_gear",
        _INJURY,
        Text("Armes et équipement sont perdus.", "Weapons and equipment are lost."),
        "ruling M258",
    ),
    Trait(
        "gains_experience",
        _INJURY,
        Text("1 point d’expérience de plus.", "1 more experience point."),
        _RETURN,
    ),
    Trait(
        "misses_next_game",
        _INJURY,
        Text("Absence à la prochaine bataille.", "Misses the next battle."),
        _RETURN,
    ),
    Trait(
        "ignores_first_wound",
        _INJURY,
        Text(
            "Le premier PV perdu à la prochaine bataille ne compte pas.",
            "The first HP lost in the next battle does not count.",
        ),
        "ruling M257",
    ),
    Trait(
        "may_sit_out",
        _INJURY,
        Text(
            "Pour toujours : 1d6 au début de chaque bataille, sur un 1 la figurine n’y prend pas part. Un seul dé, "
            "même en double.",
            "For good: 1d6 at the start of each battle, on a 1 the figure sits it out. One die only, even twice over.",
        ),
        "ruling M260",
    ),
    Trait(
        "no_leadership_tests",
        _INJURY,
        Text(
            "Pour toujours : plus aucun test de commandement, déroute comprise. Une seule fois.",
            "For good: no leadership test any more, rout included. Once only.",
        ),
        "ruling M155",
    ),
    Trait(
        "hates",
        _INJURY,
        Text(
            "Pour toujours : contre la bande qui l’a mise hors de combat, tests de commandement réussis d’office.",
            "For good: against the warband that felled the figure, leadership tests pass unrolled.",
        ),
        "ruling M259",
    ),
    # Modules
    Trait(
        "no_reactions",
        _MODULE,
        Text("Ne passe aucun test passif.", "Takes no passive test."),
        "Musg, Profil des zombies",
        _BY_MODULE,
    ),
    Trait(
        "fearless_charges",
        _MODULE,
        Text("Aucun test pour charger ni pour subir une charge.", "No test for charging, none for receiving a charge."),
        "ruling M196",
        _BY_MODULE,
    ),
    Trait(
        "dreaded",
        _MODULE,
        Text(
            "Compte un rang de plus dans les tests des sous-fifres et des figurants.",
            "Counts one rank better in the tests of henchmen and extras.",
        ),
        "ruling M321",
        _BY_MODULE,
    ),
    Trait(
        "clears_half",
        _MODULE,
        Text("Passe les obstacles d’un demi-pas au plus.", "Gets over obstacles of half a pace at most."),
        "rulings M191, M323",
        _BY_MODULE,
    ),
    Trait(
        "clears_three_halves",
        _MODULE,
        Text("Passe les obstacles de moins d’un pas et demi.", "Gets over obstacles below one pace and a half."),
        "ruling M323",
        _BY_MODULE,
    ),
    Trait(
        "never_charges",
        _MODULE,
        Text("Ne charge pas : marche jusqu’au contact.", "Never charges: walks into contact."),
        "rulings M61, M173",
        _BY_MODULE,
    ),
    Trait(
        "head_shot",
        _MODULE,
        Text(
            "Un tir qui blesse la figurine la détruit sur un 6 au d6.",
            "A shot that wounds the figure destroys it on a 6 on the d6.",
        ),
        "ruling M172",
        _BY_MODULE,
    ),
    Trait(
        "scores_nothing",
        _MODULE,
        Text("Ne rapporte aucun point de victoire.", "Brings no victory points."),
        "ruling M156",
        _BY_MODULE,
    ),
    Trait(
        "leaves_no_body",
        _MODULE,
        Text("À 0 PV, quitte le jeu pour de bon.", "At 0 HP, leaves the game for good."),
        "Musg, Les Modules",
        _BY_MODULE,
    ),
    Trait(
        "uncounted",
        _MODULE,
        Text("Ne compte dans aucun effectif.", "Counts in no headcount."),
        "ruling M273",
        _BY_MODULE,
    ),
    Trait(
        "bystander",
        _MODULE,
        Text("Suit qui la mène ; personne ne la combat.", "Follows whoever leads it; nobody fights it."),
        "ruling M332",
        _BY_MODULE,
    ),
    Trait(
        "captive",
        _MODULE,
        Text("Prisonnière, à délivrer.", "Held prisoner, to be freed."),
        "ruling M330",
        _BY_MODULE,
    ),
)

TRAITS: Final[Mapping[str, Trait]] = MappingProxyType({trait.code: trait for trait in _ALL})
"""All words there are, by their code."""
