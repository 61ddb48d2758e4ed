/**
 * Share a position or a game: as a link, a text, a picture, a moving picture, a record, or in a
 * frame of another site where the server allows that.
 *
 * @module
 */

import { animation, catalogue, picture, position as fetchPosition } from "../api.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { button } from "./controls.js";
import { address, copyable, dialog, download, reachOfLinks } from "./dialog.js";
import { complain, note } from "./notices.js";

/** @typedef {import("../types.js").Line} Line */

/**
 * @typedef {object} Shared
 * @property {[label: string, url: string][]} links
 * @property {string} embedded  the address of what a frame shows, after /embed#/
 * @property {Line} line  to the position that is looked at
 * @property {Line} whole  to the end
 * @property {() => Promise<string>} record
 */

const SHARP = 2; // dots of a PNG for each unit of the drawing

/** Show all ways to share something. @param {Shared} shared */
export async function showSharing(shared) {
  const [{ limits }, { text }] = await Promise.all([catalogue(), fetchPosition(shared.line)]);
  const name = `trivium-${shared.line.game}`;
  dialog(t("share.title"), (close) => [
    ...shared.links.map(([label, url]) => copyable(label, url)),
    reachOfLinks(),
    copyable(t("share.position"), text),
    limits.embeds && copyable(t("share.embed"), frameOf(shared.embedded)),
    formats(t("share.picture"), {
      SVG: async () => download(`${name}.svg`, await picture(shared.line), "image/svg+xml"),
      PNG: async () => download(`${name}.png`, await pngOf(await picture(shared.line))),
    }),
    shared.whole.moves?.length
      ? formats(t("share.animation"), {
          SVG: async () => download(`${name}-game.svg`, await animation("svg", shared.whole)),
          ...(limits.gifs && {
            GIF: async () => {
              note(t("share.animation.wait"));
              download(`${name}-game.gif`, await animation("gif", shared.whole));
            },
          }),
        })
      : null,
    shared.whole.moves?.length && !limits.gifs
      ? h("p", { class: "small soft" }, t("share.no-gif"))
      : null,
    h(
      "div",
      { class: "row end" },
      button("download", t("share.download"), () =>
        shared
          .record()
          .then((record) => download(`${name}.json`, record))
          .catch(complain),
      ),
      button(null, t("close"), close, "primary"),
    ),
  ]);
}

/**
 * Buttons for the formats of something.
 *
 * @param {string} label
 * @param {Record<string, () => Promise<void>>} ways
 */
function formats(label, ways) {
  return h(
    "div",
    { class: "row formats", role: "group", "aria-label": label },
    h("span", { class: "small soft" }, label),
    Object.entries(ways).map(([format, save]) => {
      const made = button(
        "download",
        format,
        () => {
          made.disabled = true;
          save()
            .catch(complain)
            .finally(() => (made.disabled = false));
        },
        "small",
      );
      return made;
    }),
  );
}

/** What another site puts into its page. @param {string} embedded */
function frameOf(embedded) {
  const src = address(`/embed#/${embedded}`).replaceAll("&", "&amp;");
  return `<iframe src="${src}" width="480" height="560" title="Trivium"></iframe>`;
}

/**
 * A drawing as a picture of dots, made by the browser.
 *
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function pngOf(svg) {
  const drawing = new Image();
  drawing.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SHARP * drawing.naturalWidth;
  canvas.height = SHARP * drawing.naturalHeight;
  canvas.getContext("2d")?.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t("share.no-png")))));
  });
}
