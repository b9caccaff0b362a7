"""Forms that the format language cannot say, a module for each dialect. What others use too is in `dialects/`."""
