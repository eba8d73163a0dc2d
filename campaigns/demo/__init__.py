"""A club to look around in: accounts, warbands and a campaign with a past, all made by the site's own operations.

May ask every other room; none asks it.
"""

from campaigns.demo.people import ACCOUNTS

__all__ = ["ACCOUNTS"]
