// The board in a notebook: the page's drawing, a few buttons, and a slider through the game.

const KINDS = { fences: FencesBoard, rhombus: RhombusBoard, squares: SquaresBoard };

/** @param {{ model: any, el: HTMLElement }} place */
function render({ model, el }) {
  const root = el.shadowRoot ?? el.attachShadow({ mode: "open" });
  const { send, playing, play } = conversation(model, () => label());
  const stage = h("div", { class: "stage" });
  const status = h("p", { class: "status", role: "status" });
  const slider = h("input", { type: "range", min: "0", "aria-label": "Move of the game" });
  slider.addEventListener("input", () => send({ do: "go", ply: Number(slider.value) }));
  const button = (/** @type {string} */ label, /** @type {Wish} */ wish) => {
    const made = h("button", { type: "button" }, label);
    made.addEventListener("click", () => send(wish));
    return made;
  };
  const back = button("Take back", { do: "back" });
  const agent = button("Let agent move", { do: "agent" });
  const watch = h("button", { type: "button" });
  watch.addEventListener("click", () => play(!playing()));
  const label = () => (watch.textContent = playing() ? "Stop" : "Agents play on");
  const layer = (/** @type {string} */ name, /** @type {string} */ title) => {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", () => send({ do: "layer", name, on: box.checked }));
    return { name, box, element: h("label", {}, box, ` ${title}`) };
  };
  const layers = [layer("best", "Best moves"), layer("values", "Exact values")];
  const specials = h("span", { class: "specials" });
  const style = document.createElement("style");
  style.textContent = model.get("sheet");
  root.replaceChildren(
    style,
    h(
      "div",
      { class: "trivium" },
      stage,
      status,
      h("div", { class: "row" }, slider),
      h(
        "div",
        { class: "row" },
        back,
        agent,
        watch,
        specials,
        layers.map(({ element }) => element),
      ),
    ),
  );

  /** @type {any} */
  let board = null;
  const lay = () => {
    const plan = model.get("plan");
    const Kind = KINDS[/** @type {keyof typeof KINDS} */ (plan.style)] ?? PlainBoard;
    const onMove = (/** @type {{ code: number }} */ { code }) => send({ do: "move", code });
    board = new Kind({ plan, label: "Board", onMove, coordinates: "out" });
    stage.replaceChildren(board.element);
  };
  const show = () => {
    const scene = model.get("scene");
    board.show(scene);
    status.textContent = model.get("status");
    slider.max = String(model.get("plies"));
    if (!slider.matches(":active")) slider.value = String(model.get("ply"));
    back.disabled = model.get("ply") === 0;
    agent.disabled = watch.disabled = scene.position.turn === null || model.get("busy");
    for (const { name, box } of layers) box.checked = model.get("layers").includes(name);
    const possible = new Set(scene.legal.map((/** @type {any} */ { code }) => code));
    specials.replaceChildren(
      ...model
        .get("plan")
        .specials.filter((/** @type {any} */ { code }) => possible.has(code))
        .map((/** @type {any} */ { code, title }) => button(title, { do: "move", code })),
    );
  };
  const paint = () => {
    const theme = document.body.dataset.jpThemeLight;
    const dark = theme === "false" || document.body.classList.contains("vscode-dark");
    el.style.colorScheme = dark ? "dark" : theme === "true" ? "light" : "";
  };
  const themes = new MutationObserver(paint);
  themes.observe(document.body, { attributeFilter: ["data-jp-theme-light", "class"] });
  // The keys of the board are not those of the notebook around it.
  el.dataset.lmSuppressShortcuts = "true";
  paint();
  lay();
  label();
  show();
  model.on("change:plan", lay);
  for (const name of ["scene", "status", "busy", "layers", "plies", "ply"])
    model.on(`change:${name}`, show);
  return () => themes.disconnect();
}

/**
 * What a person can wish for: one of the cases that the board in the kernel knows.
 *
 * @typedef {{ do: string, [detail: string]: unknown }} Wish
 */

/**
 * Talk to the board in the kernel: it answers every wish, and is asked for the next one then. So
 * agents that play on can be stopped, and a slider that is drawn along waits for no place passed by.
 *
 * @param {any} model
 * @param {() => void} changed  called when the agents begin or end to play on
 */
function conversation(model, changed) {
  /** @type {Wish[]} */
  const wishes = [];
  let asked = false;
  let playing = false;
  const next = () => {
    const over = model.get("scene").position.turn === null;
    if (over) playing = false;
    const wish = wishes.shift() ?? (playing ? { do: "agent" } : null);
    asked = wish !== null;
    if (wish) model.send(wish);
    changed();
  };
  const play = (/** @type {boolean} */ on) => {
    playing = on;
    if (asked) changed();
    else next();
  };
  const send = (/** @type {Wish} */ wish) => {
    if (wish.do !== "layer") playing = false;
    if (wish.do === "go" && wishes.at(-1)?.do === "go") wishes.pop();
    wishes.push(wish);
    if (!asked) next();
  };
  model.on("msg:custom", (/** @type {{ done: boolean }} */ { done }) => {
    if (!done) playing = false;
    next();
  });
  return { send, play, playing: () => playing };
}

export default { render };
