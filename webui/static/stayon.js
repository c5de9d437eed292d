// A phone beside a table, whose screen stays on.

/** Keep the screen of the phone on, where the browser lets a page do so. */
export async function stayOn() {
  if (document.hidden) return;
  await navigator.wakeLock?.request("screen").catch(() => null); // refused where the battery is low
}
