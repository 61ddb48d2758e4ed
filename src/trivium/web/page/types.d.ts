/**
 * What the server says, for the type checker: the shapes of messages.py that the page uses.
 * docs/web.md and /openapi.json describe them.
 */

export type Spot = [number, number];
export type Colour = string;

export interface Player {
  colour: Colour;
  name: string;
}
export interface Parameter {
  name: string;
  kind: string;
  default: unknown;
  help: string;
}
export interface AgentEntry {
  name: string;
  summary: string;
  parameters: Parameter[];
}
export interface LevelEntry {
  level: number;
  agent: string;
  title: string;
}

export interface GameEntry {
  name: string;
  title: string;
  rules: string;
  sizes: string[];
  size_range: string;
  default_size: string;
  players: [Player, Player];
  counts: string;
  levels: LevelEntry[];
  agents: AgentEntry[];
  analyst: string;
}

export interface Catalogue {
  version: string;
  games: GameEntry[];
  limits: {
    analysis_seconds: number;
    analysis_lines: number;
    agent_seconds: number;
    review_seconds: number;
    request_bytes: number;
  };
}

export interface BoardPlan {
  game: string;
  size: string;
  clickable: "edges" | "cells";
  view: { x: number; y: number; width: number; height: number };
  cells: { id: number; name: string; centre: Spot; outline: Spot[] }[];
  edges: { id: number; name: string; ends: [Spot, Spot]; cells: number[] }[];
  dots: Spot[];
  labels: { text: string; at: Spot }[];
  guides: [Spot, Spot][];
  sides: { colour: Colour; path: Spot[] }[];
  specials: { code: number; text: string }[];
}

export interface Move {
  code: number;
  text: string;
  place: number | null;
  origin: number | null;
  over: number | null;
}

export interface LastMove extends Move {
  by: Colour;
  captured: number[];
  removed: { place: number; colour: Colour }[];
  shrank: boolean;
}

export interface Ending {
  winner: Colour | null;
  reason: string;
  text: string;
}

export interface Chain {
  letter: string;
  kind: "chain" | "loop" | "junction" | "open";
  text: string;
  cells: number[];
  edges: number[];
  junctions: number[];
}

export interface Features {
  chains: Chain[];
  connections: Record<Colour, { cells: number[]; missing: number[] }>;
  threats: { place: number; colour: Colour; by: Move[] }[];
}

export interface Phase {
  name: "placing" | "moving";
  turns: number;
  stage: number;
  corners: number[];
  gone: number[];
  zone: number[];
  to_place: Record<Colour, number>;
  shrinks_in: number | null;
}

export interface Position {
  game: string;
  size: string;
  text: string;
  ply: number;
  turn: Colour | null;
  status: string;
  ending: Ending | null;
  score: Record<Colour, number>;
  owners: Record<number, Colour>;
  cells: Record<number, Colour>;
  legal: Move[];
  last: LastMove | null;
  moves_again: boolean;
  may_steal: boolean;
  phase: Phase | null;
  path: number[];
  features: Features;
}

/** What the board editor holds. */
export interface EditedBoard {
  owners: Record<number, Colour>;
  cells: Record<number, Colour>;
  turn: Colour | null;
  turns: number | null;
  phase: "placing" | "moving" | null;
  stage: number;
}

/** A position by where a line begins and the moves since. */
export interface Line {
  game: string;
  size?: string | null;
  start?: string | null;
  board?: EditedBoard | null;
  moves?: (string | number)[];
}

export type Seat =
  | { kind: "person"; name?: string | null }
  | { kind: "agent"; agent: string; seconds: number }
  | { kind: "level"; level: number };

export interface NewGame extends Line {
  seats: [Seat, Seat];
  clock?: { seconds: number; increment: number } | null;
  pace?: number;
}

export interface SeatState {
  colour: Colour;
  kind: "person" | "agent" | "level";
  name: string;
  agent: string | null;
  level: number | null;
  seconds: number | null;
  present: boolean;
}

