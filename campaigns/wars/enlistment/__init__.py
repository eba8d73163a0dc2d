"""Warbands come into a campaign and leave it; who may read and referee them while they serve."""
