/**
 * Sounds, made of a few tones when they are needed: none is recorded, none is fetched. They are
 * off unless the person turns them on.
 *
 * @module
 */

import { setting } from "../comfort.js";

/**
 * A tone: its pitch in hertz, when it begins and how long it sounds, in seconds, and how loud.
 *
 * @typedef {[pitch: number, begin: number, length: number, loud: number]} Tone
 */

/** @typedef {keyof typeof TUNES} Sound */

const TUNES = {
  move: /** @type {Tone[]} */ ([
    [420, 0, 0.07, 0.7],
    [210, 0, 0.09, 0.5],
  ]),
  capture: /** @type {Tone[]} */ ([
    [520, 0, 0.07, 0.7],
    [390, 0.07, 0.07, 0.7],
    [260, 0.14, 0.12, 0.6],
  ]),
  won: /** @type {Tone[]} */ ([
    [392, 0, 0.16, 0.5],
    [494, 0.14, 0.16, 0.5],
    [587, 0.28, 0.4, 0.5],
  ]),
  lost: /** @type {Tone[]} */ ([
    [392, 0, 0.18, 0.5],
    [311, 0.16, 0.18, 0.5],
    [233, 0.32, 0.45, 0.5],
  ]),
  over: /** @type {Tone[]} */ ([
    [392, 0, 0.2, 0.5],
    [392, 0.22, 0.35, 0.4],
  ]),
  right: /** @type {Tone[]} */ ([
    [587, 0, 0.1, 0.5],
    [784, 0.09, 0.22, 0.5],
  ]),
  wrong: /** @type {Tone[]} */ ([[196, 0, 0.28, 0.6]]),
};

/** Browsers allow one only after their person has done something. @type {AudioContext | null} */
let audio = null;

/** Play a sound, if the person likes sounds. @param {Sound} name */
export function sound(name) {
  const volume = setting("volume");
  if (!setting("sound") || volume <= 0) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  for (const tone of TUNES[name]) strike(audio, tone, volume);
}

/**
 * The sound of what a move has done.
 *
 * @param {import("../types.js").Position} position
 */
export function moveSound({ last }) {
  if (last) sound(last.captured.length + last.removed.length > 0 ? "capture" : "move");
}

/**
 * The sound of what has happened in a game.
 *
 * @param {import("../types.js").GameState} before
 * @param {import("../types.js").GameState} now
 */
export function gameSound(before, now) {
  if (now.ending && !before.ending) {
    const [side, ...others] = now.you;
    const { winner } = now.ending;
    if (!winner || !side || others.length) sound("over");
    else sound(winner === side ? "won" : "lost");
  } else if (now.moves.length > before.moves.length) moveSound(now.position);
}

/**
 * A tone that is struck like a bar of wood: there at once, gone in a moment.
 *
 * @param {AudioContext} context
 * @param {Tone} tone
 * @param {number} volume
 */
function strike(context, [pitch, begin, length, loud], volume) {
  const start = context.currentTime + begin;
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(0.3 * loud * volume, start + 0.008);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
  loudness.connect(context.destination);
  const source = context.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(loudness);
  source.start(start);
  source.stop(start + length + 0.02);
}
