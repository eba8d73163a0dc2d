"""Steps of a card typed in by a form: what a field of a verb asks for, the form of one step, where steps stand."""
