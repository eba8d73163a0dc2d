"""A night of zombies, an invasion or a raid at a table with real miniatures: what a game master would keep in mind.

The setup and an ordered log of entries are the whole truth; the state is their replay. Nothing here moves a miniature:
the players measure and roll, the log counts, and ``guidance`` says what comes next (Musg, Welcome to Wisteria Lane,
Invasion Alien, Rencontre de civils; Regroup team !; rulings M180-M216, M286-M288,
M315-M341). ``games`` says what each kind of evening adds to what all have.
"""
