"""The twelve heroes, one file each (La Bagarre, Héros). The order is the rulebook's."""

from __future__ import annotations

from typing import Final

from engines.bagarre.heroes.alchemist import Alchemist
from engines.bagarre.heroes.bard import Bard
from engines.bagarre.heroes.base import Hero
from engines.bagarre.heroes.beast import Beast
from engines.bagarre.heroes.demonist import Demonist
from engines.bagarre.heroes.mage import Mage
from engines.bagarre.heroes.necromancer import Necromancer
from engines.bagarre.heroes.ogre import Ogre
from engines.bagarre.heroes.paladin import Paladin
from engines.bagarre.heroes.priestess import Priestess
from engines.bagarre.heroes.spy import Spy
from engines.bagarre.heroes.thief import Thief
from engines.bagarre.heroes.warrior import Warrior

HEROES: Final[dict[str, Hero]] = {
    hero.code: hero
    for hero in (
        Warrior(),
        Necromancer(),
        Mage(),
        Thief(),
        Ogre(),
        Paladin(),
        Priestess(),
        Beast(),
        Alchemist(),
        Spy(),
        Bard(),
        Demonist(),
    )
}
"""Every hero by code (``hero_codes``)."""
