// All that a page asks the server for again and again: an answer that comes late never replaces a newer one.

/**
 * Let a load run once at a time. While it runs, those who ask for it share one more run, which begins after it: what
 * they have sent by then is in its answer.
 * @param load asks the server and draws
 */
export function oneAtATime(load) {
  let running = null;
  let next = null;
  const run = () => {
    running = load().finally(() => {
      running = null;
    });
    return running;
  };
  const after = () => {
    next = null;
    return run();
  };
  return () => {
    if (!running) return run();
    next ??= running.then(after, after);
    return next;
  };
}
