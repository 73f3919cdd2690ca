# The C types of the kernel: of `_graph.py`, `_board.py`, `_rack.py`, `_words.py`, `_spans.py`,
# `_plays.py`, `_squares.py`, `_sweep.py`, `_kernel.py`, and for the endgame `_offers.py`, `_table.py`,
# `_ordering.py`, `_turns.py` and `_endgame.py`, which are compiled as one module, `_kernel_c`, as they
# stand.
#
# Masks of letters and packed plays are typed with 64 bits: shifts in narrower types overflow
# without a word. Bounds checks stay on: they cost some percent. `setup.py` puts the constants
# in front, as C constants.
cimport cython

ctypedef unsigned long long Wide
ctypedef long long Long

cdef Long HIGHEST, NONE, BIAS
cdef const unsigned char[::1] PLACES

cdef inline unsigned int bits(Wide mask) noexcept
cdef inline unsigned int lowest(Wide mask) noexcept


cdef class WordGraph:
    cdef const Wide[::1] lists
    cdef const unsigned int[::1] arcs
    cdef unsigned int root, word_root

    cdef int _set_graph(self, graph) except -1
    @cython.final
    cdef inline Wide _leads(self, unsigned int node) except? 1
    @cython.final
    @cython.locals(letters=Wide, bit=Wide)
    cdef inline unsigned int _arc(self, unsigned int node, unsigned int letter) except? 1
    @cython.locals(letters=Wide, mask=Wide, place=cython.uint)
    cdef Wide _ends(self, unsigned int node) except? 1


cdef class LaneBoard(WordGraph):
    cdef int size, lane, grid, tiles
    cdef readonly int cells
    cdef unsigned char[::1] letters
    cdef int[::1] points, hooks, nodes, totals, letter_times, word_times, dears, values, bare_hooks
    cdef Wide[::1] masks, bare_masks
    cdef Wide every

    @cython.locals(square=int, row=int, column=int, here=int, there=int, times=int, dear=int)
    cpdef set_premiums(self, const unsigned char[::1] letter_times, const unsigned char[::1] word_times)
    @cython.locals(lane=cython.uint, row=cython.uint, column=cython.uint, line=tuple, tile=str)
    cpdef set_board(self, tuple rows, dict codes)
    @cython.locals(column=cython.uint, code=cython.uint)
    cpdef lay(self, unsigned int down, unsigned int row, const unsigned char[::1] tiles, int fill)
    @cython.locals(here=cython.uint, there=cython.uint, letter=cython.uint, points=int)
    cdef int put(self, unsigned int down, unsigned int row, unsigned int column, int code) except -1
    @cython.locals(cell=cython.uint)
    cdef int refresh(self, unsigned int down, unsigned int row) except -1
    @cython.locals(size=cython.uint, step=cython.uint, first=cython.uint, beside=cython.uint, place=cython.uint, cell=cython.uint, start=cython.uint, node=cython.uint, total=int)
    cdef int _read_lane(self, unsigned int down, unsigned int row) except -1
    @cython.final
    @cython.locals(mask=Wide)
    cdef Wide _fitting(self, unsigned int cell) except? 1
    @cython.locals(node=cython.uint, total=int, cell=cython.uint)
    cdef int _note_run(self, unsigned int start, unsigned int end) except -1
    @cython.locals(letters=Wide, mask=Wide, place=cython.uint, onward=cython.uint, cell=cython.uint)
    cdef Wide _between(self, unsigned int node, unsigned int end) except? 1


