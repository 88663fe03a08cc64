"""The buildings, one file each. To add one: write its file, and enter it in `BUILDING_FILES` of `editions`."""
