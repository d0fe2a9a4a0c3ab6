"""Columns of texts and numbers, packed as Apache Arrow has them.

So they become its arrays without being taken apart, and lists of Python where somebody asks for
these.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy

from dodona.errors import TreebankError

_FIRST_ROOM = 256


@cython.cclass
class Column:
    """Values of which some may be missing; ``validity`` has a bit for each, 1 if it is there."""

    def __dealloc__(self):
        free(self.present)

    @property
    def validity(self) -> bytes | None:
        """One bit a value, the lowest first; None if none is missing."""
        if self.missing == 0:
            return None
        return PyBytes_FromStringAndSize(
            cython.cast(cython.p_char, self.present), (self.count + 7) // 8
        )

    def make_room(self):
        """See to it that there is room for another value."""
        place: cython.Py_ssize_t
        if self.count < self.room:
            return 0
        room: cython.Py_ssize_t = max(_FIRST_ROOM, 2 * self.room)
        present: cython.p_void = realloc(self.present, room // 8)
        if present == cython.NULL:
            raise MemoryError()
        self.present = cython.cast(cython.p_uchar, present)
        for place in range(self.room // 8, room // 8):
            self.present[place] = 0
        self.grow(room)
        self.room = room
        return 0

    def grow(self, room):
        return 0

    def note(self, there):
        """Count a value that was added, or is missing."""
        if there:
            self.present[self.count >> 3] |= 1 << (self.count & 7)
        else:
            self.missing += 1
        self.count += 1


@cython.final
@cython.cclass
class Texts(Column):
    """A column of texts in UTF-8, none of which is empty."""

    def __dealloc__(self):
        free(self.offsets)
        free(self.data)

    @property
    def buffers(self) -> tuple[bytes, bytes]:
        """Where the values begin, one number more than there are values; and their bytes."""
        self.make_room()
        if self.count == 0:
            self.offsets[0] = 0
        offsets = PyBytes_FromStringAndSize(
            cython.cast(cython.p_char, self.offsets), (self.count + 1) * cython.sizeof(cython.int)
        )
        return offsets, PyBytes_FromStringAndSize(self.data, self.size)

    def values(self) -> list[str | None]:
        i: cython.Py_ssize_t
        result: list = []
        for i in range(self.count):
            if self.present[i >> 3] >> (i & 7) & 1:
                result.append(self.data[self.offsets[i] : self.offsets[i + 1]].decode("utf-8"))
            else:
                result.append(None)
        return result

    def grow(self, room):
        offsets: cython.p_void = realloc(self.offsets, (room + 1) * cython.sizeof(cython.int))
        if offsets == cython.NULL:
            raise MemoryError()
        self.offsets = cython.cast(cython.p_int, offsets)
        return 0

    def put(self, text, size):
        """Add to the value that is being written."""
        if self.size + size > self.capacity:
            capacity: cython.Py_ssize_t = 2 * (self.size + size)
            data: cython.p_void = realloc(self.data, capacity)
            if data == cython.NULL:
                raise MemoryError()
            self.data = cython.cast(cython.p_char, data)
            self.capacity = capacity
        memcpy(self.data + self.size, text, size)
        self.size += size
        return 0

    def close(self):
        """End the value that is being written; if it is empty, it is missing."""
        self.make_room()
        if self.size > INT_MAX:
            raise TreebankError("a column of these sentences is longer than two gigabytes")
        if self.count == 0:
            self.offsets[0] = 0
        self.offsets[self.count + 1] = cython.cast(cython.int, self.size)
        self.note(self.size > self.offsets[self.count])
        return 0

    def add(self, text, size):
        """Add a value; `_` stands for a missing one."""
        if size != 1 or text[0] != ord("_"):
            self.put(text, size)
        return self.close()


@cython.final
@cython.cclass
class Numbers(Column):
    """A column of numbers that are not negative."""

    def __dealloc__(self):
        free(self.numbers)

    @property
    def buffer(self) -> bytes:
        """The numbers, 32 bits each."""
        return PyBytes_FromStringAndSize(
            cython.cast(cython.p_char, self.numbers), self.count * cython.sizeof(cython.int)
        )

    def values(self) -> list[int | None]:
        i: cython.Py_ssize_t
        result: list = []
        for i in range(self.count):
            there = self.present[i >> 3] >> (i & 7) & 1
            result.append(self.numbers[i] if there else None)
        return result

    def grow(self, room):
        numbers: cython.p_void = realloc(self.numbers, room * cython.sizeof(cython.int))
        if numbers == cython.NULL:
            raise MemoryError()
        self.numbers = cython.cast(cython.p_int, numbers)
        return 0

    def add(self, number):
        """Add a number; a negative one stands for a missing one."""
        self.make_room()
        self.numbers[self.count] = max(number, 0)
        self.note(number >= 0)
        return 0
