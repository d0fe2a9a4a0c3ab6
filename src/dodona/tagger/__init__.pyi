from dodona.tagger.tagger import Tagger as Tagger
from dodona.tagger.training import TaggerSettings as TaggerSettings
from dodona.tagger.training import train_tagger as train_tagger
