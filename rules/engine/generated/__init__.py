"""Rules as generated Python: loops and look-ups in dictionaries. What runs where the native engine does not."""
