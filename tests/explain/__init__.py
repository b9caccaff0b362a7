"""Is every derived row explained by what really holds? Not whether the row is right."""
