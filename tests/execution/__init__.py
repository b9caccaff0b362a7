"""Do programs leak, free twice or read what is freed when they are run? Not what the text of the passes looks like."""
