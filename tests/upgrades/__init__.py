"""Databases that earlier versions left behind, and the proof that this one takes them over."""
