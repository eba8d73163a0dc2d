"""Cowboy Bebop – Space Serenade: the rules around the real box, and its criminals as data."""
