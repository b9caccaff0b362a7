"""Tests of the frame around the analysis: packaging, the command line, what bad input gets."""
