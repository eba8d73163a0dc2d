"""What the site puts on paper: the press that sets it, how readers want it, and the parts that all sheets share."""
