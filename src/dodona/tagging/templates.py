"""The feature templates of the tagger and of the lemmatiser; see `WordFeatures` for the atoms."""

TAGGER_TEMPLATES = [
    *("w", "l", "c", "k", "s1", "s2", "s3", "s4", "s5", "p1", "p2", "p3", "p4", "s2 k", "s3 k"),
    *("w-1", "w+1", "w-2", "w+2", "l-1 l", "l l+1", "l-1 l+1"),
    *("s2-1", "s3-1", "s2+1", "s3+1", "c-1", "c+1", "k k-1"),
    *("t-1", "t-2", "u-1", "t-1 t-2", "u-1 u-2", "t-1 l", "t-1 s2", "t-1 s3", "u-1 l-1"),
    *("d", "d-1", "d+1", "d+2", "d d+1", "d d+1 d+2", "d-1 d", "d-1 d d+1"),
    *("t-1 d", "t-1 d+1", "t-2 t-1 d", "t-1 d d+1"),
]

# What a tagger also looks at that is given clusters of words.
CLUSTER_TEMPLATES = [
    *("b", "b4", "b6", "b10", "b-1", "b+1", "b6-1", "b6+1", "b-2", "b+2"),
    *("b-1 b", "b b+1", "t-1 b", "t-1 b6", "t-1 b b+1"),
]

LEMMATIZER_TEMPLATES = [
    *("u", "t", "k", "c", "l", "l u", "k u", "c u", "k t"),
    *("s1 u", "s2 u", "s3 u", "s4 u", "s5 u", "s6 u", "p1 u", "p2 u", "p3 u", "p4 u"),
    *("s1 t", "s2 t", "s3 t", "s4 t", "s5 t", "s6 t", "s2 x", "s3 x", "s4 x"),
    *("s2 k t", "s3 k t", "s3 f", "s4 f", "p2 s2 t", "p1 s3 t"),
]
