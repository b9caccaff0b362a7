"""Many files at once: inputs, the work on each, processes and machines, interrupted runs. `data` has the data sets."""
