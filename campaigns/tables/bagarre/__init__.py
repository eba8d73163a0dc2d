"""La Bagarre at the tables: its options, its choices as buttons, its account in sentences, its board."""
