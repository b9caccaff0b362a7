"""Programs that grow from corpus files by small changes, deallocated and run."""