cdef class RackParts(LaneBoard):
    cdef object make
    cdef int left, parts, room
    cdef int[::1] counts, strides, sums, tops, bare_tops, caps, freely, first, wilds, part_sums, by_size
    cdef Wide held
    cdef const int[::1] worth
    cdef unsigned char[::1] sizes
    cdef Long[::1] keys, hidden, hidden_by_size, kept

    cdef int _init_rack(self, make) except -1
    cdef int _make_room(self, int number) except -1
    @cython.locals(code=int, place=cython.uint, bit=Wide)
    cdef int _take(self, const unsigned char[::1] rack) except -1
    @cython.locals(number=int, place=cython.uint, fitting=Wide, cell=cython.uint, last=int, part=cython.uint, laid=cython.uint)
    cdef int _weigh(self, const unsigned char[::1] rack, const int[::1] worth) except -1
    @cython.final
    @cython.locals(mask=Wide)
    cdef int _limit(self, unsigned int cell, Wide fitting, const unsigned char[::1] rack) except -1
    @cython.final
    @cython.locals(top=int, place=cython.uint)
    cdef int _cap(self, unsigned int cell, Wide mask, const unsigned char[::1] rack) except -1
    @cython.locals(total=int, code=int, step=int, part=cython.uint, more=cython.uint, old=cython.uint, new=cython.uint, size=cython.uint, place=cython.uint, value=int, least=int, best=int)
    cdef int _find_parts(self, int number) except -1
    @cython.locals(part=int, place=cython.uint, size=cython.uint)
    cdef int _sort_parts(self, int number) except -1


cdef class Words(RackParts):
    cdef int letter_count, base, down, begin, span, wild, word_end
    cdef Long extra, leave
    cdef readonly int words
    cdef const Wide[::1] filters
    cdef const unsigned char[::1] spelling
    cdef const int[::1] buckets
    cdef unsigned char[::1] laid
    cdef Wide[::1] laid_words
    cdef readonly Long best, best_score
    cdef readonly bytearray best_laid

    cdef int _init_words(self, int letter_count) except -1
    @cython.locals(code=int)
    cpdef learn(self, keys, const Wide[::1] filters, const int[::1] buckets, const unsigned char[::1] spelling)
    @cython.final
    @cython.locals(found=Wide)
    cdef inline int _is_word(self, Wide number) except -1
    @cython.final
    @cython.locals(found=Wide)
    cdef int _wants_letter(self, Wide number) except -1
    @cython.locals(code=cython.uint, wanted=Long)
    cdef int _is_spelled(self, Long number, int blanks, unsigned int least) except -1
    @cython.locals(bucket=cython.uint, first=cython.uint, second=cython.uint, at=cython.uint, end=cython.uint)
    cdef int _is_stored(self, Long number) except -1
    @cython.locals(code=cython.uint)
    cdef int _seek(self, Long number, int blanks, unsigned int least) except -1
    @cython.final
    @cython.locals(bucket=cython.uint, first=cython.uint, second=cython.uint, at=cython.uint, end=cython.uint, length=cython.uint)
    cdef int _look_up(self, Long number) except -1
    @cython.final
    @cython.locals(cell=cython.uint, end=cython.uint, at=cython.uint, letter=cython.uint, points=Long, times=Long, cross=Long, worth=Long)
    cdef int _try(self, unsigned int start) except -1
    @cython.locals(letter=cython.uint, place=cython.uint, beside=int, blank=int, tile=cython.uint, worth=int, side=Long)
    cdef int _fit(self, unsigned int cell, unsigned int at, int blanks, Long points, Long times, Long cross, unsigned int part) except -1
    @cython.locals(value=Long, place=cython.uint)
    cdef int _keep(self, Long score, unsigned int part) except -1
    @cython.final
    @cython.locals(laid=cython.uint, place=cython.uint)
    cdef int _in_a_row(self) except -1


cdef class Spans(Words):
    cdef int[::1] bonuses

    @cython.locals(laid=cython.uint)
    cdef int _init_bounds(self, bonuses) except -1
    @cython.locals(cell=cython.uint, tiles=cython.uint, points=Long, times=Long, cross=Long, dear=cython.uint, there=Long, highest=Long, high=Long)
    cdef Long _bound(self, unsigned int anchor, unsigned int limit) except? 1
    @cython.final
    @cython.locals(highest=Long, high=Long)
    cdef Long _bound_right(self, unsigned int cell, unsigned int laid, Long points, Long times, Long cross, unsigned int dear, Long there) except? 1
    @cython.final
    @cython.locals(cell=cython.uint, tiles=cython.uint, points=Long, times=Long, cross=Long, caps=Long, free=cython.uint, there=Long)
    cdef int _search(self, unsigned int anchor, unsigned int limit) except -1
    @cython.final
    @cython.locals(fitting=Wide)
    cdef int _goes_on(self, unsigned int end) except -1
    @cython.final
    @cython.locals(high=Long)
    cdef int _search_right(self, unsigned int cell, unsigned int laid, Long points, Long times, Long cross, Long caps, unsigned int free, Long there) except -1
    @cython.final
    @cython.locals(place=cython.uint, number=Wide, found=Wide, part=cython.uint)
    cdef int _seek_parts(self, unsigned int laid, Long points, Long times, Long cross, unsigned int free, Long there) except -1
    @cython.final
    @cython.locals(row=cython.uint, high=Long)
    cdef inline int _is_better(self, unsigned int part, Long points, Long times, Long cross, unsigned int free) except -1


