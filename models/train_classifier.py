"""Train the classifier: what a crop of a tile shows, and which way up.

The contract of `classifier.onnx`, for whoever runs it (`vision.classifier`):

* A quad of the detector is four corners, clockwise, from any corner. Its sides are moved out by `MARGIN` (0.08) of the
  quad's width and height each, so that a little of what lies round the tile is seen, and the patch is warped to a crop
  64 high and 48 wide: `quad[0]` to the top left, `quad[1]` to the top right. Number the corners so that the side 0-1
  is a short one where that is known; all four turns are understood. The face's corners thus land at
  x = 48 * m / (1 + 2m), y = 64 * m / (1 + 2m) and their mirror images (m = MARGIN). Shrink with an area filter
  (warp to a multiple of the size and average) where the tile is much larger than the crop.
* Input `crops`: uint8 (N, 64, 48, 3), BGR as OpenCV has it, 0-255, no scaling: that is in the graph. N is free.
* Output `faces`: float32 (N, 43), calibrated probabilities that sum to 1, in the order of `scoring.tiles.FACES`, then
  one for "no tile, or none that I know".
* Output `turns`: float32 (N, 4), probabilities that the glyph's top left lies at corner 0, 1, 2 or 3 of the quad as
  given: `quad[k:] + quad[:k]` starts at the glyph's top left, k being the likeliest. Where a face looks the same turned
  by half (most 8p, a blank P), the two share the probability: then the neighbours must say.
* Output `features`: float32 (N, 192), of length 1: what the last layer sees. Crops of the same face of the same set lie
  close together, so that a set's own prototypes can be kept.
* `metadata_props`: `labels` (JSON list of 43), `margin`, `temperature`.
"""
