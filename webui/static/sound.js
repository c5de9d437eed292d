// Sounds of the page. A browser allows them only once somebody has touched the page; each kind can be switched off.

import { keep, recall } from "./storage.js";

let audio = null;

/**
 * Return a kind of sound that can be switched on and off on this device.
 * @param key under which the browser keeps the choice
 * @param usual whether it is on until somebody chooses
 */
export function sound(key, usual) {
  const isOn = () => (recall(key) ?? (usual ? "on" : "off")) === "on";
  const open = () => {
    if (!isOn()) return;
    audio ??= new AudioContext();
    audio.resume();
  };
  addEventListener("pointerdown", open);
  addEventListener("keydown", open);
  return {
    isOn,
    toggle() {
      keep(key, isOn() ? "off" : "on");
      open();
    },
    /** Plays tones one after the other, in hertz; says whether it did. */
    ring(tones, seconds) {
      if (!audio || !isOn()) return false;
      tones.forEach((frequency, n) => {
        const [tone, gain] = [audio.createOscillator(), audio.createGain()];
        const start = audio.currentTime + n * seconds * 1.3;
        tone.frequency.value = frequency;
        gain.gain.setValueAtTime(0.3, start);
        gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
        tone.connect(gain).connect(audio.destination);
        tone.start(start);
        tone.stop(start + seconds);
      });
      return true;
    },
  };
}
