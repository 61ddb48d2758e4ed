/**
 * A link as a picture that a phone reads.
 *
 * @module
 */

import { qrCode } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { isOnlyHere } from "./dialog.js";
import { complain } from "./notices.js";

/** Pictures that were made, by link: they are shown again and again. @type {Map<string, HTMLElement>} */
const made = new Map();

/** The code of a link, or nothing if no other machine could open it. @param {string} link */
export function qr(link) {
  if (isOnlyHere(new URL(link).hostname)) return null;
  const known = made.get(link);
  if (known) return known;
  const frame = h("figure", { class: "qr" });
  made.set(link, frame);
  qrCode(link).then(
    (picture) => fill(frame, h("img", { src: dataOf(picture), alt: t("qr.label") })),
    (error) => {
      made.delete(link);
      complain(error);
    },
  );
  return frame;
}

/** @param {string} picture */
const dataOf = (picture) => `data:image/svg+xml,${encodeURIComponent(picture)}`;
