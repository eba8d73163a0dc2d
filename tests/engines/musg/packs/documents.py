"""Packs as plain data: a small one written by hand, and random valid ones."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.catalogue.traits import TRAITS
from engines.musg.catalogue.types import Characteristic
from engines.musg.packs import KINDS, Pack, read
from engines.musg.packs.words import CELLS

FEN: Final[dict[str, Any]] = {
    "code": "fen",
    "name": {"fr": "Les gens du marais", "en": "Fen folk"},
    "about": "Mud, reeds and eels.",
    "races": {
        "fenman": {
            "name": {"fr": "Homme du marais", "en": "Fenman"},
            "leader": [8, 10, 3, 3, 5, 5, 6, 38],
            "lieutenant": [7, 8, 4, 4, 4, 4, 4, 19],
            "henchman": [5, 6, 5, 4, 3, 3, 3, 9],
            "max_lieutenants": 1,
            "enlists": ["goblin"],
            "ignores_difficult_terrain": True,
        }
    },
    "ranged": {
        "blowpipe": {
            "name": {"fr": "Sarbacane", "en": "Blowpipe"},
            "short": 4,
            "medium": 8,
            "long": 12,
            "force": 2,
            "targets": 1,
            "reload": "fast",
            "cost": 4,
        }
    },
    "melee": {"eel_spear": {"name": "Eel spear", "hands": 2, "dice": 2, "force": 3, "cost": 9}},
    "equipment": {
        "reed_coat": {
            "name": {"fr": "Manteau de joncs", "en": "Reed coat"},
            "effect": {"fr": "R +1, Mvt −1.", "en": "T +1, Mv −1."},
            "cost": 10,
            "slot": "armour",
            "most": 1,
            "modifiers": [
                {"characteristic": "toughness", "amount": 1},
                {"characteristic": "movement", "amount": -1},
            ],
        }
    },
    "skills": {
        "mire_born": {
            "name": {"fr": "Né de la vase", "en": "Mire-born"},
            "effect": {"fr": "R +1.", "en": "T +1."},
            "modifiers": [{"characteristic": "toughness", "amount": 1}],
        },
        "eel_dance": {
            "name": {"fr": "Danse de l’anguille", "en": "Eel dance"},
            "effect": {"fr": "Un dé de plus par attaque.", "en": "One more die for each attack."},
            "requires": ["mire_born", "brawler"],
            "traits": ["melee_extra_die"],
        },
    },
    "mercenaries": {
        "heron": {
            "name": {"fr": "Le Héron", "en": "The Heron"},
            "race": "fenman",
            "engagement": 40,
            "fee": 20,
            "rules": [{"fr": "Se déploie en dernier.", "en": "Deploys last."}],
            "traits": ["deploys_last"],
        }
    },
}


def fen(**changes: Any) -> Pack:
    """The pack of the fen, as published once; ``changes`` are words of its head."""
    found = read({**FEN, "version": 1, **changes})
    assert found.problems == []
    assert found.pack is not None
    return found.pack


SYLLABLES: Final = ("mo", "ra", "kel", "ti", "shu", "örn", "é", "ба", "の", "ש", "ʻo", "zz", " ")


def random_document(seed: int) -> dict[str, Any]:
    """A valid pack of one to four entries of each kind, every word of a kind filled in at random."""
    return _Maker(Random(seed)).document()


class _Maker:
    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.codes: dict[str, list[str]] = {}

    def document(self) -> dict[str, Any]:
        code = f"pack_{self.chance.randrange(10**6)}"
        made: dict[str, Any] = {"code": code, "name": self.text()}
        for kind in ("races", "ranged", "melee", "equipment", "skills", "mercenaries"):
            self.codes[kind] = [
                f"{kind[:4]}{n}_{self.chance.randrange(10**4)}" for n in range(self.chance.randint(1, 4))
            ]
        for kind in ("ranged", "melee", "equipment", "races", "mercenaries"):
            if self.chance.random() < 0.3:  # something stands in the place of a printed entry
                self.codes[kind].append(self.chance.choice(list(KINDS[kind].printed(CATALOGUE))))
        made["races"] = {code: self.race() for code in self.codes["races"]}
        made["ranged"] = {code: self.ranged() for code in self.codes["ranged"]}
        made["melee"] = {code: self.melee() for code in self.codes["melee"]}
        made["equipment"] = {code: self.gear() for code in self.codes["equipment"]}
        made["skills"] = {code: self.skill(n) for n, code in enumerate(self.codes["skills"])}
        made["mercenaries"] = {code: self.mercenary() for code in self.codes["mercenaries"]}
        for kind in ("civilians", "non_players"):
            printed = list(KINDS[kind].printed(CATALOGUE))
            made[kind] = {code: getattr(self, kind)() for code in self.chance.sample(printed, 2)}
        return made

    def text(self) -> dict[str, str] | str:
        words = ["".join(self.chance.choices(SYLLABLES, k=self.chance.randint(1, 6))).strip() or "x" for _ in range(2)]
        return words[0] if self.chance.random() < 0.3 else {"fr": words[0], "en": words[1]}

    def texts(self) -> list[dict[str, str] | str]:
        return [self.text() for _ in range(self.chance.randrange(3))]

    def flag(self) -> bool:
        return self.chance.random() < 0.3

    def profile(self) -> list[int]:
        return [*(self.chance.randint(*limits) for limits in CELLS.values()), self.chance.randint(1, 60)]

    def some(self, codes: list[str], most: int = 3) -> list[str]:
        return self.chance.sample(codes, min(len(codes), self.chance.randint(0, most)))

    def race(self) -> dict[str, Any]:
        known = [*CATALOGUE.races, *self.codes["races"]]
        return {
            "name": self.text(),
            "leader": self.profile(),
            "lieutenant": self.profile(),
            "henchman": self.profile(),
            "max_lieutenants": self.chance.randint(0, 6),
            "enlists": self.some(known),
            "enlists_any": self.flag(),
            "leader_from": self.some(known, 1),
            "ignores_difficult_terrain": self.flag(),
            "neighbour_leadership": self.chance.randint(0, 3),
            "neighbour_range": self.chance.randint(0, 12),
            "may_look_out": self.flag(),
            "notes": self.texts(),
            "traits": self.traits("race"),
        }

    def traits(self, bearer: str) -> list[str]:
        return self.some([code for code, trait in TRAITS.items() if bearer in {b.value for b in trait.bearers}], 2)

    def ranged(self) -> dict[str, Any]:
        shape = self.chance.choice(("", "", "", "blast", "flame"))
        reach = sorted(self.chance.sample(range(2, 60), 3)) if shape != "flame" else [False] * 3
        row: dict[str, Any] = {
            "name": self.text(),
            **dict(zip(("short", "medium", "long"), reach, strict=True)),
            "force": self.chance.randint(-2, 10),
            "bearer": self.flag(),
            "targets": False if shape else self.chance.randint(1, 6),
            "reload": self.chance.choice(("fast", "slow")),
            "heavy": self.flag(),
            "black_powder": self.flag(),
            "drawn": self.flag(),
            "limited_ammunition": self.flag(),
            "cost": self.chance.randint(0, 60),
            "first_free_in": self.some(["medieval", "modern", "futuristic"], 1),
            "notes": self.texts(),
        }
        if shape:
            row["template"] = shape
        if shape == "blast":
            row["radius"] = self.chance.randint(1, 8)
        return row

    def melee(self) -> dict[str, Any]:
        return {
            "name": self.text(),
            "hands": self.chance.randint(0, 2),
            "dice": self.chance.randint(1, 6),
            "force": self.chance.randint(-3, 12),
            "cost": self.chance.randint(0, 60),
        }

    def modifiers(self) -> list[dict[str, Any]]:
        found = []
        for column in self.chance.sample(list(Characteristic), self.chance.randint(0, 3)):
            row: dict[str, Any] = {"characteristic": column.value, "amount": self.chance.choice((-3, -2, -1, 1, 2, 3))}
            row |= {word: True for word in ("pair", "open_ground", "once") if self.flag()}
            found.append(row)
        return found

    def gear(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "name": self.text(),
            "effect": self.text(),
            "cost": self.chance.randint(0, 60),
            "modifiers": self.modifiers(),
            "bars_two_handed": self.flag(),
            "bars_two_one_handed": self.flag(),
            "single_use": self.flag(),
            "traits": self.traits("equipment"),
        }
        if self.flag():
            row["slot"] = self.chance.choice(("armour", "shield"))
        if self.flag():
            row["most"] = self.chance.randint(1, 9)
        return row

    def skill(self, number: int) -> dict[str, Any]:
        earlier = [*CATALOGUE.skills, *self.codes["skills"][:number]]
        return {
            "name": self.text(),
            "effect": self.text(),
            "requires": self.some(earlier, 2),
            "modifiers": self.modifiers(),
            "traits": self.traits("skill"),
        }

    def mercenary(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "name": self.text(),
            "race": self.chance.choice([*CATALOGUE.races, *self.codes["races"]]),
            "engagement": self.chance.randint(0, 80),
            "fee": self.chance.randint(0, 50),
            "items": self.some([*list(CATALOGUE.items)[:8], *self.codes["melee"], *self.codes["equipment"]]),
            "skills": self.some([*CATALOGUE.skills, *self.codes["skills"]], 2),
            "rules": self.texts(),
            "traits": self.traits("mercenary"),
        }
        if self.flag():
            row["profile"] = self.profile()
        return row

    def civilians(self) -> dict[str, Any]:
        guns, blades = [*CATALOGUE.guns, *self.codes["ranged"]], [*CATALOGUE.melee, *self.codes["melee"]]
        return {
            "name": self.text(),
            "profile": self.profile(),
            "guns": self.some(guns, 2),
            "blades": self.some(blades, 1),
        }

    def non_players(self) -> dict[str, Any]:
        cells: list[int | bool] = list(self.profile())
        if self.flag():
            cells[1] = cells[2] = False
        return {"name": self.text(), "profile": cells, "attacks": self.chance.randint(0, 6), "notes": self.texts()}
