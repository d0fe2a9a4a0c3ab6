from dodona.lemmatizer.lemmatizer import Lemmatizer as Lemmatizer
from dodona.lemmatizer.training import LemmatizerSettings as LemmatizerSettings
from dodona.lemmatizer.training import train_lemmatizer as train_lemmatizer