cdef class Plays(Spans):
    cdef unsigned int done, plays_room, wanted
    cdef Long floor
    cdef readonly unsigned int count
    cdef readonly object found, pool
    cdef Wide[::1] key_view, pool_view
    cdef unsigned char[::1] pool_bytes

    cdef int _init_plays(self) except -1
    @cython.final
    @cython.locals(score=Long, number=cython.uint, high=Wide, at=cython.uint, word=cython.uint)
    cdef inline int _note(self, Long points, Long times, Long cross) except -1
    @cython.final
    @cython.locals(tally=int[::1], top=Wide, number=cython.uint, found=cython.uint, floor=Long, kept=cython.uint, score=Wide, word=cython.uint)
    cdef int _prune(self) except -1
    @cython.final
    cdef int _grow(self) except -1


cdef class Squares(Plays):
    cdef unsigned int most, enough, groups
    cdef int start
    cdef int[::1] starts, bases
    cdef unsigned char[::1] lanes_of
    cdef Wide[::1] filled, free, joined, fitted, within, places, touched

    @cython.locals(size=int, groups=int, row=int, column=int, down=int, place=int)
    cdef int _init_squares(self, int start) except -1
    @cython.final
    cdef inline int _enter(self, unsigned int cell) except -1
    @cython.final
    cdef inline int _enter_lane(self, unsigned char lane) except -1
    @cython.final
    @cython.locals(group=cython.uint, mask=Wide, letter=cython.uint, down=cython.uint, first=cython.uint, count=cython.uint, part=Wide)
    cdef int _survey(self, Wide lanes) except -1
    @cython.final
    @cython.locals(group=cython.uint, squares=Wide, filled=Wide, joined=Wide, before=Wide, bit=Wide, lane=cython.uint, first=cython.uint, place=cython.uint)
    cdef int _survey_lanes(self, unsigned int base, unsigned int count, Wide lanes) except -1
    @cython.locals(bit=Wide, down=int, cell=int)
    cdef Wide _start_in(self, int base, int count) except? 1
    @cython.locals(group=cython.uint, filled=Wide, joined=Wide, within=Wide, number=cython.uint)
    cdef int _reach(self, Wide squares, Wide some) except -1
    @cython.final
    @cython.locals(group=cython.uint, fitting=Wide, some=Wide, mask=Wide, square=Wide)
    cdef Wide _fit_tiles(self, Wide empty, Wide limited) except? 1


