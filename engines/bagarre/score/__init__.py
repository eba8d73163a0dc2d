"""The score pad of La Bagarre: who played which heroes, who fell when, and through whom."""
