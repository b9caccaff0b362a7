"""Many files at once: outcomes, data sets, questions, executors."""
