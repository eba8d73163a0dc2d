"""Packs: what a club invents for its campaigns, in the words of the rulebook's own tables.

>>> from engines.musg import packs
>>> text = '''
... code = "fen"
... name = { fr = "Les gens du marais", en = "Fen folk" }
... [melee.eel_spear]
... name = "Eel spear"
... hands = 2
... dice = 2
... force = 3
... cost = 9
... '''
>>> read = packs.read_text(text)
>>> read.problems, read.pack.melee[0].name.en
([], 'Eel spear')
>>> packs.House(packs=(read.pack,)).catalogue.item("eel_spear").dice
2
"""

from engines.musg.packs.house import House, together
from engines.musg.packs.kinds import KINDS, Kind
from engines.musg.packs.pack import Pack
from engines.musg.packs.reading import Read, read, read_text
from engines.musg.packs.writing import document_of, row_of, text_of

__all__ = [
    "KINDS",
    "House",
    "Kind",
    "Pack",
    "Read",
    "document_of",
    "read",
    "read_text",
    "row_of",
    "text_of",
    "together",
]
