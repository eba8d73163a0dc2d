"""What happened in the demo club's campaign, battle by battle, with the faces of the dice that were rolled."""

from __future__ import annotations

from typing import Final

from campaigns.demo.script import (
    Buy,
    Chapter,
    Down,
    Engage,
    EngageAgain,
    Fetch,
    Fight,
    Hire,
    Learn,
    Pay,
    Remark,
)

THAW: Final = Chapter(
    "Le dégel",
    (
        Fight(
            ("humans", "orcs"),
            "Le gué de Pierrefolle",
            28,
            "Salle des fêtes, table 1",
            "Tenir le gué jusqu’à la nuit. L’eau ralentit tout le monde ; le pont de pierre ne porte que deux hommes.",
            downs=(
                Down("Gorzag Double-Hache", "Petit-Louis", "36"),
                Down("Brog", "Ysoline de Vaur", "4"),
                Down("Ziz", "Garin le Roux", "2"),
                Down("Colin Main-de-Fer", "Gorzag Double-Hache", "5"),
                Down("Thibaud", "Mokh", "1"),
            ),
            fled=("Nik",),
            guarded=("orcs",),
        ),
        Fight(
            ("dwarves", "elves"),
            "Le col des Trois-Corbeaux",
            27,
            "Chez David",
            "Premier arrivé à la tour de guet. Neige profonde hors des sentiers.",
            downs=(
                Down("Nimrae", "Thrain Marteau-Sourd", "22"),
                Down("Caranthil", "Dorin", killed=True),
                Down("Ithil", "Holda", "4"),
                Down("Bofric", "Talion", "3"),
                Down("Kazur", "Aelinwë", "6"),
            ),
        ),
        Fight(
            ("ratfolk", "goblins"),
            "Le marché de minuit",
            26,
            "Salle des fêtes, table 2",
            "Six étals à piller. Trois points à qui rapporte le grand tambour.",
            downs=(
                Down("Vermine", "Crécelle", "65"),
                Down("Puce", "Bolgak", "3"),
                Down("Raton", "Trompe", "1"),
                Down("Cymbale", "Skritt l’Ancien", "33 2"),
                Down("Pipeau", "Mordille", "5"),
                Down("Clochette", "Rogne", "2"),
            ),
            bonus={"goblins": 3},
        ),
    ),
    {
        "humans": (
            Pay("Sylvaël Œil-Gris"),
            Hire("Renaud"),
            Fetch("spear light_armour", "Renaud"),
            Remark("Il a abattu le chef orque d’une flèche en pleine charge. On en parlera longtemps.", "Petit-Louis"),
        ),
        "orcs": (Pay("Rocaille"), Hire("Kek", race="goblin"), Fetch("bow", "Kek")),
        "elves": (
            Hire("Sorelle"),
            Fetch("spear light_armour", "Sorelle"),
            Buy("crossbow", "Ithil", undone=True),
            Buy("light_armour", "Elowen"),
        ),
        "dwarves": (
            Engage("Orgrim Mèche-Courte", "dwarf_gunsmith", "black_powder_rifle"),
            Remark("Orgrim réclame sa solde d’avance, et de la bonne bière."),
        ),
        "ratfolk": (
            Hire("Fripon", gear="crossbow"),
            Buy("light_armour", "Mordille"),
            Buy("shield", "Skritt l’Ancien"),
        ),
        "goblins": (
            Hire("Sifflet"),
            Fetch("spear", "Sifflet"),
            Hire("Ocarina", gear="bow"),
            Buy("light_armour", "Crécelle"),
        ),
    },
)

MISTS: Final = Chapter(
    "Les brumes",
    (
        Fight(
            ("humans", "dwarves"),
            "La mine noyée",
            19,
            "Salle des fêtes, table 1",
            "Trois galeries, deux points chacune à qui les tient à la fin. On n’y voit pas à plus de dix pas.",
            downs=(
                Down("Dorin", "Petit-Louis", "61"),
                Down("Nora", "Maude Tison", "5"),
                Down("Gromli", "Garin le Roux", "1"),
                Down("Sylvaël Œil-Gris", "Orgrim Mèche-Courte"),
                Down("Jehanne", "Balka", "3"),
                Down("Grelot", "Thrain Marteau-Sourd", "4"),
            ),
            bonus={"humans": 6},
        ),
        Fight(
            ("orcs", "ratfolk"),
            "Les entrepôts du vieux port",
            18,
            "Chez Bruno",
            "Caisses, passerelles et barils : tout ce qui brûle peut brûler.",
            downs=(
                Down("Queue-Coupée", "Gorzag Double-Hache", "16 2 24 34 62"),
                Down("Suie", "Mokh", "2"),
                Down("Rogne", "Zogg", "4"),
                Down("Urda", "Skritt l’Ancien", "32"),
                Down("Snark", "Vermine", killed=True),
            ),
            dispute="Rogne était à couvert derrière les barils, le tir de Zogg aurait dû manquer.",
            verdict="Deux témoins ont vu Rogne quitter les barils avant le tir.",
        ),
        Fight(
            ("elves", "goblins"),
            "La clairière aux feux follets",
            17,
            "Salle des fêtes, table 2",
            "Qui s’approche d’un feu follet ne voit plus rien d’autre jusqu’au tour suivant.",
            downs=(
                Down("Bolgak", "Lirael", "11"),
                Down("Triangle", "Faelar", "3"),
                Down("Fifre", "Aelinwë", killed=True),
                Down("Talion", "Grosse-Caisse", "51"),
                Down("Mirwen", "Bolgak", "6"),
            ),
        ),
    ),
    {
        "humans": (
            Learn("Petit-Louis", "bronze_body"),
            Remark("Plus de nouvelles de l’elfe. Il faudra le payer de nouveau pour qu’il revienne."),
        ),
        "orcs": (Pay("Rocaille"), Hire("Dur-à-Cuire"), Fetch("spear", "Dur-à-Cuire")),
        "elves": (Learn("Lirael", "sharp_eye"), Buy("light_armour", "Mirwen")),
        "dwarves": (Pay("Orgrim Mèche-Courte"), Hire("Farin"), Fetch("axe shield", "Farin")),
        "ratfolk": (
            Hire("Chiffe"),
            Fetch("bow", "Chiffe"),
            Engage("Zigouille", "goblin_harasser", "throwing_knife"),
        ),
        "goblins": (
            Hire("Bombarde", rank="lieutenant", gear="sword light_armour"),
            Hire("Flageolet"),
            Fetch("bow", "Flageolet"),
            Remark("Le gros est mort. Vive le petit !"),
        ),
    },
)

