"""Members and accounts, the club's settings, the noticeboard, and what every page shares.

Knows neither warbands nor campaigns: what they show or add here they register when they start.
"""
