from dodona.pipeline.document import Document as Document
from dodona.pipeline.models import load as load
from dodona.pipeline.pipeline import PARTS as PARTS
from dodona.pipeline.pipeline import Pipeline as Pipeline
from dodona.pipeline.training import PipelineTrainer as PipelineTrainer
from dodona.pipeline.training import train as train
from dodona.pipeline.training import train_pipeline as train_pipeline
