"""The warbands of the demo club as they were mustered: 500 points, in a world of swords, bows and the first muskets.

Every figure's dagger is free; pistols are not, this being the age of blades (ruling M29).
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from campaigns.demo.people import ALINE, BRUNO, CHLOE, DAVID, EMMA, FARID, GILLES, Person
from engines.musg.ranks import Rank

LEADER, LIEUTENANT, HENCHMAN, EXTRA = Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN, Rank.EXTRA


class Recruit(Struct, frozen=True):
    """A figure to hire with its gear (catalogue codes, separated by spaces).

    ``race`` is empty for the warband's own; ``mercenary`` names one of the six instead of a rank.
    """

    name: str
    rank: Rank
    gear: str = ""
    race: str = ""
    mercenary: str = ""


class Roll(Struct, frozen=True):
    """A warband at its muster, its recruits in the order they join. ``key`` is what the story calls it."""

    key: str
    owner: Person
    name: str
    race: str
    recruits: tuple[Recruit, ...]
    visibility: str = "club"
    motto: str = ""


HUMANS: Final = Roll(
    "humans",
    ALINE,
    "La Compagnie du Lys Noir",
    "human",
    (
        Recruit("Ysoline de Vaur", LEADER, "sword bow light_armour shield"),
        Recruit("Garin le Roux", LIEUTENANT, "axe crossbow light_armour"),
        Recruit("Maude Tison", LIEUTENANT, "sword bow buckler"),
        Recruit("Sylvaël Œil-Gris", Rank.MERCENARY, "crossbow sight", mercenary="elf_sniper"),
        Recruit("Petit-Louis", HENCHMAN, "sword bow light_armour shield"),
        Recruit("Colin Main-de-Fer", HENCHMAN, "halberd"),
        Recruit("Perrin", HENCHMAN, "club bow"),
        Recruit("Jehanne", HENCHMAN, "crossbow"),
        Recruit("Thibaud", HENCHMAN, "spear light_armour"),
        Recruit("Grelot", HENCHMAN, "throwing_knife", race="goblin"),
    ),
    visibility="public",
    motto="« Noir est le lys, blanche est la lame. »",
)
ORCS: Final = Roll(
    "orcs",
    BRUNO,
    "Les Crocs de Fer",
    "orc",
    (
        Recruit("Gorzag Double-Hache", LEADER, "two_handed_axe heavy_armour"),
        Recruit("Mokh", LIEUTENANT, "axe light_armour shield"),
        Recruit("Urda", LIEUTENANT, "two_handed_mace light_armour"),
        Recruit("Rocaille", Rank.MERCENARY, "two_handed_mace", mercenary="troll_bodyguard"),
        Recruit("Brog", HENCHMAN, "axe shield"),
        Recruit("Snark", HENCHMAN, "spear"),
        Recruit("Zogg", HENCHMAN, "crossbow"),
        Recruit("Karkass", HENCHMAN, "two_handed_axe"),
        Recruit("Ziz", HENCHMAN, "bow", race="goblin"),
        Recruit("Nik", HENCHMAN, "bow", race="goblin"),
        Recruit("Flik", HENCHMAN, "throwing_stars", race="goblin"),
    ),
    motto="Ma bande, mes règles, ma hache.",
)
ELVES: Final = Roll(
    "elves",
    CHLOE,
    "Les Veilleurs d’Argelune",
    "elf",
    (
        Recruit("Aelinwë", LEADER, "sword bow light_armour sight medikit"),
        Recruit("Talion", LIEUTENANT, "sword bow light_armour medikit"),
        Recruit("Nimrae", LIEUTENANT, "spear light_armour rope"),
        Recruit("Lirael", HENCHMAN, "sword bow light_armour"),
        Recruit("Faelar", HENCHMAN, "sword bow light_armour"),
        Recruit("Ithil", HENCHMAN, "bow"),
        Recruit("Elowen", HENCHMAN, "two_handed_sword"),
        Recruit("Caranthil", HENCHMAN, "spear light_armour"),
        Recruit("Mirwen", HENCHMAN, "bow buckler"),
    ),
    visibility="public",
)
DWARVES: Final = Roll(
    "dwarves",
    DAVID,
    "Le Clan Barbe-d’Étain",
    "dwarf",
    (
        Recruit("Thrain Marteau-Sourd", LEADER, "two_handed_axe black_powder_pistol heavy_armour"),
        Recruit("Dorin", LIEUTENANT, "mace heavy_armour shield"),
        Recruit("Balka", LIEUTENANT, "axe black_powder_rifle light_armour"),
        Recruit("Gromli", HENCHMAN, "axe shield"),
        Recruit("Nora", HENCHMAN, "black_powder_rifle"),
        Recruit("Kazur", HENCHMAN, "crossbow"),
        Recruit("Holda", HENCHMAN, "two_handed_axe"),
        Recruit("Bofric", HENCHMAN, "axe light_armour"),
        Recruit("Tordek", HENCHMAN, "axe black_powder_pistol"),
    ),
)
RATFOLK: Final = Roll(
    "ratfolk",
    EMMA,
    "La Meute des Bas-Fonds",
    "ratfolk",
    (
        Recruit("Skritt l’Ancien", LEADER, "sword throwing_stars light_armour"),
        Recruit("Vermine", LIEUTENANT, "sword bow light_armour"),
        Recruit("Queue-Coupée", LIEUTENANT, "whip light_armour buckler"),
        Recruit("Mordille", HENCHMAN, "sword throwing_knife"),
        Recruit("Gratte", HENCHMAN, "spear"),
        Recruit("Rogne", HENCHMAN, "axe axe"),
        Recruit("Suie", HENCHMAN, "bow"),
        Recruit("Puce", HENCHMAN, "sword buckler"),
        Recruit("Rictus", HENCHMAN, "halberd"),
        Recruit("Torchon", HENCHMAN, "bow", race="goblin"),
        Recruit("Raton", EXTRA, "club"),
        Recruit("Ratonne", EXTRA, "club"),
    ),
)
GOBLINS: Final = Roll(
    "goblins",
    FARID,
    "Le Grand Charivari",
    "goblin",
    (
        Recruit("Bolgak", LEADER, "two_handed_axe heavy_armour", race="orc"),
        Recruit("Tambourin", LIEUTENANT, "sword bow light_armour"),
        Recruit("Cymbale", LIEUTENANT, "crossbow light_armour"),
        Recruit("Grosse-Caisse", LIEUTENANT, "two_handed_mace light_armour"),
        Recruit("Fifre", HENCHMAN, "bow"),
        Recruit("Crécelle", HENCHMAN, "sword bow"),
        Recruit("Clochette", HENCHMAN, "spear"),
        Recruit("Pipeau", HENCHMAN, "throwing_knife"),
        Recruit("Trompe", HENCHMAN, "two_handed_axe"),
        Recruit("Guimbarde", HENCHMAN, "crossbow"),
        Recruit("Triangle", HENCHMAN, "axe bow"),
    ),
    motto="Plus on est de fous, plus on fait de bruit.",
)

ENLISTED: Final = (HUMANS, ORCS, ELVES, DWARVES, RATFOLK, GOBLINS)

SNAKES: Final = Roll(
    "snakes",
    DAVID,
    "Les Mues d’Ophir",
    "snakefolk",
    (
        Recruit("Szarkh", LEADER, "sword submachine_gun light_armour"),
        Recruit("Ushessa", LIEUTENANT, "two_handed_sword light_armour"),
        Recruit("Naja", HENCHMAN, "rifle"),
        Recruit("Kobra", HENCHMAN, "spear"),
        Recruit("Orvet", HENCHMAN, "axe"),
    ),
    visibility="public",
)
CHROME: Final = Roll(
    "chrome",
    EMMA,
    "L’Essaim Chromé",
    "alien_technorganic",
    (
        Recruit("Unité Alpha", LEADER, "power_sword pistol shield"),
        Recruit("Unité Bêta", LIEUTENANT, "assault_rifle"),
        Recruit("Drone 11", HENCHMAN, "submachine_gun"),
        Recruit("Drone 12", HENCHMAN, "axe"),
        Recruit("Drone 13", HENCHMAN, "small_chainsaw"),
    ),
    visibility="public",
)
ARENA: Final = (SNAKES, CHROME)
"""Two small warbands of another world, for the arena: 250 points."""

SPARKS: Final = Roll(
    "sparks",
    BRUNO,
    "Les Court-Circuits",
    "alien_technorganic",
    (
        Recruit("Ampère", LEADER, "power_sword pistol"),
        Recruit("Fusible", LIEUTENANT, "submachine_gun"),
        Recruit("Domino", HENCHMAN, "axe"),
        Recruit("Bobine", HENCHMAN, "rifle"),
    ),
    visibility="public",
)
MOONS: Final = Roll(
    "moons",
    CHLOE,
    "Les Lunes Froides",
    "snakefolk",
    (
        Recruit("Séléné", LEADER, "sword light_armour pistol"),
        Recruit("Phobos", LIEUTENANT, "rifle"),
        Recruit("Callisto", HENCHMAN, "bow"),
        Recruit("Titan", HENCHMAN, "spear"),
    ),
    visibility="public",
)
DUEL: Final = (SPARKS, MOONS)
"""Two more of them, whose battle is played by correspondence."""

EXPLORERS: Final = Roll(
    "explorers",
    CHLOE,
    "Les Aventuriers du Cap Perdu",
    "generic",
    (
        Recruit("Rex Valmont", LEADER, "whip pistol light_armour"),
        Recruit("Lily Chance", LIEUTENANT, "rifle sight light_armour"),
        Recruit("Oscar Pinson", HENCHMAN, "rifle light_armour"),
        Recruit("Marius", HENCHMAN, "club light_armour"),
        Recruit("Kiki", HENCHMAN, "axe"),
    ),
    visibility="public",
    motto="« Ça ne peut pas être pire qu’à Zanzibar. »",
)
JADE: Final = Roll(
    "jade",
    BRUNO,
    "La Main de Jade",
    "generic",
    (
        Recruit("Docteur Sang", LEADER, "sword pistol light_armour"),
        Recruit("Madame Wu", LIEUTENANT, "submachine_gun grenade light_armour"),
        Recruit("Ling", HENCHMAN, "sword light_armour"),
        Recruit("Le Muet de Canton", HENCHMAN, "two_handed_axe"),
        Recruit("Tsé", HENCHMAN, "axe"),
        Recruit("Bao", HENCHMAN, "rifle"),
    ),
    visibility="public",
)
PULP: Final = (EXPLORERS, JADE)
"""Heroes and villains of the pulp campaign: 250 points."""

RAIDERS: Final = Roll(
    "raiders",
    BRUNO,
    "Les Pillards du canal",
    "orc",
    (
        Recruit("Rouille", LEADER, "axe pistol light_armour"),
        Recruit("Clou", LIEUTENANT, "submachine_gun"),
        Recruit("Graisse", HENCHMAN, "rifle"),
        Recruit("Bielle", HENCHMAN, "crossbow"),
        Recruit("Piston", HENCHMAN, "axe"),
    ),
)
CONVOY: Final = Roll(
    "convoy",
    DAVID,
    "Le Convoi 12",
    "dwarf",
    (
        Recruit("Brunhilde", LEADER, "axe pistol light_armour"),
        Recruit("Odin", LIEUTENANT, "rifle"),
        Recruit("Sigrun", HENCHMAN, "rifle"),
        Recruit("Helga", HENCHMAN, "crossbow"),
        Recruit("Ulf", HENCHMAN, "axe"),
    ),
)

CELL_SEVEN: Final = Roll(
    "cell_seven",
    CHLOE,
    "La Cellule Sept",
    "human",
    (
        Recruit("Capitaine Sauvage", LEADER, "pistol light_armour"),
        Recruit("Vasseur", LIEUTENANT, "pistol light_armour"),
        Recruit("Okoye", LIEUTENANT, "pistol submachine_gun"),
        Recruit("Lenoir, radio", HENCHMAN, "pistol"),
    ),
)
RED_DAWN: Final = Roll(
    "red_dawn",
    EMMA,
    "L’Aube rouge",
    "human",
    (
        Recruit("Le Professeur", LEADER, "pistol"),
        Recruit("Mina", LIEUTENANT, "rifle"),
        Recruit("Serge, chauffeur", HENCHMAN, "pistol"),
        Recruit("Mario, chauffeur", HENCHMAN, "pistol"),
        *(Recruit(f"Garde {number}", Rank.EXTRA) for number in range(1, 6)),
    ),
)
"""For a raid, with extras: anti-terrorists and terrorists."""

UNFINISHED: Final = Roll(
    "unfinished",
    GILLES,
    "Les Ronins du Quai",
    "generic",
    (
        Recruit("Capitaine Brisefer", LEADER, "pistol assault_rifle power_sword heavy_armour shield", race="human"),
        Recruit("Kaelthir", LIEUTENANT, "two_handed_sword shield", race="elf"),
        Recruit("Sœur Cornue", LIEUTENANT, "submachine_gun light_armour heavy_armour", race="orc"),
        Recruit("Le Muet", Rank.MERCENARY, "rifle sight", mercenary="human_commando"),
    ),
    visibility="private",
)
"""A warband somebody is at: no henchman, a shield too many, two suits of armour, heroes beyond the ceiling."""
