"""Backups: the whole database in one file, and back. See ``archive`` for what is in it."""
