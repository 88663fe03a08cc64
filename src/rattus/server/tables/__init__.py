"""Tables as event-sourced state: the journal, what it amounts to, and the requests that add to it."""
