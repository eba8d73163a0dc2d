"""The referee's desk: what waits for whom, the round, the warbands, how fair it is; and the club room's screen."""
