"""Opening a Musg campaign, and the rules it is played by."""
