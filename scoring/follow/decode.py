"""Events from looks: a beam over what may have happened, weighed by the rules, which never forbid.

Use: `decoder = Decoder(Settings(style="riichi"))`, then `decoder.look(look)` for each look in order, which returns the
events that have settled, and `decoder.finish()` for the rest. `decoder.events` is the whole course as it is held now,
`decoder.state` what stands after it, `decoder.standing_with` "in step", "doubtful" or "lost".
"""