cdef class Sweep(Squares):
    cdef unsigned char[::1] word
    cdef Long main, factor, cross

    cpdef int sweep(self, Wide lanes) except -1
    @cython.final
    @cython.locals(letters=Wide, here=cython.uint, bit=Wide, group=cython.uint, places=Wide, cell=cython.uint, letter=Wide, arc=cython.uint, fitting=Wide, goes=int)
    cdef int _spread(self, unsigned int node, Wide held, unsigned int done) except -1
    @cython.final
    @cython.locals(here=cython.uint, fitted=cython.uint, within=cython.uint, there=cython.uint, goes=Wide, apart=Wide, group=cython.uint, places=Wide, touched=Wide)
    cdef inline int _narrow(self, unsigned int letter, unsigned int done) except -1
    @cython.final
    @cython.locals(letter=cython.uint, tile=cython.uint, bit=Wide, rest=Wide)
    cdef int _with(self, unsigned int arc, Wide held, unsigned int done, int goes) except -1
    @cython.final
    @cython.locals(here=cython.uint, fitted=cython.uint, group=cython.uint, ends=Wide, start=cython.uint)
    cdef int _note_words(self, unsigned int letter, unsigned int done) except -1
    @cython.final
    @cython.locals(here=cython.uint, group=cython.uint, places=Wide, cell=cython.uint)
    cdef int _separate(self, unsigned int arc, Wide held, unsigned int done) except -1
    cdef int _init_word(self) except -1
    @cython.final
    @cython.locals(main=Long, factor=Long, cross=Long, cell=cython.uint, place=cython.uint, tile=cython.uint, worth=Long, beside=Long, times=Long)
    cdef int _lay_word(self, unsigned int start, unsigned int end) except -1
    @cython.final
    @cython.locals(word=cython.uint)
    cdef inline int _lift_word(self) except -1
    @cython.final
    @cython.locals(end=cython.uint, fitting=Wide, noted=bint)
    cdef int _alone(self, unsigned int arc, unsigned int start, unsigned int cell, Long points, Wide held) except -1
    @cython.final
    @cython.locals(fitting=Wide)
    cdef inline Wide _next(self, unsigned int arc, unsigned int cell, Wide held) except? 1
    @cython.final
    @cython.locals(letters=Wide, place=cython.uint, letter_times=Long, cross_times=Long, run=cython.uint, onward=Wide, some=Wide, bit=Wide, arc=cython.uint, goes=Wide, letter=cython.uint, tile=cython.uint, rest=Wide, worth=Long, total=Long, side=Long, these=Wide)
    cdef int _extend(self, unsigned int node, unsigned int cell, Wide fitting, Wide held, Long points, Long times, Long cross) except -1
    @cython.final
    @cython.locals(fitting=Wide)
    cdef int _over(self, unsigned int arc, unsigned int cell, Wide held, Long points, Long times, Long cross) except -1


@cython.final
cdef class Kernel(Sweep):
    cdef unsigned int waiting
    cdef Wide[::1] order
    cdef Wide[::1] ranks

    @cython.locals(every=Wide)
    cpdef int find_all(self, const unsigned char[::1] rack, unsigned int wanted=*) except -1
    @cython.locals(packed=Wide)
    cpdef int find_best(self, const unsigned char[::1] rack, const int[::1] worth) except -1
    @cython.locals(fitting=Wide, first=cython.uint, limit=cython.uint, above=cython.uint, before=cython.uint, cell=cython.uint)
    cdef int _bound_lane(self, int down, int row) except -1
    @cython.locals(high=Wide)
    cdef int _anchor(self, unsigned int anchor, unsigned int limit) except -1
    @cython.locals(highest=Wide, packed=Wide, least=Wide, kept=cython.uint, place=cython.uint)
    cdef Wide _next_anchor(self) except? 1
    @cython.locals(count=int, size=int, number=int, score=Wide, source=Wide[::1], target=Wide[::1], start=int, middle=int)
    cpdef int arrange(self) except -1
    @cython.final
    @cython.locals(at=cython.uint, place=cython.uint, cell=cython.uint)
    cdef unsigned int _anchor_of(self, unsigned int number) except? 1
    @cython.final
    @cython.locals(left=int, right=int, place=int)
    cdef int _merge(self, Wide[::1] source, Wide[::1] target, int start, int middle, int end) except -1
    @cython.final
    @cython.locals(rank=Wide, than=Wide, at=Wide, beside=Wide, turn=cython.uint, place=cython.uint, tile=cython.uint, against=cython.uint, letter=cython.uint, than_letter=cython.uint)
    cdef int _precedes(self, Wide one, Wide other) except -1


