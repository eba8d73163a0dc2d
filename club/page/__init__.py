"""The club's own page: where it is, when it meets, what it plays, who runs it, what its board announces."""
