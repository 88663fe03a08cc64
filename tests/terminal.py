"""What a program that a test starts needs to behave as at a terminal."""

# A background job of a shell ignores SIGINT, and so would the programs that tests start from it.
HEAR_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
