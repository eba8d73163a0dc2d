"""The tables of a Musg campaign; every folder of ``wars`` may ask them."""
