"""What a program has that is started at a terminal, wherever the tests themselves are started."""

# Whoever runs the tests as a background job of a shell ignores Ctrl-C, and so would all programs that they start.
HEAR_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
