"""Badass Force: bluff, weapons, and the race along the Badassometer."""
