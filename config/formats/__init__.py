"""How dates are written where Django's own choice is not the club's."""
