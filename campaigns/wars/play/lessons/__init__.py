"""Lessons: battles in which a member learns the game step by step, each from a position of its own, against a bot."""
