from dodona.tokenizer.tokenizer import Tokenizer as Tokenizer
from dodona.tokenizer.training import TokenizerSettings as TokenizerSettings
from dodona.tokenizer.training import train_tokenizer as train_tokenizer
from dodona.tokenizer.vertical import read_vertical as read_vertical
