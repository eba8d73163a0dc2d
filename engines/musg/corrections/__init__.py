"""Correcting the past of several warbands at once, and what follows from it.

``timeline`` says what happened and what is corrected, ``run.replay`` lives through it twice, as it was and as it
should have been, and ``aspects`` compares the two.
"""
