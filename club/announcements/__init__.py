"""What the board announces to the club."""
