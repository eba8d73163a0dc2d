"""What is done to an evening, each in one transaction."""
