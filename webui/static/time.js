// Seconds as people read them.

const MINUTE = 60;

/** Seconds as people read them on a clock: 1:05:09, or +0:30 beyond the end. */
export function asTime(seconds) {
  const whole = Math.ceil(Math.abs(seconds) - (seconds < 0 ? 1 : 0));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / MINUTE) % MINUTE];
  const parts = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  return `${seconds < 0 && whole ? "+" : ""}${[...parts, String(whole % MINUTE).padStart(2, "0")].join(":")}`;
}
