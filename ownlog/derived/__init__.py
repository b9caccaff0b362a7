"""The facts and derived rows of one module, and why they hold, for whoever shows or asks. Not what derives them."""
