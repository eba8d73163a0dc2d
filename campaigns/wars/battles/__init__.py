"""Battles: scheduled, changed, called off, listed; what the engine needs to fight one."""
