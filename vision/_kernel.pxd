# The C types of the kernel, of `_tracing.py`, which is compiled as `_kernel_c` as it stands.
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
