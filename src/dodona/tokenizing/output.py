"""Bytes that grow as they are written, without the GIL."""

import cython
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy


@cython.cclass
class Output:
    """``size`` bytes in ``output``. Whoever writes has reserved the room before."""

    def __dealloc__(self):
        free(self.output)

    def reserve(self, needed):
        """See to it that there is room for so many bytes more."""
        room: cython.Py_ssize_t
        if self.size + needed > self.room:
            room = 2 * (self.size + needed)
            output: cython.p_void = realloc(self.output, room)
            if output == cython.NULL:
                with cython.gil:
                    raise MemoryError()
            self.output = cython.cast(cython.p_char, output)
            self.room = room
        return 0

    def put(self, text, size):
        memcpy(self.output + self.size, text, size)
        self.size += size

    def put_number(self, number):
        digits: cython.char[24]
        count: cython.int = 0
        while count == 0 or number > 0:
            count += 1
            digits[24 - count] = ord("0") + number % 10
            number //= 10
        self.put(cython.address(digits[24 - count]), count)

    def put_utf8(self, characters, count):
        """Write characters in UTF-8."""
        i: cython.Py_ssize_t
        c: uint32_t
        out: cython.p_uchar = cython.cast(cython.p_uchar, self.output + self.size)
        for i in range(count):
            c = characters[i]
            if c < 0x80:
                out[0] = c
                out += 1
                continue
            if c < 0x800:
                out[0] = 0xC0 | c >> 6
                out += 1
            else:
                if c < 0x10000:
                    out[0] = 0xE0 | c >> 12
                    out += 1
                else:
                    out[0] = 0xF0 | c >> 18
                    out[1] = 0x80 | (c >> 12 & 0x3F)
                    out += 2
                out[0] = 0x80 | (c >> 6 & 0x3F)
                out += 1
            out[0] = 0x80 | (c & 0x3F)
            out += 1
        self.size = cython.cast(cython.p_char, out) - self.output
