"""LLVM's own tests of its dialects: what is read and written so that it means the same."""
