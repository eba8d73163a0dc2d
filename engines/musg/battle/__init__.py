"""A Musg battle from deployment to the report.

``Battle.new(setup, dice)`` asks the sides for decisions (``decision``, ``actions``), ``play`` checks and applies them.
One rule concept per file: ``turn``, ``moves``, ``shooting``, ``combat``, ``reactions``, ``morale``, ``damage``,
``deployment``; ``modules`` is where further rules join in, ``zombies``, ``aliens``,
``rescue``, ``pulp``, ``regroup`` and ``vehicles`` are such.
"""

from engines.musg.battle import aliens, pulp, regroup, rescue, vehicles, zombies

__all__ = ["aliens", "pulp", "regroup", "rescue", "vehicles", "zombies"]
