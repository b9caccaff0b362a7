"""What do the passes insert?

A room for each room of `backend/`; whether the programs that come out run is for `execution/`.
"""
