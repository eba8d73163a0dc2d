"""Musg campaigns for programs: rounds, standings and battles; reports, aftermaths and replays."""

from typing import Final

from campaigns.wars.api import aftermath, battle, reports, schedule

ROUTERS: Final = (schedule.router, battle.router, reports.router, aftermath.router)
"""Of each subject, in the order in which the document lists them."""
