"""Who sits where a game is played on the site, whatever game: members, guests, bots, and whom the others wait for.

May ask ``league`` and ``jobs``. Rooms in which something is played build their rows on ``models`` and say what a game
is called, how long somebody may think, and in which words somebody is told.
"""
