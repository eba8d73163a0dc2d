"""Challenges outside the rounds: one warband dares another, which accepts or declines."""
