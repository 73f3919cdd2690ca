# The C types of the kernel, of `_tracing.py` and the others of its parts, which are compiled as one
# module, `_kernel_c`, as they stand.
#
# Bounds checks stay on: they cost some percent. `setup.py` puts the constants in front, as C
# constants.
cimport cython

ctypedef unsigned long long Wide

@cython.locals(size=cython.uint, count=cython.uint, here=cython.uint, above=cython.uint, at=cython.uint, end=cython.uint, start=cython.uint, own=cython.uint, beside=cython.uint, first=cython.uint)
cpdef int trace(const unsigned char[::1] mask, const Wide[::1] words, unsigned int width, unsigned int corners, unsigned int[:, ::1] runs) except -1
cdef inline unsigned int _first(unsigned int run, unsigned int[:, ::1] runs) except? 1
@cython.locals(count=cython.uint, pieces=cython.uint, upper=cython.uint, lower=cython.uint, middle=cython.uint, high=cython.uint, top=cython.uint, start=cython.uint, run=cython.uint, row=int, first=cython.uint, piece=cython.uint, left=int, right=int)
cpdef int measure(unsigned int width, unsigned int corners, unsigned int[:, ::1] runs, int[:, ::1] measures) except -1
@cython.locals(run=cython.uint, at=cython.uint)
cpdef int paint(unsigned int[:, ::1] runs, int[::1] labels) except -1
@cython.locals(phrase=cython.uint, k=cython.uint, part=cython.uint, found=cython.uint, way=cython.uint, above=double, least=double, other=double)
cpdef int lay(const double[:, :, ::1] emission, const double[:, :, ::1] stay, const double[:, :, ::1] merged, const unsigned char[:, ::1] optional, const double[::1] gone, double[:, :, ::1] cost, unsigned char[:, :, ::1] ways) except -1
@cython.locals(character=cython.uint, at=cython.uint, number=int, full=cython.uint, down=cython.uint, row=cython.uint, across=cython.uint, shown=cython.uint, piece=cython.uint)
cpdef int keep_own(unsigned char[:, ::1] ink, const int[:, ::1] labels, const int[::1] owner, const int[::1] wanted, const unsigned int[:, ::1] rows, const unsigned int[:, ::1] columns, unsigned char[::1] most) except -1
@cython.locals(character=cython.uint, number=int, left=cython.uint, right=cython.uint, top=cython.uint, bottom=cython.uint, least=cython.uint, cut=cython.uint, third=cython.uint, column=cython.uint, total=cython.uint, row=cython.uint, half=cython.uint)
cpdef int halve(const unsigned char[:, ::1] ink, const int[:, ::1] labels, const int[::1] owner, const int[::1] wanted, const int[:, ::1] boxes, int[:, ::1] halves) except -1
@cython.locals(first=cython.uint, last=cython.uint, row=cython.uint, column=cython.uint)
cdef inline int _fit_rows(const int[:, ::1] labels, const int[::1] owner, int number, unsigned int top, unsigned int bottom, int[:, ::1] halves, unsigned int half) except -1
@cython.locals(count=cython.uint, body=cython.uint, other=cython.uint, right=int, height=int, least=int, gap=int, tall=int, small=int, overlap=int, cost=int)
cpdef int link(const int[:, ::1] edges, int higher, int reach, int[::1] following, int[::1] before, int[::1] costs) except -1
