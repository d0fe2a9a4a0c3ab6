"""The feature templates of the lemmatiser; see `WordFeatures` for the atoms."""

LEMMATIZER_TEMPLATES = [
    *("u", "t", "k", "c", "l", "l u", "k u", "c u", "k t"),
    *("s1 u", "s2 u", "s3 u", "s4 u", "s5 u", "s6 u", "p1 u", "p2 u", "p3 u", "p4 u"),
    *("s1 t", "s2 t", "s3 t", "s4 t", "s5 t", "s6 t", "s2 x", "s3 x", "s4 x"),
    *("s2 k t", "s3 k t", "s3 f", "s4 f", "p2 s2 t", "p1 s3 t"),
]
