"""The schema of actions that both ways to decide fill, and what carries them out alike."""
