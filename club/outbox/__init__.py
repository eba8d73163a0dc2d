"""What was written without a network and is sent later, by the scripts in ``static/js/outbox/``."""
