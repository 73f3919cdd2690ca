"""A file held for one process: the system lets go of it when the process ends, however it ends."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 40  # a place no file reaches: what is locked there can be read all the same

    def hold(file: int) -> bool:
        """Hold an open file; False where another process holds it.

        Args:
            file: Its descriptor; the file is held until it is closed.
        """
        place = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def hold(file: int) -> bool:
        """Hold an open file; False where another process holds it.

        Args:
            file: Its descriptor; the file is held until it is closed.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks: nothing can be told
            return True
        return True
