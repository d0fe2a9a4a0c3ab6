"""Text of a treebank that grows as it is written, nearly always without the GIL."""

import cython
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy

from dodona.treebank.forms import text_form, treebank_form


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

    def put_code(self, character):
        r"""Write a character of the first plane as `\u` and its four digits."""
        i: cython.int
        digit: cython.int
        self.put("\\u", 2)
        for i in range(12, -1, -4):
            digit = character >> i & 15
            self.output[self.size] = ord("0") + digit + (digit > 9) * 7
            self.size += 1

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

    def put_spaces(self, characters, count):
        """Write spaces as a value of MISC, and the sign that parts it from the next."""
        i: cython.Py_ssize_t
        c: uint32_t
        for i in range(count):
            c = characters[i]
            if c == ord(" "):
                self.put("\\s", 2)
            elif c == ord("\t"):
                self.put("\\t", 2)
            elif c == ord("\n"):
                self.put("\\n", 2)
            elif c == ord("\r"):
                self.put("\\r", 2)
            else:
                self.put_code(c)
        self.put("|", 1)

    def put_text_form(self, characters, count):
        """Write what the text has, and the sign that parts it from the next value of MISC.

        Room is made for it, and for 200 bytes more.
        """
        with cython.gil:
            raw: cython.p_char = cython.cast(cython.p_char, cython.cast(cython.p_void, characters))
            data: bytes = f"{text_form(raw[: 4 * count].decode('utf-32-le'))}|".encode()
            self.reserve(len(data) + 200)
            self.put(data, len(data))
        return 0

    def normalise(self, start):
        """Make what was written from ``start`` on fit for a treebank; returns whether it was not.

        There is room for another 100 bytes then.
        """
        with cython.gil:
            written: str = self.output[start : self.size].decode()
            normal: str = treebank_form(written)
            if normal == written:
                return False
            data: bytes = normal.encode()
            self.size = start
            self.reserve(len(data) + 100)
            self.put(data, len(data))
        return True
