"""How a captain uses vehicles: where they are placed, who gets on and off, who drives and who shoots."""

from engines.musg.tactics.riding.crews import aboard, on_foot, place_vehicle
from engines.musg.tactics.riding.travel import lift

__all__ = ["aboard", "lift", "on_foot", "place_vehicle"]
