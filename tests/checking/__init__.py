"""Does the checker find what is wrong with deallocations, and nothing else?"""
