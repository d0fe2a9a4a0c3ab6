'The loss of LR-spine configurations by a table over two stacks of trees.\n\nGoldberg, Sartorio & Satta 2014, section 6.2, with both restrictions of section 6.3, where "k < i"\nmust read "k > i": what counts are gold dependents in trees still to be joined. So a spine is kept\nas the set of trees to come that have their gold head on it. Cutting a spine short below a gold head\nnever takes away another one, since gold arcs do not cross.'
from dodona.systems.tabular_loss import TabularLoss
from array import array
from dodona.systems.limits import INFINITE
from dodona.systems.tabular_loss import TabularLoss
class SpineTable(TabularLoss):
    """Counts the wrong arcs to come; `reserve` room for the words of a sentence first."""

    def reserve(self, n: int) -> None:
        ...
    ...
