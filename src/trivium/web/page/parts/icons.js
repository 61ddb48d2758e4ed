/**
 * Icons, drawn in lines on a 24 × 24 sheet.
 *
 * @module
 */

import { s } from "../dom.js";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18.5 5v14",
  learn: "M3 6.5C6 5 9 5 12 7c3-2 6-2 9-.5V19c-3-1.5-6-1.5-9 .5-3-2-6-2-9-.5zM12 7v12.5",
  puzzle: "M4 8h4.2a2.3 2.3 0 1 1 4.6 0H17v4.2a2.3 2.3 0 1 1 0 4.6V21H4z",
  analyse: "M4 20V4M4 20h16M8 16l4-5 3 3 5-7",
  games: "M4 5h16v4H4zM5.5 9v10h13V9M10 13h4",
  back: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2",
  flag: "M6 21V4M6 5h12l-3 4 3 4H6",
  rotate: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4.5H15",
  swap: "M4 8h13M13.5 4.5 17 8l-3.5 3.5M20 16H7M10.5 12.5 7 16l3.5 3.5",
  share:
    "M8.5 13.5 15 17M15 7l-6.5 3.5M6 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17.5 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17.5 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M4 20h16",
  upload: "M12 16V5M7.5 9 12 4.5 16.5 9M4 20h16",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  check: "M5 12.5 10 17.5 19.5 7",
  first: "M6 5v14M18.5 6 10 12l8.5 6z",
  previous: "M16 6l-8 6 8 6z",
  next: "M8 6l8 6-8 6z",
  last: "M18 5v14M5.5 6 14 12l-8.5 6z",
  edit: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5 17.5 10",
  add: "M12 5v14M5 12h14",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  half: "M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700L12 17",
  engine: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.200a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6",
  trash: "M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7",
  up: "M12 19V6M6.5 11.5 12 6l5.5 5.5",
  hash: "M9 4 7 20M17 4l-2 16M4.5 9h15M4 15h15",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}
