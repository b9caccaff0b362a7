"""Does the page say what was derived, and does a browser show it?"""
