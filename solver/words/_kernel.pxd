# The C types of the kernel of `solver.words`: of `_building.py`, which is compiled as it stands.
#
# Keys and masks are typed with 64 bits: shifts in narrower types overflow without a word. Bounds
# checks stay on. `setup.py` puts the constants in front, as C constants.
cimport cython

ctypedef unsigned long long Wide


cdef class Builder:
    cdef object room
    cdef readonly unsigned int size, root, words
    cdef readonly Wide[::1] lists
    cdef unsigned int[::1] arcs, sums, open, counts, live, path, alone
    cdef unsigned int number, held, held_tails
    cdef int backwards
    cdef Wide[::1] table, tails, keys, other_keys, heads
    cdef unsigned int[::1] items, other_items, places, above, state, states, rests
    cdef unsigned char[::1] shared, letters
    cdef const unsigned char[::1] text

    @cython.final
    @cython.locals(starts=cython.uint[::1], count=cython.uint, start=cython.uint, usable=int, here=cython.uint, letter=cython.uint)
    cdef unsigned int[::1] _find_words(self, const unsigned char[::1] text, unsigned int most, unsigned int longest)
    @cython.final
    @cython.locals(place=cython.uint)
    cdef int _sort(self, unsigned int first, unsigned int count, int backwards) except -1
    @cython.final
    @cython.locals(here=cython.uint, there=cython.uint, place=cython.uint, key=Wide, differ=Wide, equal=cython.uint)
    cdef int _sort_from(self, unsigned int first, unsigned int last, unsigned int depth) except -1
    @cython.final
    @cython.locals(key=Wide, count=cython.uint, ahead=cython.uint, letter=cython.uint)
    cdef Wide _key(self, unsigned int place, unsigned int depth) except? 1
    @cython.final
    @cython.locals(gap=cython.uint, here=cython.uint, there=cython.uint, key=Wide, item=cython.uint)
    cdef int _sort_few(self, unsigned int first, unsigned int last) except -1
    @cython.final
    @cython.locals(shift=cython.uint, digit=cython.uint, here=cython.uint, there=cython.uint, total=cython.uint, count=cython.uint, key=Wide)
    cdef int _sort_many(self, unsigned int first, unsigned int last) except -1

    @cython.final
    cdef inline int _open_arc(self, unsigned int depth, unsigned int arc) except -1
    @cython.final
    @cython.locals(place=cython.uint)
    cdef inline unsigned int _add_to_arc(self, unsigned int depth, unsigned int more) except? 1
    @cython.final
    @cython.locals(first=cython.uint, count=cython.uint, place=cython.uint, node=cython.uint, mixed=Wide, slots=Wide, slot=Wide)
    cdef unsigned int _complete(self, unsigned int depth) except? 1
    @cython.final
    @cython.locals(arcs=cython.uint, place=cython.uint)
    cdef inline int _is_row(self, unsigned int node, unsigned int first, unsigned int count) except -1
    @cython.final
    @cython.locals(letters=Wide, one=Wide, place=cython.uint)
    cdef inline Wide _letters(self, unsigned int first, unsigned int count) except? 1
    @cython.final
    @cython.locals(node=cython.uint, place=cython.uint, old=cython.ulonglong[::1])
    cdef unsigned int _new_node(self, unsigned int first, unsigned int count) except? 1
    @cython.final
    @cython.locals(here=Wide, slots=Wide, slot=Wide, old=cython.ulonglong[::1])
    cdef int _widen_table(self) except -1

    @cython.final
    @cython.locals(most=cython.uint, at=cython.uint, deep=cython.uint, common=cython.uint, row=cython.uint, here=cython.uint, depth=cython.uint, letter=cython.uint, ordered=cython.uchar[::1], places=cython.uint[::1])
    cdef unsigned int _read_words(self, const unsigned char[::1] text, unsigned int[::1] starts) except? 1
    @cython.final
    cdef unsigned int _end_beginning(self, unsigned int deep) except? 1
    @cython.final
    @cython.locals(deep=cython.uint, row=cython.uint, item=cython.uint, common=cython.uint, state=cython.uint, leads=cython.uint, node=cython.uint, letter=cython.uint, rest=cython.uint, arc=cython.uint)
    cdef unsigned int _read_beginnings(self) except? 1
    @cython.final
    @cython.locals(row=cython.uint, item=cython.uint, deep=cython.uint, before=cython.uint, after=cython.uint)
    cdef int _look_up_items(self) except -1
    @cython.final
    cdef inline unsigned int _letter(self, unsigned int row, unsigned int depth) except? 1
    @cython.final
    @cython.locals(_=cython.uint)
    cdef inline unsigned int _shorter(self, unsigned int item, unsigned int letters) except? 1
    @cython.final
    @cython.locals(steps=cython.uint, node=cython.uint, slot=Wide, arc=cython.uint)
    cdef unsigned int _tail(self, unsigned int rest, unsigned int state) except? 1
    @cython.final
    @cython.locals(key=Wide, slots=Wide, slot=Wide)
    cdef inline Wide _tail_slot(self, unsigned int rest, unsigned int state) except? 1
    @cython.final
    @cython.locals(key=Wide)
    cdef inline Wide _tail_key(self, unsigned int rest, unsigned int state) except? 1
    @cython.final
    @cython.locals(slot=Wide, here=Wide, old=cython.ulonglong[::1])
    cdef int _keep_tail(self, unsigned int rest, unsigned int state, unsigned int node) except -1
