"""Where buffers live: carries out `rules/placement`, and frees nothing that was not freed before."""
