// A browser's storage that lives as long as a test.

export class Storage {
  #kept = new Map();
  getItem = (key) => this.#kept.get(key) ?? null;
  setItem = (key, value) => this.#kept.set(key, value);
  removeItem = (key) => this.#kept.delete(key);
  key = (number) => [...this.#kept.keys()][number] ?? null;
  get length() {
    return this.#kept.size;
  }
}
