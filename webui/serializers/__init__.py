"""Values as plain JSON, with the sentences of the reader's language beside their kinds."""
