"""What the main pages cost: queries and times of a big campaign, as ratios to an empty page in the same process."""
