"""The pages that join several subjects: the overview, the referee's desk, a battle; standings and chronicle."""
