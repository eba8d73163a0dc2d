"""What changes campaigns and who takes part in them."""
