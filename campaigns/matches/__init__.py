"""Matches of the card games at a real table: their log, their pads, who confirms them, guests, card sets.

May ask ``league`` and ``jobs``. Who follows results registers with ``operations.results.on_results``.
"""
