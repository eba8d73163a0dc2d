"""What every game shares: dice with receipts, texts in two languages, errors under ``ValueError``."""
