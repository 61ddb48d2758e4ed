/**
 * Connections that stay: a WebSocket that notices when it is lost, opens itself again, and says
 * what it is doing.
 *
 * @module
 */

import { language, t } from "./language.js";
import { connectionChanged } from "./parts/notices.js";
import { reach, Refusal } from "./api.js";

const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;
const LONGEST_WAIT = 5_000;
const HOPELESS = 4; // tries, some seconds, after which the server counts as away
const GIVE_UP = [4400, 4404, 4409]; // the server will not change its mind

/**
 * @typedef {object} LiveOptions
 * @property {() => object | null} [hello]  what to say first, each time
 * @property {(message: any) => void} onMessage
 * @property {(code: number) => void} [onGone]  the server refuses for good
 */

export class Live {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, {resolve: () => void, reject: (error: Error) => void}>} */
  #asked = new Map();
  #refs = 0;
  #failures = 0;
  #closed = false;
  #timer = 0;
  #ping = 0;
  #deadline = 0;

  /**
   * @param {string} path such as "games/k3J/live"
   * @param {LiveOptions} options
   */
  constructor(path, options) {
    this.path = path;
    this.options = options;
    this.retryNow = this.retryNow.bind(this);
    window.addEventListener("online", this.retryNow);
    document.addEventListener("visibilitychange", this.retryNow);
    this.#open();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message if there is a connection. @param {object} message */
  send(message) {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
    return this.isOpen;
  }

  /**
   * Ask for an action in a game.
   *
   * @param {import("./types.js").Action} action
   */
  act(action) {
    return this.ask({ type: "act", do: action });
  }

  /**
   * Ask for something; resolves when it is done, and is rejected with the server's reason.
   *
   * @param {object} message
   * @returns {Promise<void>}
   */
  ask(message) {
    const ref = ++this.#refs;
    return new Promise((resolve, reject) => {
      if (!this.send({ ...message, ref })) {
        reject(new Refusal(t("problem.lost"), "offline"));
      } else this.#asked.set(ref, { resolve, reject });
    });
  }

  /** Close for good. */
  close() {
    this.#closed = true;
    window.removeEventListener("online", this.retryNow);
    document.removeEventListener("visibilitychange", this.retryNow);
    this.#stopTimers();
    this.#socket?.close();
    connectionChanged(this, "closed");
  }

  /** Do not wait any longer before the next try. */
  retryNow() {
    if (this.#closed || this.#socket || document.hidden) return;
    this.#stopTimers();
    this.#open();
  }

  #open() {
    const url = new URL(`/api/${this.path}`, location.href);
    url.searchParams.set("language", language);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    };
  }

  #opened() {
    this.#failures = 0;
    connectionChanged(this, "open");
    const hello = this.options.hello?.();
    if (hello) this.send(hello);
    this.#ping = window.setInterval(() => {
      this.send({ type: "ping" });
      this.#deadline ||= window.setTimeout(() => this.#socket?.close(), PONG_WITHIN);
    }, PING_EVERY);
  }

  /** @param {any} message */
  #heard(message) {
    clearTimeout(this.#deadline);
    this.#deadline = 0;
    const waiting = this.#asked.get(message.ref);
    if (waiting && message.type === "done") waiting.resolve();
    else if (waiting && message.type === "refused")
      waiting.reject(new Refusal(message.error, message.kind));
    else if (message.type !== "pong") this.options.onMessage(message);
    if (waiting) this.#asked.delete(message.ref);
  }

  /** @param {number} code */
  #lost(code) {
    this.#socket = null;
    this.#stopTimers();
    for (const { reject } of this.#asked.values()) {
      reject(new Refusal(t("problem.lost-before"), "offline"));
    }
    this.#asked.clear();
    if (this.#closed) return;
    if (GIVE_UP.includes(code)) {
      this.close();
      this.options.onGone?.(code);
      return;
    }
    connectionChanged(this, "lost");
    if (this.#failures >= HOPELESS) reach.dispatchEvent(new Event("away"));
    const wait = Math.min(LONGEST_WAIT, 400 * 2 ** this.#failures++) * (0.8 + Math.random() * 0.4);
    this.#timer = window.setTimeout(() => this.#open(), wait);
  }

  #stopTimers() {
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    clearTimeout(this.#deadline);
    this.#deadline = 0;
  }
}
