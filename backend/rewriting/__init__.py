"""What all passes build and rewrite IR with: new ops, uses, copies, constants, models."""
