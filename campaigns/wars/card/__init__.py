"""A battle as a picture to share: the result, and its decisive moment where the engine fought."""
