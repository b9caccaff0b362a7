"""Does the comparison of two programs call the same what is the same, and nothing else?"""
