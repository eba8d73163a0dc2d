"""A Musg battle from deployment to the report: ``Battle`` (Musg, Les règles)."""
