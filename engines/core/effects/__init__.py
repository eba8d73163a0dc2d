"""The language in which card sets say what cards do, and the machinery that runs it.

A card has *slots*; a slot is a list of *steps*; a step is a small frozen value whose ``do`` names its verb. What is
shared by all games stands here: how steps are read and refused (``reading``), the steps that join others
(``combinators``), what is under way (``steps``). Verbs, words for seats, conditions and slots are a game's own: its
``Language``.
"""
