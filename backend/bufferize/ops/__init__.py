"""What each op becomes, a file for each dialect: the buffer types of its results, where its buffers go on, and its form
on buffers; and the state of a rewrite that all of them read.
"""