cdef class Offers:
    cdef Kernel kernel
    cdef object make
    cdef int size, lanes, parts, stride, turn
    cdef Wide key
    cdef const Wide[::1] square_keys
    cdef int[::1] codes, kinds, shifts, fulls, points, worth
    cdef Wide[::1] guards, racks, held
    cdef int top, room, logged
    cdef int[::1] scores, sheds, ways, pairs, starts, counts, old_places, old_starts, old_counts
    cdef Wide[::1] used, keys, squares, stale

    @cython.locals(shift=int, place=int, count=int, width=int, number=Wide, bit=Wide, code=int)
    cdef int _deal(self, int player, rack) except -1
    @cython.locals(first=int, held=Wide, bit=Wide, kind=int, code=int)
    cdef int _hold(self, int player) except -1
    cdef object _longer(self, old, kind, int number)
    @cython.locals(bit=Wide, lane=int)
    cdef int _init_offers(self) except -1
    cdef int _widen(self, int room) except -1
    @cython.locals(guards=Wide)
    cdef int _fits(self, int play, int player) except -1
    @cython.locals(stale=Wide, kernel=Kernel, first=int, lane=int, place=int, number=int)
    cdef int _renew(self, int player) except -1
    @cython.locals(kernel=Kernel, first=int, bit=Wide, code=int, kind=int, count=int)
    cdef int _give(self, int player) except -1
    @cython.locals(kernel=Kernel, lane=int)
    cdef int _lane(self, int number) except -1
    @cython.locals(room=int)
    cdef int _log(self, int place) except -1
    @cython.locals(place=int)
    cdef int _forget(self, int logged, int top) except -1
    @cython.locals(kernel=Kernel, first=int, lane=int, down=int, row=int, at=int, byte=int, used=Wide, key=Wide, shed=int, bit=Wide, part=int, place=int, code=int, square=int, tile=int)
    cdef int _keep(self, int player, int number, int play) except -1
    @cython.locals(at=int, down=int, row=int, part=int, start=int, place=int)
    cdef int _surround(self, int play, Wide[::1] into, int first) except -1
    @cython.locals(kernel=Kernel, size=int, base=int, bit=Wide, square=int)
    cdef int _ends(self, int down, int row, int start, int end, Wide[::1] into, int first) except -1


cdef class Table(Offers):
    cdef int limit, out_ends, settles, weight, scoreless, final, table_size, table_count
    cdef Wide every
    cdef Wide[::1] mixes, table_keys, table_bests
    cdef int[::1] table_metas, table_widths, table_values

    cdef int _set_rules(self, rules, turns) except -1
    cdef int _new_table(self, int size) except -1
    @cython.locals(number=Wide, mixed=Wide)
    cdef Wide _here(self) except? 1
    @cython.locals(size=Wide, first=Wide, probe=int, slot=Wide)
    cdef int _slot(self, Wide key) except -1
    @cython.locals(meta=int, value=int, kind=int)
    cdef int _settles(self, int slot, int depth, int width, int alpha, int beta) except -1
    @cython.locals(slot=int)
    cdef int _store(self, Wide key, int meta, int width, int value, Wide best) except -1
    cdef int _enlarge(self) except -1
    @cython.locals(me=int, left=int)
    cdef int _end(self, int play) except? 1


cdef class Ordering(Table):
    cdef int order_top
    cdef Wide[::1] near, order, guess_racks
    cdef int[::1] guess_points
    cdef int ply
    cdef int[::1] replies, reply_values
    cdef Wide chosen
    cdef Wide[::1] strong, shields

    cdef int _init_ordering(self, int plies) except -1
    @cython.locals(begin=int, middle=int, end=int, player=int, part=int, me=int, scoreless=int, final=int, total=int, sign=int, play=int)
    cdef int _guess(self, int laid) except? 1
    @cython.locals(first=int, lane=int, play=int)
    cdef int _fitting(self, int player, int at) except -1
    @cython.locals(best=int, highest=int, rack=Wide, guards=Wide, at=int, play=int, value=int)
    cdef int _dearest(self, int me, int begin, int end) except? -2
    @cython.locals(part=int)
    cdef int _blocked(self, int play) except -1
    @cython.locals(at=int, size=int, down=int, row=int, bit=Wide, place=int, square=int)
    cdef int _block(self, int play) except -1
    cdef int _order_room(self, int number) except -1
    @cython.locals(high=Wide)
    cdef int _push(self, int value, int play) except -1
    @cython.locals(place=int)
    cdef int _heap(self, int begin) except -1
    @cython.locals(number=int, packed=Wide, child=int)
    cdef int _sift(self, int begin, int place) except -1
    @cython.locals(packed=Wide)
    cdef int _next(self, int begin) except -1
    @cython.locals(first=int, number=int, rack=Wide, ends=int, lane=int, play=int, value=int, at=int)
    cdef int _find_replies(self, int player) except -1
    @cython.locals(value=int, left=int)
    cdef int _answer(self, int at, int shed) except? 1
    @cython.locals(at=int, most=int, clear=int, part=int)
    cdef int _most(self, int play, int number, int floor) except? 1
    @cython.locals(begin=int, best=int, strong=int, lane=int, play=int, value=int, key=Wide)
    cdef int _gather(self, int me, Wide first, int ends) except? 1
    @cython.locals(mixed=Wide)
    cdef int _killer_slot(self, int me) except -1
    @cython.locals(place=int)
    cdef int _note_cutoff(self, int me, Wide key) except -1


