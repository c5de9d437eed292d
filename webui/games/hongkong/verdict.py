"""The verdicts of Hong Kong's houses, which count faan."""

from webui.games.verdict import Verdicts
from webui.messages import N_


class FaanVerdicts(Verdicts):
    """The verdicts on hands that are counted in faan."""

    question = N_("Enough faan?")
    in_every_case = N_("Enough faan in every case")
    in_no_case = N_("Not enough faan (%(minimum)d needed)")
    ranged = N_("%(low)d to %(high)d faan, depending on how it was won")
    needed = N_("%(points)d faan, %(minimum)d needed.")
    without_flowers = needed
    pattern = N_("%(fan)s %(points)s faan")
