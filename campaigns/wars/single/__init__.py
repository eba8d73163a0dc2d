"""Single games of Musg: one battle by itself, outside of any campaign, that leaves the warbands as they are."""
