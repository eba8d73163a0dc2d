"""Packs on the site: written in forms or as a file, shared, published in versions."""
