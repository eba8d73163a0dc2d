"""The club admin's pages about campaigns. What players and referees decide on the site is only shown here.

Memberships are the exception: when the only referee is gone, the club admin names another one.
"""

from campaigns.admin import jobs, league, matches, tables, wars

__all__ = ["jobs", "league", "matches", "tables", "wars"]
