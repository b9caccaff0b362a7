"""What `import ownlog` hands out: the analysis of a module with its questions, and a whole input through passes.

No analysis of its own.
"""
