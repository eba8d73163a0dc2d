"""Musg: warbands, their campaign life and the tables of the rulebook."""
