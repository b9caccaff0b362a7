"""The analysis as compiled when the package is built, and the facts that its text states."""
