/**
 * Asking for a position or a game from outside: pasted text, or a file.
 *
 * @module
 */

import { h } from "../dom.js";
import { button } from "./controls.js";
import { dialog } from "./dialog.js";
import { addressOf } from "./loading.js";

/** Ask for a text or a file, and go to what it shows. */
export function askForText() {
  const text = h("textarea", {
    "aria-label": "Position or game record",
    spellcheck: "false",
    placeholder: "A board in the text format of its rules, or a game record",
  });
  const problem = h("p", { class: "notice problem hidden", role: "alert" });
  const file = h("input", {
    type: "file",
    class: "unseen",
    accept: ".txt,.json,.jsonl",
    tabindex: "-1",
  });
  dialog("Open a position or a game", (close) => {
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
      h("p", { class: "soft small" }, "The game is recognised from the text."),
      text,
      problem,
      file,
      h(
        "div",
        { class: "row end" },
        button("upload", "Choose a file", () => file.click()),
        button(null, "Cancel", close),
        button("check", "Open", open, "primary"),
      ),
    ];
  });
}
