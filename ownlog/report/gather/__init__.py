"""From derived rows to the model of the page: tables, graphs, words and reasons. Nothing here writes HTML."""
