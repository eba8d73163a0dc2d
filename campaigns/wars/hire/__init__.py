"""The pool of characters for hire."""
