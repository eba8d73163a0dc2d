"""Who plays whom, in rooms by subject; an import may only point left.

    jobs ← league ← wars, matches ← seasons ← tables ← demo

One Django app: ``models.py``, ``tasks.py``, ``urls.py``, ``admin.py`` and ``noticeboard.py`` collect what the rooms
have, ``apps.py`` joins what they may not know of each other.
"""
