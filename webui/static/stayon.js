// A screen of a hall, or a phone beside a table, that stays on.

/** Keep the screen on, where the browser lets a page do so. */
export async function stayOn() {
  if (document.hidden) return;
  await navigator.wakeLock?.request("screen").catch(() => null); // refused where the battery is low
}
