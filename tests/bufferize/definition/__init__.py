"""What a conflict is, by its definition, for all decisions about small programs."""
