"""Badass Force at the site's tables."""
