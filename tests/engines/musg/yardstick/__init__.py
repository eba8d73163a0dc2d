"""Battles kept with what became of them, so that whoever makes the engine faster or tidier sees what changed."""
