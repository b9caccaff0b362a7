"""The engine that turns a program into Python code: join order, indexes, code, functors. Nothing here parses."""
