"""Commands that judge programs: check, verify, recheck."""
