"""Many files at once: inputs, the work on each, processes and machines, interrupted runs. The data sets are in `data`."""
