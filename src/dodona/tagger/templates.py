"""The feature templates of the tagger; see `WordFeatures` for the atoms."""

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
