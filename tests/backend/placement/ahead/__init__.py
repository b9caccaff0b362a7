"""Placement before anything is freed: contents that are split, loops that are guarded, allocations that go down."""
