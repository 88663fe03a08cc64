"""Understanding games on a server: reviews of matches that are over, and trying out other moves."""
