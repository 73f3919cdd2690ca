"""The 32 bits of an arc of the word graph.

The letter's number stands in bits 26 to 31 (0 is the separator), bit 25 is set where a word ends
with this arc, bit 24 on the last arc of its list, bits 0 to 23 are the index of the first arc of
the list that follows, 0 for none.
"""

LETTER_SHIFT = 26
ACCEPT = 1 << 25
LAST = 1 << 24
CHILD = LAST - 1
