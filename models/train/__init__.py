"""Training of each network, and averaging and quantization of its weights."""
