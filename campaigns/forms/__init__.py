"""Forms of the campaign pages. They check what a field may hold; what the rules allow is for the operations."""
