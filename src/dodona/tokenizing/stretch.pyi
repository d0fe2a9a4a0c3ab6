class Stretch:
    sentence_a_line: bool
    at_start: bool
