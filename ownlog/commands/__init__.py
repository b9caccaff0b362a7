"""The command line's commands, a module for each command or family: they read, call the API and print."""
