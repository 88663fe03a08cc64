"""The class cards, one file each. To add a card: write its file, and enter it in the table `CARDS` of `editions`."""
