"""Musg: warbands, their campaign life, their battles and the tables of the rulebook.

A warband is a ``Setup`` and a journal of ``entries``: ``journal.begin`` and ``journal.apply`` make it, ``muster`` says
what is wrong with it, ``levy`` draws one. ``from_warbands`` makes the setup of a ``Battle``, in which ``battle.actor``
must decide, ``battle.actions()`` are useful answers, ``battle.play`` does one and returns what happened,
``battle.view`` is what a side may see, ``battle.outcome`` how it ended. ``aftermath.resolve`` rolls what comes after
it; ``odds`` are exact.

>>> from engines import musg
>>> warband = musg.journal.begin(musg.Setup(race="elf", name="The Leaves"))
>>> for rank, name in ((musg.Rank.LEADER, "Ada"), (musg.Rank.HENCHMAN, "Bo")):
...     warband = musg.journal.apply(warband, musg.entries.Hire(rank=rank, race="elf", name=name)).warband
>>> warband
<warband 'The Leaves', elf, being mustered: 2 figures, 452 points>
>>> musg.muster.problems(warband)
[]
>>> warband = musg.journal.apply(warband, musg.entries.Muster()).warband
>>> musg.journal.apply(warband, musg.entries.TakeBack(item=1))
Traceback (most recent call last):
engines.core.problems.Illegal: muster_closed (ruling M264)

Bots fight a battle; its log, with the same dice, fights it again.

>>> from engines.core.dice import Dice
>>> setup = musg.from_warbands({"a": warband, "b": warband}, musg.ready_tables()["ruins"])
>>> battle = musg.Battle.new(setup, dice=Dice.of(7))
>>> battle
<musg battle, The Leaves against The Leaves: turn 0, deploy, asks The Leaves>
>>> musg.play(battle, [musg.player("bold"), musg.player("cautious")]).outcome.winner
>>> musg.Battle.replay(setup, battle.log, dice=Dice.of(7)).outcome == battle.outcome
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.exports import loaded_on_demand

if TYPE_CHECKING:
    from engines.musg import (
        aftermath as aftermath,
        entries as entries,
        journal as journal,
        levy as levy,
        muster as muster,
        report as report,
    )
    from engines.musg.attacks import aim as aim, fighter as fighter, odds as odds
    from engines.musg.battle.game import Battle as Battle
    from engines.musg.battle.opening import from_warbands as from_warbands
    from engines.musg.catalogue.printed import CATALOGUE as CATALOGUE
    from engines.musg.ground.ready_tables import ready_tables as ready_tables
    from engines.musg.ranks import Rank as Rank
    from engines.musg.rules import Rules as Rules
    from engines.musg.tactics import player as player
    from engines.musg.trials.playout import play as play, simulate as simulate
    from engines.musg.warband import Figure as Figure, Setup as Setup, Warband as Warband
else:
    __getattr__, __all__ = loaded_on_demand(
        __name__,
        {
            "battle.game": ("Battle",),
            "battle.opening": ("from_warbands",),
            "catalogue.printed": ("CATALOGUE",),
            "ground.ready_tables": ("ready_tables",),
            "ranks": ("Rank",),
            "rules": ("Rules",),
            "tactics": ("player",),
            "trials.playout": ("play", "simulate"),
            "warband": ("Figure", "Setup", "Warband"),
        },
        modules={
            "aftermath": "aftermath",
            "aim": "attacks.aim",
            "entries": "entries",
            "fighter": "attacks.fighter",
            "journal": "journal",
            "levy": "levy",
            "muster": "muster",
            "odds": "attacks.odds",
            "report": "report",
        },
    )
