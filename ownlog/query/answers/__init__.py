"""Answers as rows with named columns, and their formats. Not how they are found."""
