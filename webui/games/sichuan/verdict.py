"""The verdicts of Sichuan, which counts fan and has no minimum."""

from webui.games.verdict import Verdicts
from webui.messages import N_


class FanVerdicts(Verdicts):
    """The verdicts on hands that are counted in fan."""

    question = N_("Enough fan?")
    in_every_case = N_("A winning hand in every case")
    in_no_case = N_("Not enough fan (%(minimum)d needed)")
    ranged = N_("%(low)d to %(high)d fan, depending on how it was won")
    needed = N_("%(points)d fan, %(minimum)d needed.")
    without_flowers = needed
    pattern = N_("%(fan)s %(points)s fan")
