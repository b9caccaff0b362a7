"""The choice of an engine, and those that run elsewhere: native Soufflé, clingo, and the files that they read."""
