// The board in a notebook: the page's drawing, a few buttons, and a slider through the game.

const KINDS = { fences: FencesBoard, rhombus: RhombusBoard, squares: SquaresBoard };

/** @param {{ model: any, el: HTMLElement }} place */
function render({ model, el }) {
  const root = el.shadowRoot ?? el.attachShadow({ mode: "open" });
  const send = (/** @type {object} */ wish) => model.send(wish);
  const stage = h("div", { class: "stage" });
  const status = h("p", { class: "status", role: "status" });
  const slider = h("input", { type: "range", min: "0", "aria-label": "Move of the game" });
  slider.addEventListener("input", () => send({ do: "go", ply: Number(slider.value) }));
  const button = (/** @type {string} */ label, /** @type {object} */ wish) => {
    const made = h("button", { type: "button" }, label);
    made.addEventListener("click", () => send(wish));
    return made;
  };
  const back = button("Take back", { do: "back" });
  const agent = button("Let agent move", { do: "agent" });
  const watch = button("Agents play on", { do: "watch" });
  const layer = (/** @type {string} */ name, /** @type {string} */ label) => {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", () => send({ do: "layer", name, on: box.checked }));
    return { name, box, element: h("label", {}, box, ` ${label}`) };
  };
  const layers = [layer("best", "Best moves"), layer("values", "Exact values")];
  const specials = h("span", { class: "specials" });
  const style = document.createElement("style");
  style.textContent = model.get("style");
  root.replaceChildren(
    style,
    h(
      "div",
      { class: "trivium" },
      stage,
      status,
      h("div", { class: "row" }, slider),
      h("div", { class: "row" }, back, agent, watch, specials, layers.map(({ element }) => element)),
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
    slider.value = String(model.get("ply"));
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
  const dark = document.body.dataset.jpThemeLight === "false" ||
    document.body.classList.contains("vscode-dark");
  if (dark || document.body.dataset.jpThemeLight === "true")
    el.style.colorScheme = dark ? "dark" : "light";
  lay();
  show();
  model.on("change:plan", lay);
  for (const name of ["scene", "status", "busy", "layers", "plies", "ply"])
    model.on(`change:${name}`, show);
}

export default { render };
