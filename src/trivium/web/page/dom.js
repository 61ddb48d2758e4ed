/**
 * Making elements. `h` builds HTML, `s` builds SVG; both take attributes, `on…` listeners and
 * children, so that a view reads like the page it makes. Nothing here ever parses markup: texts
 * become text nodes, whatever they contain.
 *
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * Make an HTML element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Set attributes and listeners of an element. `false`, `null` and `undefined` remove an attribute.
 *
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "value" && "value" in element) {
      element.value = value;
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * Replace what is in an element.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * Replace what is in an element as it moves by itself, and disturb nobody: the keyboard's focus
 * stays on what looks the same, details with a `data-key` stay open or closed, and labelled regions
 * stay where they were scrolled to.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  const held = element.contains(document.activeElement) ? likeness(document.activeElement) : null;
  const open = new Map([...details(element)].map((one) => [one.dataset.key, one.open]));
  const places = new Map([...regions(element)].map((one) => [label(one), one.scrollLeft]));
  fill(element, ...children);
  for (const one of details(element)) one.open = open.get(one.dataset.key) ?? one.open;
  for (const one of regions(element)) one.scrollLeft = places.get(label(one)) ?? 0;
  if (!held) return;
  for (const control of element.querySelectorAll("button, input, select, a, summary, [tabindex]")) {
    if (control instanceof HTMLElement && likeness(control) === held) return control.focus();
  }
}

/** @param {Element} element @returns {NodeListOf<HTMLDetailsElement>} */
const details = (element) => element.querySelectorAll("details[data-key]");

/** @param {Element} element */
const regions = (element) => element.querySelectorAll('[role="region"][aria-label]');

/** @param {Element} element */
const label = (element) => element.getAttribute("aria-label");

/** @param {Element | null} element */
function likeness(element) {
  const value = element instanceof HTMLInputElement ? element.value : "";
  return [
    element?.tagName,
    element?.getAttribute("name"),
    value,
    element?.getAttribute("aria-label"),
    element?.textContent,
  ].join(" ");
}

/**
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {Kind}
 */
function filled(element, attributes, children) {
  element.append(...nodes(children));
  set(element, attributes);
  return element;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
