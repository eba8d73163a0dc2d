"""A battle that the engine resolved, shown move by move and told in sentences."""
