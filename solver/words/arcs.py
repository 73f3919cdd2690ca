"""The numbers of the word graph.

A node is a list of arcs, one for each letter that may come next. It begins with a number of 64 bits
that has a bit for each of those letters (bit 0 is the separator); behind it stand the arcs in the
order of their letters, 32 bits each, and 32 bits more where that makes whole numbers of 64 bits.
The node's number is the place of its first 64 bits; node 0 has no letters.

The letter of an arc stands in bits 26 to 31, bit 25 is set where a word ends with this arc, bits 0
to 24 are the number of the node it leads to.
"""

LETTER_SHIFT = 26
ACCEPT = 1 << 25
CHILD = ACCEPT - 1
