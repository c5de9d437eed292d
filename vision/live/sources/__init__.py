"""Sources of live pictures: a device, a stream, a clip, a folder, and those of installed packages."""
