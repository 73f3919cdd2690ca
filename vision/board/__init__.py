"""The board: a picture in, where its squares lie, its layout and its tiles to come out."""
