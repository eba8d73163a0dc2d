"""The table and what lies on it: places, ways over it, lines of sight, templates. Knows no warband and no battle."""
