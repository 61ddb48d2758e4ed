/**
 * Dialogs: a question, links to share, a text to read or to give.
 *
 * @module
 */

import { catalogue } from "../api.js";
import { fill, h } from "../dom.js";
import { around, t } from "../language.js";
import { button } from "./controls.js";
import { note } from "./notices.js";

/**
 * Show a dialog; it closes with Escape, with a click beside it, or by `close`. One that tells what is
 * never told again is closed by `close` alone.
 *
 * @param {string} title
 * @param {(close: () => void) => import("../dom.js").Child[]} content
 * @param {boolean} [toldOnce]
 */
export function dialog(title, content, toldOnce = false) {
  const close = () => box.close();
  const box = h(
    "dialog",
    { class: "dialog", "aria-label": title },
    h("h2", {}, title),
    content(close),
  );
  const left = () => close(); // a dialog belongs to where it was opened
  if (!toldOnce) window.addEventListener("hashchange", left);
  box.addEventListener("close", () => {
    window.removeEventListener("hashchange", left);
    box.remove();
  });
  box.addEventListener("click", (event) => {
    if (event.target === box && !toldOnce) close();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && toldOnce) event.preventDefault();
  });
  document.body.append(box);
  box.showModal();
  box.scrollTop = 0; // what has the focus may be at the end
  return box;
}

/**
 * Ask before something that cannot be undone.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {() => void} onYes
 */
export function confirm(title, text, yes, onYes) {
  dialog(title, (close) => [
    h("p", { class: "soft" }, text),
    h(
      "div",
      { class: "row end" },
      button(null, t("cancel"), close),
      button(
        null,
        yes,
        () => {
          close();
          onYes();
        },
        "danger",
      ),
    ),
  ]);
}

/** Copy a text and say so. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note(t("copied"));
  } catch {
    note(t("copy.impossible"), "problem");
  }
}

/**
 * A text with a button that copies it.
 *
 * @param {string} label
 * @param {string} text
 */
export function copyable(label, text) {
  const looks = { readonly: true, "aria-label": label, onfocus: () => field.select() };
  const field = text.includes("\n")
    ? h("textarea", { ...looks, rows: 6 }, text)
    : h("input", { ...looks, class: "link", value: text });
  return h(
    "div",
    { class: "copyable" },
    h("span", { class: "small soft" }, label),
    h(
      "div",
      { class: "row" },
      field,
      button("copy", t("copy"), () => copy(text)),
    ),
  );
}

/**
 * Give the person a file.
 *
 * @param {string} name
 * @param {string | Blob} content
 * @param {string} [type] of a text
 */
export function download(name, content, type = "application/json") {
  const file = content instanceof Blob ? content : new Blob([content], { type });
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Whether only this machine knows a host by this name. @param {string} host */
export function isOnlyHere(host) {
  return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(host);
}

/** What to know before sending a link of this page away; nothing if it works everywhere. */
export function reachOfLinks() {
  const host = location.hostname;
  if (!isOnlyHere(host)) return null;
  const words = h("p", { class: "small soft" });
  catalogue()
    .then(({ reachable }) => {
      const command = h("code", {}, "trivium serve --host 0.0.0.0");
      const how = reachable ? [t("links.reach.open")] : around("links.reach.start", { command });
      fill(words, t("links.reach", { host }), " ", how);
    })
    .catch(() => {}); // whoever shows the link has asked the server, too, and tells
  return words;
}

/** A whole address from a path of this page. @param {string} path */
export function address(path) {
  return new URL(path, location.origin).href;
}
