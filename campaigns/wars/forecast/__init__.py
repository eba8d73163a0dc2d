"""What many simulated battles say about one that is still ahead."""
