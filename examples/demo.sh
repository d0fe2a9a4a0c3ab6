#!/bin/sh
# Parses English text with the model that comes with Dodona; then trains a small parser on the
# treebank that comes with it too, parses its test sentences, draws some of the trees and prints the
# scores. Call it with the path of the dodona command.
set -e
dodona=$1
data=src/dodona/data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

set -x
echo "What do you think she wants? The old oak does not answer." | "$dodona" parse | "$dodona" show
"$dodona" train --train $data/grove-train.conllu --dev $data/grove-dev.conllu -o "$work/grove.dodona"
"$dodona" parse "$work/grove.dodona" $data/grove-test.conllu -o "$work/parsed.conllu"
"$dodona" show "$work/parsed.conllu" --first 4
"$dodona" evaluate $data/grove-test.conllu "$work/parsed.conllu"
