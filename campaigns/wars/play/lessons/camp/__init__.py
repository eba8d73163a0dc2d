"""The lesson about what comes between two battles: the aftermath, the skills, the shop, on the pages of a warband."""
