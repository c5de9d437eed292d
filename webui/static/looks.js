// The live picture of the camera: the newest look with its tiles marked, each drawn when its picture is there.

import { drawMarks } from "./marks.js";
import { rooted } from "./root.js";

/**
 * Show the looks of a camera.
 * @param section the element with the picture and the drawing over it
 * @param drawn called with each look when it is on the page; the next waits for it
 * @returns what is to be called with each look that is announced
 */
export function looks(section, drawn) {
  let img = section.querySelector("img");
  const svg = section.querySelector("svg");
  let shown = null; // the look whose picture is on the page
  let wanted = null; // the newest look announced
  let loading = false;

  async function show() {
    if (loading || wanted === shown) return;
    loading = true;
    const look = wanted;
    const next = new Image();
    next.src = rooted(look.picture);
    try {
      await next.decode();
      next.alt = img.alt;
      img.replaceWith(next); // the very element that was loaded: these pictures are not kept to be asked for twice
      img = next;
      if (look.reading) drawMarks(svg, look.reading);
      else svg.replaceChildren();
      shown = look;
      await drawn(look);
    } catch {
      // the server no longer has this picture: a newer one follows
    }
    loading = false;
    if (wanted !== look) show();
  }

  return (look) => {
    wanted = look;
    show();
  };
}