HARVEST: Final = Chapter(
    "La moisson",
    (
        Fight(
            ("humans", "elves"),
            "Le verger du Diable",
            10,
            "Salle des fêtes, table 1",
            "Quatre pommiers sacrés, trois points pour chaque pommier tenu à la fin.",
            downs=(
                Down("Aelinwë", "Petit-Louis", "35"),
                Down("Elowen", "Renaud", "4"),
                Down("Faelar", "Ysoline de Vaur", "1"),
                Down("Garin le Roux", "Talion", "12"),
                Down("Perrin", "Nimrae", "5"),
            ),
            bonus={"humans": 12},
        ),
        Fight(
            ("goblins", "orcs"),
            "La nuit des chaudrons",
            9,
            "Chez Farid",
            "Les goblins ont volé la soupe des orques.",
            downs=(
                Down("Tambourin", "Mokh", "26"),
                Down("Guimbarde", "Zogg", "5"),
                Down("Karkass", "Grosse-Caisse", "2"),
                Down("Flik", "Trompe", "4"),
                Down("Mokh", "Crécelle", "43"),
            ),
            fled=("Nik", "Kek"),
            activity={"Urda": 1},
        ),
        Fight(
            ("dwarves", "ratfolk"),
            "Le pont de la Vouivre",
            8,
            "Salle des fêtes, table 2",
            "Un pont, deux rives, et quelque chose qui nage dessous.",
            downs=(
                Down("Skritt l’Ancien", "Thrain Marteau-Sourd", "62"),
                Down("Rictus", "Orgrim Mèche-Courte", "6"),
                Down("Puce", "Holda", "3"),
                Down("Balka", "Skritt l’Ancien", "66"),
                Down("Tordek", "Mordille", "1"),
            ),
        ),
    ),
    {
        "humans": (
            EngageAgain("Sylvaël Œil-Gris"),
            Learn("Petit-Louis", "brawler"),
            Learn("Maude Tison", "sharp_eye"),
            Learn("Colin Main-de-Fer", "bronze_fists"),
            Learn("Perrin", "sharp_eye"),
            Learn("Jehanne", "sharp_eye"),
            Learn("Grelot", "strider"),
            Remark("Mort sous les pommiers. Sa place revient à Petit-Louis.", "Garin le Roux"),
        ),
        "orcs": (Learn("Mokh", "brawler"), Hire("Gnash"), Fetch("two_handed_axe", "Gnash")),
        "elves": (Hire("Eledwen"), Fetch("sword bow light_armour", "Eledwen")),
        "dwarves": (
            Pay("Orgrim Mèche-Courte"),
            Learn("Thrain Marteau-Sourd", "bronze_fists"),
            Learn("Dorin", "brawler"),
            Learn("Balka", "sharp_eye"),
            Learn("Nora", "sharp_eye"),
            Learn("Kazur", "sharp_eye"),
            Learn("Holda", "brawler"),
            Learn("Bofric", "bronze_body"),
        ),
        "ratfolk": (Pay("Zigouille"),),
        "goblins": (
            Learn("Crécelle", "strider", for_player="Farid est en mer jusqu’à dimanche ; il l’a choisi par téléphone."),
            Buy("shield", "Tambourin"),
        ),
    },
)

BONFIRES: Final = Chapter(
    "Les feux d’automne",
    (
        Fight(
            ("dwarves", "goblins"),
            "La forge ensorcelée",
            3,
            "Chez David",
            "L’enclume chante. Qui la touche gagne deux points.",
            downs=(
                Down("Grosse-Caisse", "Dorin", "33"),
                Down("Trompe", "Orgrim Mèche-Courte"),
                Down("Kazur", "Cymbale", "4"),
            ),
            unfinished=("goblins",),
        ),
        Fight(
            ("humans", "ratfolk"),
            "Le siège du moulin",
            1,
            "Salle des fêtes, table 1",
            "Les hommes-rats ont pris le moulin ; la Compagnie veut sa farine.",
            downs=(
                Down("Vermine", "Petit-Louis"),
                Down("Mordille", "Maude Tison"),
                Down("Renaud", "Skritt l’Ancien"),
            ),
            confirmed=False,
        ),
        Fight(
            ("orcs", "elves"),
            "Le défilé des Lances",
            -5,
            "Salle des fêtes, table 2",
            "Embuscade : les elfes se déploient en premier, sur les hauteurs.",
            reported=False,
        ),
    ),
)

CHAPTERS: Final = (THAW, MISTS, HARVEST, BONFIRES)
