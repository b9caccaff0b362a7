"""What the passes of a page decide about buffers: by the plan of the pipeline, or at the ends of blocks.

Pages are drawn elsewhere.
"""
