"""Campaigns of any kind: opening, joining, who may read and referee them; the games a club plays.

May ask ``jobs``. What a campaign is about it leaves to its kind (``kinds``), which a room registers; who wants to know
that somebody leaves registers, too (``operations.people.on_leaving``).
"""
