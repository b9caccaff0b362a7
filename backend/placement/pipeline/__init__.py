"""What the deallocation pipeline does about places, and in which order."""
