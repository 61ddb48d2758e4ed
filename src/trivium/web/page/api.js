/**
 * Questions to the server. Every answer that is no success becomes a `Refusal` with a sentence
 * for the person.
 *
 * @module
 */

import { language, t } from "./language.js";

/** @typedef {import("./types.js").Line} Line */

export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {string} kind
   */
  constructor(message, kind) {
    super(message);
    this.kind = kind;
  }
}

/** Tells whether the server answers: the events `here` and `away`, after each question. */
export const reach = new EventTarget();

/**
 * @param {string} path
 * @param {unknown} [body] sent as JSON, or a file as it is; without it the question is a GET
 * @param {string} [token] of a league
 * @returns {Promise<any>}
 */
export async function ask(path, body, token) {
  const answer = await fetched(path, body, token);
  const content = await answer.json().catch(() => ({}));
  if (answer.ok) return content;
  throw refusal(answer, content);
}

/**
 * The answer to a question as text, such as a file to keep.
 *
 * @param {string} path
 * @param {string} [token]
 * @param {unknown} [body]
 */
export async function askText(path, token, body) {
  const answer = await fetched(path, body, token);
  if (answer.ok) return answer.text();
  throw refusal(answer, await answer.json().catch(() => ({})));
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [token]
 */
async function fetched(path, body, token) {
  const headers = new Headers({ "Accept-Language": language });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  /** @type {RequestInit} */
  const options = { headers };
  if (body !== undefined) {
    const isFile = body instanceof Blob;
    headers.set("Content-Type", isFile ? "application/octet-stream" : "application/json");
    Object.assign(options, { method: "POST", body: isFile ? body : JSON.stringify(body) });
  }
  try {
    const answer = await fetch(`/api/${path}`, options);
    reach.dispatchEvent(new Event("here"));
    return answer;
  } catch {
    reach.dispatchEvent(new Event("away"));
    throw new Refusal(t("problem.offline"), "offline");
  }
}

/**
 * @param {Response} answer
 * @param {{error?: string, kind?: string}} content
 */
function refusal(answer, content) {
  return new Refusal(
    content.error ?? t("problem.refused", { status: answer.status }),
    content.kind ?? "unknown",
  );
}
/**
 * Keep the answers of a question that has the same answer every time.
 *
 * @template Answer
 * @param {(key: string) => Promise<Answer>} question
 * @param {number} [most] answers kept
 * @returns {(key: string) => Promise<Answer>}
 */
function remembered(question, most = 400) {
  /** @type {Map<string, Promise<Answer>>} */
  const known = new Map();
  return (key) => {
    let answer = known.get(key);
    if (!answer) {
      answer = question(key);
      answer.catch(() => known.delete(key));
      known.set(key, answer);
      if (known.size > most) known.delete([...known.keys()][0] ?? "");
    }
    return answer;
  };
}

const askedOnce = remembered((path) => ask(path));
const askedPosition = remembered((body) => ask("positions", JSON.parse(body)));

/** @returns {Promise<import("./types.js").Catalogue>} */
export const catalogue = () => askedOnce("catalogue");

/**
 * @param {string} name
 * @returns {Promise<import("./types.js").GameEntry>}
 */
export async function gameEntry(name) {
  const { games } = await catalogue();
  const found = games.find((game) => game.name === name);
  if (!found) throw new Refusal(t("problem.no-game", { name }), "not-found");
  return found;
}

/**
 * @param {string} game
 * @param {string} size
 * @returns {Promise<import("./types.js").Board>}
 */
export const boardPlan = (game, size) => askedOnce(`boards/${segment(game)}/${segment(size)}`);

/** @param {Line} line @returns {Promise<import("./types.js").Position>} */
export const position = (line) => askedPosition(JSON.stringify(line));

/** @param {Line} line @returns {Promise<import("./types.js").Nimbers>} */
export const nimbers = (line) => ask("nimbers", line);

/** @param {import("./types.js").NewGame} game @returns {Promise<import("./types.js").Created>} */
export const newGame = (game) => ask("games", game);

/** @param {string} id @returns {Promise<import("./types.js").GameState>} */
export const game = (id) => ask(`games/${segment(id)}`);

/** Where the record of a played game is. @param {string} id */
export const recordPath = (id) => `games/${segment(id)}/record`;

/**
 * The picture of the position at the end of a line, as SVG.
 *
 * @param {Line} line
 */
export const picture = ({ game, size, start, moves = [] }) => {
  const known = { size, start, moves: moves.join(",") };
  const query = Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return askText(`pictures/${segment(game)}.svg?${new URLSearchParams(query)}`);
};

/**
 * A game as a moving picture.
 *
 * @param {"svg" | "gif"} form
 * @param {Line} line
 * @returns {Promise<Blob>}
 */
export async function animation(form, line) {
  const answer = await fetched(`animations/${form}`, line);
  if (answer.ok) return answer.blob();
  throw refusal(answer, await answer.json().catch(() => ({})));
}

/**
 * @param {string} id
 * @param {import("./types.js").HelpRequest} wish
 * @returns {Promise<import("./types.js").Hint>}
 */
export const hint = (id, wish) => ask(`games/${segment(id)}/hints`, wish);

/**
 * @param {string} id
 * @param {import("./types.js").WarningRequest} wish
 * @returns {Promise<import("./types.js").Warned>}
 */
export const warning = (id, wish) => ask(`games/${segment(id)}/warnings`, wish);

/** A link as the picture of a QR code. @param {string} text */
export const qrCode = (text) => askText("qr", "", { text });

/** @returns {Promise<import("./types.js").Challenges>} */
export const challenges = () => ask("challenges");

/**
 * @param {Record<string, string>} filters
 * @returns {Promise<import("./types.js").StoredGames>}
 */
export const storedGames = (filters) => ask(`stored?${new URLSearchParams(filters)}`);

/** @param {string} number @returns {Promise<import("./types.js").ReplayableGame>} */
export const storedGame = (number) => ask(`stored/${segment(number)}`);

/**
 * @param {string} text
 * @param {boolean} store
 * @returns {Promise<import("./types.js").ReadRecords>}
 */
export const readRecords = (text, store) => ask("records", { text, store });

/**
 * A line as a game record, to be saved.
 *
 * @param {Line} line
 * @returns {Promise<string>}
 */
export const writeRecord = async (line) => (await ask("records/write", line)).text;

/** @param {string} game @returns {Promise<import("./types.js").PuzzleEntry[]>} */
export const puzzles = (game) => askedOnce(`puzzles?game=${segment(game)}`);

/** @param {string} game @returns {Promise<import("./types.js").PuzzleTheme[]>} */
export const puzzleThemes = (game) => askedOnce(`puzzle-themes/${segment(game)}`);

/** @param {string} id @returns {Promise<import("./types.js").Puzzle>} */
export const puzzle = (id) => askedOnce(`puzzles/${segment(id)}`);

/**
 * @param {string} id
 * @param {string[]} moves
 * @returns {Promise<import("./types.js").Verdict>}
 */
export const answerPuzzle = (id, moves) => ask(`puzzles/${segment(id)}/answers`, { moves });

/** @returns {Promise<import("./types.js").LessonEntry[]>} */
export const tutorials = () => askedOnce("tutorials");

/**
 * @param {string} game
 * @param {string} lesson
 * @returns {Promise<import("./types.js").Lesson>}
 */
export const tutorial = (game, lesson) =>
  askedOnce(`tutorials/${segment(game)}?lesson=${segment(lesson)}`);

/**
 * @param {string} game
 * @param {string} lesson
 * @param {number} step
 * @param {string} answer a move, or the name of a place
 * @returns {Promise<import("./types.js").LessonVerdict>}
 */
export const answerLesson = (game, lesson, step, answer) =>
  ask(`tutorials/${segment(game)}/${step}/answers?lesson=${segment(lesson)}`, { answer });

/** @param {string} text */
export function segment(text) {
  return encodeURIComponent(text);
}
