"""The score pad of Badass Force: what happened at the table, and the points it brings."""
