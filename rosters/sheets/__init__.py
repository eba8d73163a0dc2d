"""The printed roster sheet: what it says (``page``) and its PDF (``pdf``, set by ``roster.typ``)."""
