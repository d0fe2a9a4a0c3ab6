"""Numbers that no loss reaches."""

INFINITE = 1 << 20
# For tables of 16 bits, of sentences that are short enough; the sum of two still fits.
SHORT_INFINITE = 15000
# For tables with a place for every set of words.
MOST_WORDS = 20
