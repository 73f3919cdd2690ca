# The C types of the kernel: of `_lanes.py`, `_bounds.py` and `_kernel.py`, which are compiled as
# one module, `_kernel_c`, as they stand.
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
    cdef int[::1] points, hooks, nodes, totals, letter_times, word_times, values
    cdef Wide[::1] masks
    cdef Wide every

    @cython.locals(square=int, row=int, column=int, here=int, there=int)
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


cdef class Bounds(Lanes):
    cdef object make
    cdef int full, bonus, left
    cdef bint rough
    cdef int[::1] counts, strides, sums, tops
    cdef Wide held
    cdef const int[::1] worth
    cdef unsigned char[::1] sizes
    cdef Long[::1] kept, bounds, left_bounds

    @cython.locals(code=int, place=int, bit=Wide)
    cdef int _take(self, const unsigned char[::1] rack) except -1
    @cython.locals(number=int, place=int, value=int, at=int, fitting=Wide, mask=Wide, cell=int, top=int)
    cdef int _weigh(self, const unsigned char[::1] rack, const int[::1] worth) except -1
    @cython.locals(total=int, code=int, step=int, count=int, leave=int, laid=int)
    cdef int _weigh_leaves(self, int number, const int[::1] worth) except -1
    @cython.locals(number=int, cell=int, tiles=int, points=Long, times=Long, cross=Long, twos=int, threes=int, fours=int, place=int)
    cdef int _bound(self, int anchor, int limit) except -1
    @cython.locals(row=int, laid=int, highest=Long, more=bint, place=int)
    cdef int _bound_right(self, int cell, int tiles, Long points, Long times, Long cross, int twos, int threes, int fours) except -1


@cython.final
cdef class Kernel(Bounds):
    cdef int start, done, base, down, turn, limit, turned, room, only_best
    cdef readonly int count, words
    cdef unsigned char[::1] laid
    cdef Wide[::1] laid_words
    cdef readonly object keys, pool
    cdef Wide[::1] key_view, pool_view
    cdef list order
    cdef readonly Long best, best_score
    cdef readonly bytearray best_laid

    cpdef int find_all(self, const unsigned char[::1] rack) except -1
    @cython.locals(packed=Wide)
    cpdef int find_best(self, const unsigned char[::1] rack, const int[::1] worth) except -1
    @cython.locals(fitting=Wide, lane=int, row=int, column=int, first=int, down=int, limit=int, cell=int)
    cdef int _each_anchor(self) except -1
    @cython.locals(high=Wide)
    cdef int _anchor(self, int anchor, int limit) except -1
    @cython.locals(down=int, row=int, node=cython.uint, points=int, cell=int)
    cdef int _from_anchor(self, int anchor, int limit) except -1
    @cython.locals(leftward=bint, blanks=int, fitting=Wide, these=Wide, letter_times=int, word_times=int, beside=int, place=int, bit=Wide, arc=cython.uint, letter=int, tile=int, rest=Wide, worth=int, main=Long, factor=Long, side=Long, child=cython.uint, onward=cython.uint)
    cdef int _lay(self, unsigned int node, int cell, Wide held, Long points, Long times, Long cross) except -1
    cdef int _over(self, unsigned int arc, int cell, Wide held, Long points, Long times, Long cross) except -1
    @cython.locals(score=Long, number=int, high=Wide, at=int, word=int)
    cdef int _note(self, Long points, Long times, Long cross) except -1
    @cython.locals(value=Long, leave=int, place=int, code=int)
    cdef int _note_best(self, Long score) except -1
    @cython.locals(place=int)
    cdef int _in_a_row(self) except -1
    cdef int _grow(self) except -1
