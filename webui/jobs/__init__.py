"""Photos that wait for a worker: any machine of a hall reads them, each once, even if a worker crashes."""
