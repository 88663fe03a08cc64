"""Messages that tell players that it is their turn: whom, where, when, and how they are sent."""
