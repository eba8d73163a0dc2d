"""Agreeing on when a battle is fought: dates proposed, accepted, declined with a reason, fixed by whoever may."""
