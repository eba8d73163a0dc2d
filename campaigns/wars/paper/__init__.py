"""What a campaign of Musg puts on paper: the report of a battle, and the booklet of the whole campaign."""
