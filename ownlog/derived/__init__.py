"""The facts and derived rows of one module, with explanations; verdicts and comparisons as text and as data."""
