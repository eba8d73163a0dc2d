"""A Musg battle from deployment to the report.

``Battle.new(setup, dice)`` asks the sides for decisions (``decision``, ``actions``), ``play`` checks and applies them.
One rule concept per file: ``turn``, ``moves``, ``shooting``, ``combat``, ``reactions``, ``morale``, ``damage``,
``deployment``; ``modules`` is where further rules join in, ``zombies``, ``aliens`` and ``pulp`` are such.
"""

from engines.musg.battle import aliens, pulp, zombies

__all__ = ["aliens", "pulp", "zombies"]
