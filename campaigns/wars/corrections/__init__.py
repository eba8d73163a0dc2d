"""The referee corrects the past of a campaign, sees what follows, and decides before anything changes."""
