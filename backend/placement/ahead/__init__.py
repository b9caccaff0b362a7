"""What is done about places before anything is freed: which buffers there are, where each is allocated, and under which condition."""
