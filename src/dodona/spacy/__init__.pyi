from dodona.spacy.component import DodonaComponent as DodonaComponent
from dodona.spacy.loading import load as load
from dodona.spacy.tokenizer import DodonaTokenizer as DodonaTokenizer
