"""A plan in one press: what is known of an evening, asked of the engine, shown with reasons, taken in whole or part."""
