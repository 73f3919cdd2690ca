# The C types of the kernel: of `_lanes.py`, `_parts.py`, `_words.py`, `_bounds.py` and `_kernel.py`,
# which are compiled as one module, `_kernel_c`, as they stand.
#
# Masks of letters and packed plays are typed with 64 bits: shifts in narrower types overflow
# without a word. Bounds checks stay on: they cost some percent. `setup.py` puts the constants
# in front, as C constants.
cimport cython

ctypedef unsigned long long Wide
ctypedef long long Long

cdef Long HIGHEST, NONE, BIAS


cdef class Lanes:
    cdef const unsigned int[::1] arcs
    cdef unsigned int root
    cdef int size, lane, grid, tiles
    cdef readonly int cells
    cdef unsigned char[::1] letters
    cdef int[::1] points, hooks, nodes, totals, letter_times, word_times, dears, values
    cdef Wide[::1] masks
    cdef Wide every

    @cython.locals(square=int, row=int, column=int, here=int, there=int, times=int)
    cpdef set_premiums(self, const unsigned char[::1] letter_times, const unsigned char[::1] word_times)
    @cython.locals(square=int, lane=int, row=int, column=int)
    cpdef set_board(self, const unsigned char[::1] tiles)
    @cython.locals(column=int, code=int)
    cpdef lay(self, int down, int row, const unsigned char[::1] tiles, int fill)
    @cython.locals(here=int, there=int, letter=int, points=int)
    cdef int _put(self, int row, int column, int code) except -1
    @cython.locals(size=int, step=int, first=int, beside=int, place=int, cell=int, start=int, node=cython.uint, total=int)
    cdef int _refresh(self, int down, int row) except -1
    @cython.locals(node=cython.uint, total=int, cell=int)
    cdef int _note_run(self, int start, int end) except -1
    @cython.locals(arc=cython.uint, mask=Wide, bit=Wide)
    cdef Wide _ends(self, unsigned int node) except? 1
    @cython.locals(arc=cython.uint, onward=cython.uint, cell=int, mask=Wide, bit=Wide)
    cdef Wide _between(self, unsigned int node, int end) except? 1
    @cython.locals(arc=cython.uint)
    cdef unsigned int _arc(self, unsigned int node, unsigned int letter) except? 1


cdef class Parts(Lanes):
    cdef object make
    cdef int left, parts, room
    cdef int[::1] counts, strides, sums, tops, first, part_sums, by_size
    cdef Wide held
    cdef const int[::1] worth
    cdef unsigned char[::1] sizes
    cdef Long[::1] keys, hidden, kept

    cdef int _hold_nothing(self, make) except -1
    cdef int _make_room(self, int number) except -1
    @cython.locals(code=int, place=int, bit=Wide)
    cdef int _take(self, const unsigned char[::1] rack) except -1
    @cython.locals(number=int, place=int, fitting=Wide, mask=Wide, cell=int, top=int, last=int, part=int, laid=int)
    cdef int _weigh(self, const unsigned char[::1] rack, const int[::1] worth) except -1
    @cython.locals(total=int, code=int, step=int, part=int, more=int, old=int, new=int, place=int, value=int, least=int, best=int)
    cdef int _find_parts(self, int number) except -1
    @cython.locals(part=int, place=int)
    cdef int _sort_parts(self, int number) except -1


cdef class Words(Parts):
    cdef int letter_count, base, down, span, word_end
    cdef readonly int words
    cdef const unsigned char[::1] bits, spelling
    cdef const int[::1] buckets, starts
    cdef const Long[::1] sums_of_words
    cdef unsigned char[::1] laid
    cdef Wide[::1] laid_words
    cdef readonly Long best, best_score
    cdef readonly bytearray best_laid

    cdef int _know_nothing(self, int letter_count) except -1
    @cython.locals(code=int)
    cpdef learn(self, keys, const unsigned char[::1] bits, const int[::1] buckets, const Long[::1] sums, const int[::1] starts, const unsigned char[::1] spelling)
    @cython.locals(place=int)
    cdef int _is_set(self, Long number, int half) except -1
    @cython.locals(code=int)
    cdef int _is_spelled(self, Long number, int blanks, int least) except -1
    @cython.locals(code=int, bucket=int, word=int, start=int)
    cdef int _seek(self, Long number, int blanks, int least, int cell, int wild, int bonus) except -1
    @cython.locals(letter=int, place=int, beside=int, blank=int, tile=int, worth=int, side=Long)
    cdef int _fit(self, int cell, int at, int blanks, Long points, Long times, Long cross, int part) except -1
    @cython.locals(value=Long, place=int)
    cdef int _keep(self, Long score, int part) except -1


cdef class Bounds(Words):
    cdef int full, bonus
    cdef bint seeks

    cdef int _set_bonus(self, int full, int bonus) except -1
    @cython.locals(cell=int, tiles=int, points=Long, times=Long, cross=Long, dear=int, there=Long, highest=Long, high=Long)
    cdef Long _bound(self, int anchor, int limit) except? 1
    @cython.locals(highest=Long, high=Long)
    cdef Long _bound_right(self, int start, int cell, int laid, Long points, Long times, Long cross, int dear, Long there) except? 1
    @cython.locals(last=int, step=int, bonus=int, place=int, part=int, row=int, high=Long, number=Long, bit=int, blanks=int)
    cdef int _seek_parts(self, int start, int laid, Long points, Long times, Long cross, int dear, Long there) except -1


@cython.final
cdef class Kernel(Bounds):
    cdef int start, done, turn, limit, plays_room, only_best
    cdef readonly int count
    cdef readonly object found, pool
    cdef Wide[::1] key_view, pool_view
    cdef list order

    cpdef int find_all(self, const unsigned char[::1] rack) except -1
    @cython.locals(packed=Wide, high=Long, anchor=int)
    cpdef int find_best(self, const unsigned char[::1] rack, const int[::1] worth) except -1
    @cython.locals(fitting=Wide, lane=int, row=int, column=int, first=int, down=int, limit=int, cell=int)
    cdef int _each_anchor(self) except -1
    @cython.locals(high=Long)
    cdef int _anchor(self, int anchor, int limit) except -1
    @cython.locals(row=int)
    cdef int _enter(self, int anchor) except -1
    @cython.locals(node=cython.uint, points=int, cell=int)
    cdef int _from_anchor(self, int anchor, int limit) except -1
    @cython.locals(leftward=bint, blanks=int, fitting=Wide, these=Wide, letter_times=int, word_times=int, beside=int, place=int, bit=Wide, arc=cython.uint, letter=int, tile=int, rest=Wide, worth=int, main=Long, factor=Long, side=Long, child=cython.uint, onward=cython.uint)
    cdef int _lay(self, unsigned int node, int cell, Wide held, Long points, Long times, Long cross) except -1
    cdef int _over(self, unsigned int arc, int cell, Wide held, Long points, Long times, Long cross) except -1
    @cython.locals(score=Long, number=int, high=Wide, at=int, word=int)
    cdef int _note(self, Long points, Long times, Long cross) except -1
    @cython.locals(place=int)
    cdef int _in_a_row(self) except -1
    cdef int _grow(self) except -1
