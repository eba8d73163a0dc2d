"""Card games at the site's tables: who sits there, which games there are, and how a table is told to its readers.

May ask ``seasons``, ``matches``, ``seating``, ``league`` and ``jobs``. What belongs to one game
stands in a folder of its own here and in ``templates/campaigns/tables``; ``rules`` lists them, and nothing else names
one.
"""
