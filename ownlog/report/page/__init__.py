"""The page: the shape of its model, and the HTML, style and script that draw it. Nothing here knows of rows."""
