"""The booklet of a campaign: cover, contents, standings, rosters, chronicle, hall of fame, graveyard."""
