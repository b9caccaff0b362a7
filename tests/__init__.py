"""Tests of Ownlog; see README.md in this folder for what lives where."""
