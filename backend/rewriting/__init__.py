"""What all passes build and rewrite IR with: new ops, uses, copies, constants, what models say of ops.

No pass is here.
"""
