"""Tables that are open to everybody on the server: the list of them, sitting down, finding somebody to play with."""