cdef class Turns(Ordering):
    cdef int laid, root_logged, root_top, root_scoreless, root_final
    cdef int[::1] path, root_points
    cdef Wide[::1] root_racks
    cdef int saved
    cdef int[::1] were_hooks, were_nodes, were_totals
    cdef Wide[::1] were_masks

    @cython.locals(player=int)
    cdef int _start(self, int plies) except -1
    @cython.locals(at=int, lane=int)
    cpdef tuple told(self, int play)
    @cython.locals(key=Wide, slot=int, wanted=Wide, me=int, lane=int, play=int)
    cpdef int known(self) except -3
    cpdef int step(self, int play) except -1
    @cython.locals(player=int)
    cpdef int restart(self) except -1
    @cython.locals(score=int, me=int)
    cdef int _turn(self, int play) except -1
    cdef int _take_back(self, int me, Wide key, Wide rack, int points, int scoreless, int final) except -1
    cdef int _place(self, int play) except -1
    @cython.locals(kernel=Kernel, first=int, down=int, row=int, at=int, start=int, column=int, code=int, each=int)
    cdef int _lay(self, int play) except -1
    @cython.locals(kernel=Kernel, first=int, down=int, row=int, at=int, column=int)
    cdef int _lift(self, int play) except -1
    @cython.locals(kernel=Kernel, at=int, room=int, beside=int, cell=int)
    cdef int _save(self, int down, int row) except -1
    @cython.locals(kernel=Kernel, at=int, beside=int, cell=int)
    cdef int _restore(self, int down, int row) except -1
    @cython.locals(kernel=Kernel, cell=int, bit=Wide, here=Wide, each=int, changed=Wide)
    cdef int _compare(self, int down, int row, int at) except -1


@cython.final
cdef class EndgameSearch(Turns):
    cdef public int complete, width
    cdef public Long nodes, most
    cdef public double until
    cdef object clock

    cpdef list plays(self)
    @cython.locals(end=int, me=int, key=Wide, rack=Wide, points=int, scoreless=int, final=int, score=int, value=int)
    cpdef int gain(self, int play, int depth, int alpha, int beta) except? 1
    @cython.locals(key=Wide, slot=int, first=Wide, above=int, logged=int, top=int, ordered=int, mine=Wide, other=Wide, mine_held=Wide, other_held=Wide, best=int, kind=int)
    cdef int _value(self, int play, int depth, int alpha, int beta) except? 1
    @cython.locals(me=int, begin=int, best=int, chosen=Wide, floor=int, looked=int, number=int, play=int, value=int)
    cdef int _best(self, int depth, int alpha, int beta, Wide first) except? 1
    @cython.locals(me=int, key=Wide, rack=Wide, points=int, scoreless=int, final=int, end=int, least=int, play=int, top=int, score=int, value=int)
    cdef int _foresee(self, int begin) except -1
    @cython.locals(most=int)
    cdef int _passed(self, int number, int depth, int floor, int beta, int seconds) except? 1
    @cython.locals(value=int)
    cdef int _searched(self, int play, int depth, int floor, int beta, int seconds) except? 1
