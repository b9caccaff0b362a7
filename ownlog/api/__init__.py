"""The analysis of a module with its questions, and a whole input through passes: what `import ownlog` offers."""
