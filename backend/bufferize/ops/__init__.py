"""What each op becomes, a file for each dialect: buffer types, aliases, form on buffers; and the rewrite's state."""
