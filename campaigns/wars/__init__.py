"""Musg campaigns: one folder a subject, from enlisting a warband to the replay of a battle.

May ask ``seating``, ``league`` and ``jobs``. ``kind`` is what the league knows of it. The engine's rules are
``engines.musg``; here they are asked, stored and told.
"""
