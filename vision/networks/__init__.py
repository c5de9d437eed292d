"""The networks: detection of tiles, their faces, and the runtime."""