export interface PlayedMove extends Move {
  by: Colour;
  seconds: number | null;
  info: string | null;
}

export interface ClockState {
  seconds: number;
  increment: number;
  left: Record<Colour, number>;
  running: Colour | null;
}

export interface Offer {
  kind: "takeback" | "rematch" | "sides";
  by: Colour;
}

export interface GameState {
  type: "state";
  id: string;
  version: number;
  game: string;
  size: string;
  created: string;
  start: string;
  moves: PlayedMove[];
  position: Position;
  seats: [SeatState, SeatState];
  you: Colour[];
  host: boolean;
  clock: ClockState | null;
  thinking: Colour | null;
  waiting: boolean;
  watched: boolean;
  paused: boolean;
  pace: number;
  offers: Offer[];
  ending: Ending | null;
  problem: string | null;
  next: string | null;
  spectators: number;
  compiling: boolean;
  compiled: number;
}

export interface Created {
  id: string;
  tokens: Record<string, string>;
  links: Record<string, string>;
  state: GameState;
}

export interface Action {
  action: string;
  move?: string | number;
  ply?: number;
  swap?: boolean;
  pace?: number;
}

export interface Score {
  pov: Colour;
  points: number;
  exact: boolean;
  winner: Colour | null;
  text: string;
  bar: number;
  share: number | null;
}

export interface EngineLine {
  move: Move;
  score: Score;
  depth: number;
  nodes: number;
  line: Move[];
}
export interface MoveValue {
  code: number;
  text: string;
  value: number;
  best: boolean;
}

export type SearchPhase = "waiting" | "compiling" | "searching" | "done";

export interface Analysis {
  type: "analysis";
  ref: number;
  ply: number;
  phase: SearchPhase;
  compiled: number;
  ahead: number;
  depth: number;
  nodes: number;
  seconds: number;
  score: Score | null;
  lines: EngineLine[];
  values: MoveValue[];
  solved: boolean;
}

export type Judgement = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced";

export interface ReviewedMove {
  ply: number;
  by: Colour;
  move: Move;
  judgement: Judgement;
  loss: number;
  better: Move | null;
  line: Move[];
  before: Score;
  after: Score;
  text: string;
}

export interface Review {
  type: "review";
  ref: number;
  phase: SearchPhase;
  compiled: number;
  done: number;
  total: number;
  graph: { ply: number; score: Score }[];
  moves: ReviewedMove[];
  summary: Record<Colour, Record<string, number | null>>;
}

export interface StoredGame {
  number: number;
  game: string;
  size: string;
  players: [string, string];
  winner: Colour | null;
  reason: string;
  event: string;
  began: string;
}

export interface StoredGames {
  games: StoredGame[];
  total: number;
  older: number | null;
}

export interface ReplayableGame {
  number: number | null;
  game: string;
  size: string;
  start: string;
  moves: PlayedMove[];
  players: [string, string];
  winner: Colour | null;
  reason: string | null;
  event: string;
  began: string;
}

export interface ReadRecords {
  games: ReplayableGame[];
  problems: { line: number; error: string }[];
  stored: number;
}

export interface PuzzleEntry {
  id: string;
  game: string;
  size: string;
  title: string;
  difficulty: number;
}
export interface Puzzle extends PuzzleEntry {
  goal: string;
  source: string;
  start: string;
  moves: string[];
  position: Position;
}

export interface Verdict {
  right: boolean;
  finished: boolean;
  text: string;
  reply: Move | null;
  solution: Move[];
  position: Position;
}

export interface LessonEntry {
  game: string;
  title: string;
  steps: number;
}
export interface LessonStep {
  title: string;
  text: string;
  task: string | null;
  asks: "move" | "place" | null;
  start: string;
  position: Position;
}
export interface LessonVerdict {
  right: boolean;
  text: string;
  moves: string[];
  position: Position;
}
export interface Lesson extends LessonEntry {
  all_steps: LessonStep[];
}
