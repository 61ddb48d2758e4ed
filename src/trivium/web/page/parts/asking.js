/**
 * Asking for a position or a game from outside: pasted text, or a file.
 *
 * @module
 */

import { h } from "../dom.js";
import { t } from "../language.js";
import { button } from "./controls.js";
import { dialog } from "./dialog.js";
import { addressOf } from "./loading.js";

/** Ask for a text or a file, and go to what it shows. */
export function askForText() {
  const text = h("textarea", {
    "aria-label": t("open.label"),
    spellcheck: "false",
    placeholder: t("open.placeholder"),
  });
  const problem = h("p", { class: "notice problem hidden", role: "alert" });
  const file = h("input", {
    type: "file",
    class: "unseen",
    accept: ".txt,.json,.jsonl",
    tabindex: "-1",
  });
  dialog(t("open.title"), (close) => {
    const open = async () => {
      try {
        location.hash = await addressOf(text.value);
        close();
      } catch (error) {
        problem.textContent = error instanceof Error ? error.message : String(error);
        problem.classList.remove("hidden");
      }
    };
    file.addEventListener("change", async () => {
      text.value = (await file.files?.[0]?.text()) ?? "";
      await open();
    });
    return [
      h("p", { class: "soft small" }, t("open.words")),
      text,
      problem,
      file,
      h(
        "div",
        { class: "row end" },
        button("upload", t("open.file"), () => file.click()),
        button(null, t("cancel"), close),
        button("check", t("open.open"), open, "primary"),
      ),
    ];
  });
}
