// Times as people read them. They are written here: what a browser has for it takes it long to begin with.

import { lang } from "./words.js";

const MINUTE = 60;

/** Return seconds as people read them on a clock: 1:05:09, or +0:30 beyond the end. */
export function asTime(seconds) {
  const whole = Math.ceil(Math.abs(seconds) - (seconds < 0 ? 1 : 0));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / MINUTE) % MINUTE];
  const parts = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  return `${seconds < 0 && whole ? "+" : ""}${[...parts, String(whole % MINUTE).padStart(2, "0")].join(":")}`;
}

/** Return the time of day of a moment (ISO 8601), on this device: 14:05, or 14:05:09. */
export function timeOfDay(moment, { seconds = false } = {}) {
  const time = new Date(moment);
  const parts = [time.getHours(), time.getMinutes(), ...(seconds ? [time.getSeconds()] : [])];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Return the day of a moment (ISO 8601, or a Date) on this device, as the server writes it too: Nov 28, 2026. */
export const day = (moment) =>
  new Date(moment).toLocaleDateString(lang, { year: "numeric", month: "short", day: "numeric" });
