/**
 * The messages of the API, for the type checker. Made from src/trivium/web/messages by
 * python -m trivium.web.messages.typescript; docs/web.md and /openapi.json describe them.
 */

export type Action = MoveAction | PlainAction | RematchAction | SayAction | NameAction | PaceAction;

export type AnalysisMessage = AnalyseRequest | StopRequest | Ping;

export type BotMessage = BotHello | BotReady | BotMove | Ping;

export type ChallengeMessage = ChallengeRequest | WithdrawRequest | TakeRequest | Ping;

export type GameMessage = Hello | Act | Ping;

export type LeagueRole = "tutor" | "member" | "spectator";

export type LeagueStage = "open" | "frozen" | "final" | "over";

export type MoveInput = number | string;

export type Phrase =
  | "hello"
  | "good-luck"
  | "nice-move"
  | "oops"
  | "thinking"
  | "moment"
  | "thanks"
  | "good-game"
  | "sorry"
  | "bye";

export type ReviewMessage = ReviewRequest | StopRequest | Ping;

export type SeatRequest = PersonSeat | AgentSeat | LevelSeat;

export type Spot = [number, number];

/** An action on a game's connection; `ref` comes back with the answer. */
export interface Act {
  type: "act";
  ref?: number;
  do: Action;
}

/** An action, and the secrets of those who do it. */
export interface ActionRequest {
  tokens?: string[];
  do: Action;
}

/** Names, one a line, with a role behind a comma or without. */
export interface AddMembers {
  text: string;
}

/** Somebody to play against. */
export interface AgentEntry {
  name: string;
  summary: string;
  parameters: Parameter[];
  listed: boolean;
}

/** A seat for an agent of the catalogue, such as ``champion`` or ``stages:timeout=2``. */
export interface AgentSeat {
  kind: "agent";
  agent: string;
  seconds?: number;
}

/** Analyse a position; a new request ends the one before. */
export interface AnalyseRequest extends Line {
  type: "analyse";
  ref?: number;
  lines?: number;
  seconds?: number | null;
}

/** What is known so far; each message replaces the one before. */
export interface Analysis {
  type: "analysis";
  ref: number;
  ply: number;
  phase: "waiting" | "compiling" | "searching" | "done";
  compiled: number;
  getting_ready: GettingReady | null;
  ahead: number;
  depth: number;
  nodes: number;
  seconds: number;
  score: Score | null;
  lines: EngineLine[];
  values: MoveValue[];
  solved: boolean;
}

/** Who did what when. */
export interface AuditEntry {
  at: string;
  who: string;
  what: string;
}

/** Where everything lies, once for a game and size. */
export interface Board {
  game: string;
  size: string;
  clickable: "edges" | "cells";
  view: View;
  cells: Cell[];
  edges: Edge[];
  dots: Spot[];
  labels: Label[];
  guides: [Spot, Spot][];
  sides: Side[];
  specials: SpecialMove[];
  style: string;
  turning: Turning;
  stages: Stage[];
}

/** The first message of a connected bot. */
export interface BotHello {
  type: "hello";
  protocol: "1";
  token: string;
  agent: string;
}

/** The bot's move, or ``resign``. */
export interface BotMove {
  type: "move";
  id: string;
  ply: number;
  move: string;
}

/** A bot with its versions and games. */
export interface BotPage {
  name: string;
  versions: BotVersion[];
  games: LeagueGame[];
}

/** The bot is ready for a game. */
export interface BotReady {
  type: "ready";
  id: string;
}

/** One version of a bot, as everybody may see it. */
export interface BotVersion {
  number: number;
  label: string;
  kind: "upload" | "connect";
  state: "waiting" | "trying" | "passed" | "failed";
  submitted: string;
  benched: boolean;
  current: boolean;
  history: RatingPoint[];
}

/** What the server allows. */
export interface Bounds {
  analysis_seconds: number;
  analysis_lines: number;
  agent_seconds: number;
  review_seconds: number;
  request_bytes: number;
  gifs: boolean;
  embeds: boolean;
}

/** All games, and what the server allows. */
export interface Catalogue {
  version: string;
  reachable: boolean;
  games: GameEntry[];
  limits: Bounds;
}

/** A cell or square of the board. */
export interface Cell {
  id: number;
  name: string;
  centre: Spot;
  outline: Spot[];
}

/** A chain, loop, junction or open row of a board of edges. */
export interface Chain {
  letter: string;
  kind: "chain" | "loop" | "junction" | "open";
  text: string;
  cells: number[];
  edges: number[];
  junctions: number[];
}

/** Somebody waits for an opponent. */
export interface Challenge {
  id: string;
  game: string;
  size: string;
  clock: ClockRequest | null;
  colour: string | null;
  name: string;
  yours: boolean;
}

/** Challenge whoever likes. It stands as long as the connection, instead of an earlier one. */
export interface ChallengeRequest {
  type: "challenge";
  ref?: number;
  game: string;
  size: string;
  clock?: ClockRequest | null;
  colour?: string | null;
  name?: string | null;
}

/** All challenges there are, the oldest first. */
export interface Challenges {
  type: "challenges";
  challenges: Challenge[];
  people: number;
}

/** Seconds for the game, and what is added after each move. */
export interface ClockRequest {
  seconds: number;
  increment?: number;
}

/** The clocks when the message was sent. */
export interface ClockState {
  seconds: number;
  increment: number;
  left: Record<string, number>;
  running: string | null;
}

/** A shortest way for a player to join both sides. */
export interface Connection {
  cells: number[];
  missing: number[];
}

/** A new game, with the secrets of its seats for the one who made it. */
export interface Created {
  id: string;
  tokens: Record<string, string>;
  links: Record<string, string>;
  state: GameState;
}

/** How often the first won, drew and lost against the second. */
export interface CrossTable {
  pairs: [string, string, number, number, number][];
}

/** What was asked for has been done. */
export interface Done {
  type: "done";
  ref: number;
}

/** An edge of a board of edges; its number is that of the move that claims it. */
export interface Edge {
  id: number;
  name: string;
  ends: [Spot, Spot];
  cells: number[];
}

/** The content of the board editor. */
export interface EditedBoard {
  owners?: Record<number, string>;
  cells?: Record<number, string>;
  turn?: string | null;
  turns?: number | null;
  phase?: "placing" | "moving" | null;
  stage?: number;
}

/** How a game ended. */
export interface Ending {
  winner: string | null;
  reason: string;
  text: string;
}

/** One of the best moves, with what follows. */
export interface EngineLine {
  move: Move;
  score: Score;
  depth: number;
  nodes: number;
  line: Move[];
}

/** What can be seen of a position; each game has its own. */
export interface Features {
  chains: Chain[];
  connections: Record<string, Connection>;
  threats: Threat[];
}

/** Who would be in a final that began now. */
export interface FinalField {
  ready: string[];
  benched: string[];
  untried: string[];
}

/** One bot in the final. */
export interface FinalRow {
  rank: number;
  name: string;
  marks: Record<string, number>;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  faults: number;
}

/** The final on one board. */
export interface FinalTable {
  title: string;
  played: number;
  expected: number | null;
  rows: FinalRow[];
}

/** A game that can be played. */
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
  analyst: string | null;
  thing: string;
  picture: string;
  shows_score: boolean;
  margins: boolean;
  nimbers: boolean;
  features: string | null;
  phases: ("placing" | "moving")[];
  editable: boolean;
  puzzled: boolean;
  taught: boolean;
  text_begins: string | null;
}

/** All about a game, as one connection sees it. */
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
  you: string[];
  host: boolean;
  clock: ClockState | null;
  thinking: string | null;
  waiting: boolean;
  watched: boolean;
  paused: boolean;
  pace: number;
  offers: Offer[];
  ending: Ending | null;
  problem: string | null;
  stored: boolean;
  next: string | null;
  drawable: boolean;
  casual: boolean;
  said: Said[];
  spectators: number;
  compiling: boolean;
  compiled: number;
  getting_ready: GettingReady | null;
}

/** How far the server is with compiling what the levels of a game need. */
export interface GettingReady {
  done: number;
  total: number;
}

/** How the server is doing. */
export interface Health {
  ready: boolean;
  compiling: boolean;
  searches: number;
  waiting: number;
  games: number;
}

/** The first message on a game's connection: the seats that are held here. */
export interface Hello {
  type: "hello";
  tokens?: string[];
}

/** Help for who is to move, and the secrets of the seats held. */
export interface HelpRequest {
  tokens?: string[];
}

/** What to look for, then the move, then why. */
export interface Hint {
  ply: number;
  idea: string;
  move: Move;
  why: string[];
}

/** A name at the border of the board. */
export interface Label {
  text: string;
  at: Spot;
}

/** The last move, and what it did. */
export interface LastMove extends Move {
  by: string;
  captured: number[];
  removed: Taken[];
  shrank: boolean;
}

/** A league in the list of all. */
export interface LeagueEntry {
  name: string;
  game: string;
  title: string;
  sizes: string[];
  stage: LeagueStage;
  deadline: string | null;
}

/** A game of a bot. */
export interface LeagueGame {
  number: number;
  players: [string, string];
  winner: string | null;
  colour: string;
  reason: string;
  began: string;
  seconds: number | null;
  final: boolean;
}

/** A league, and who is looking at it. */
export interface LeagueState extends LeagueEntry {
  clock: string;
  references: string[];
  provisional: number;
  narrow: number;
  open: boolean;
  connected: string[];
  you: string | null;
  role: LeagueRole | null;
  plays: boolean;
  uploads: string | null;
}

/** The table of a league. */
export interface LeagueTable {
  at: string;
  games: number;
  rows: TableRow[];
}

/** A tutorial. */
export interface Lesson extends LessonEntry {
  all_steps: LessonStep[];
}

/** A move, or the name of a cell or square, as the step asks for. */
export interface LessonAnswer {
  answer: MoveInput;
}

/** A lesson in the list. */
export interface LessonEntry {
  game: string;
  lesson: string;
  title: string;
  about: string;
  steps: number;
}

/** One step of a tutorial. */
export interface LessonStep {
  title: string;
  text: string;
  task: string | null;
  asks: "move" | "place" | null;
  start: string;
  position: Position;
  marked: number[];
}

/** What the tutorial says to an answer. */
export interface LessonVerdict {
  right: boolean;
  text: string;
  why: string[];
  moves: string[];
  steps: Position[];
}

/** A step on the ladder of opponents. */
export interface LevelEntry {
  level: number;
  agent: string;
  title: string;
  rating: number | null;
}

/** A seat for an opponent of a level. */
export interface LevelSeat {
  kind: "level";
  level: number;
}

/** A position by where a line begins and the moves since. */
export interface Line {
  game: string;
  size?: string | null;
  start?: string | null;
  board?: EditedBoard | null;
  moves?: MoveInput[];
}

/** A link to be drawn as a QR code. */
export interface LinkRequest {
  text: string;
}

/** A new league, with the token of its tutor, which is told here and never again. */
export interface MadeLeague {
  name: string;
  token: string;
}

/** A challenge was taken up: the game has begun, and this is your seat in it. */
export interface Matched {
  type: "matched";
  game: string;
  colour: string;
  token: string;
}

/** Whose token was shown. */
export interface Me {
  name: string;
  role: LeagueRole;
  league: string;
  game: string;
  size: string;
}

/** A member as a tutor sees them. */
export interface MemberEntry {
  name: string;
  role: LeagueRole;
  revoked: boolean;
  versions: number;
  current: string | null;
  state: string;
}

/** Somebody by name. */
export interface MemberRequest {
  name: string;
}

/** A move; `place` is where one clicks for it, `origin` the square it starts from. */
export interface Move {
  code: number;
  text: string;
  place: number | null;
  origin: number | null;
  over: number | null;
}

/** Make a move. */
export interface MoveAction {
  action: "move";
  move: MoveInput;
  ply?: number | null;
}

/** The proven result of a move: the final margin for the player to move. */
export interface MoveValue {
  code: number;
  text: string;
  value: number;
  best: boolean;
}

/** Say what one is called, once, on a seat that has no name yet. */
export interface NameAction {
  action: "name";
  name: string;
}

/** A game to play. */
export interface NewGame {
  game: string;
  size?: string | null;
  start?: string | null;
  board?: EditedBoard | null;
  moves?: MoveInput[];
  seats: [SeatRequest, SeatRequest];
  clock?: ClockRequest | null;
  pace?: number;
  move_limit?: number | null;
}

/** A league to be made by the one who holds the server's secret. */
export interface NewLeague {
  name: string;
  game: string;
  sizes?: string[];
  clock?: string;
  references?: number[];
  deadline?: string | null;
  final?: "round-robin" | "swiss" | "knockout";
  final_rounds?: number;
  open?: boolean;
}

/** A token, which is told here and never again. */
export interface NewToken {
  name: string;
  role: string;
  token: string;
}

/** What a move leaves in Nimstring. */
export interface NimberOfMove {
  place: number;
  text: string;
  good: boolean;
}

/** What a position is worth in Nimstring, as far as that is within reach. */
export interface Nimbers {
  text: string | null;
  moves: NimberOfMove[];
}

/** Something that the other person has to agree to. */
export interface Offer {
  kind: "takeback" | "rematch" | "sides" | "draw";
  by: string;
}

/** What only the owner of a bot sees. */
export interface OwnBot {
  name: string;
  league: string;
  versions: OwnVersion[];
  lost: OwnGame[];
  games: OwnGame[];
  uploads_left: number;
  storage_left: number;
}

/** A game as the owner of one of the bots sees it. */
export interface OwnGame extends LeagueGame {
  label: string;
  why: string;
  output: string;
  remarks: string;
}

/** A version as its owner sees it. */
export interface OwnVersion {
  number: number;
  label: string;
  kind: "upload" | "connect";
  state: "waiting" | "trying" | "passed" | "failed";
  submitted: string;
  benched: string | null;
  report: string;
}

/** Set the least seconds between two moves of agents. */
export interface PaceAction {
  action: "pace";
  pace: number;
}

/** What can be set of an agent. */
export interface Parameter {
  name: string;
  kind: string;
  default: number | boolean | string;
  help: string;
}

/** A seat for a person. */
export interface PersonSeat {
  kind: "person";
  name?: string | null;
}

/** Where a game stands that has phases, and a board that shrinks. */
export interface Phase {
  name: "placing" | "moving";
  turns: number;
  stage: number;
  corners: number[];
  gone: number[];
  zone: number[];
  to_place: Record<string, number>;
  shrinks_in: number | null;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** Do something that needs no more words. */
export interface PlainAction {
  action:
    | "takeback"
    | "resign"
    | "sides"
    | "draw"
    | "accept"
    | "decline"
    | "pause"
    | "resume"
    | "step";
}

/** A move of a game. */
export interface PlayedMove extends Move {
  by: string;
  seconds: number | null;
  info: string | null;
}

/** A side of a game. */
export interface Player {
  colour: string;
  name: string;
}

/** Yes. */
export interface Pong {
  type: "pong";
}

/** A position with everything that is drawn of it. */
export interface Position {
  game: string;
  size: string;
  text: string;
  ply: number;
  turn: string | null;
  status: string;
  ending: Ending | null;
  score: Record<string, number>;
  owners: Record<number, string>;
  cells: Record<number, string>;
  legal: Move[];
  last: LastMove | null;
  moves_again: boolean;
  may_steal: boolean;
  phase: Phase | null;
  path: number[];
  features: Features;
}

/** The body of every answer that is not a success. */
export interface Problem {
  error: string;
  kind: string;
}

/** A puzzle to solve. */
export interface Puzzle extends PuzzleEntry {
  goal: string;
  start: string;
  moves: string[];
  source: string;
  position: Position;
}

/** The move that is proposed, after those that were right before it. */
export interface PuzzleAnswer {
  moves: MoveInput[];
}

/** A puzzle in the list. */
export interface PuzzleEntry {
  id: string;
  game: string;
  size: string;
  rating: number;
  deviation: number;
  themes: string[];
  asked: number;
}

/** Something that puzzles are about. */
export interface PuzzleTheme {
  name: string;
  title: string;
  words: string;
}

/** What a rating was after so many games. */
export interface RatingPoint {
  games: number;
  elo: number;
  error: number;
  at: string;
}

/** What an upload held. */
export interface ReadRecords {
  games: ReplayableGame[];
  problems: WrongLine[];
  stored: number;
}

/** Records as JSON Lines, or one record as JSON. */
export interface RecordsRequest {
  text: string;
  store?: boolean;
}

/** What was asked for has not been done. */
export interface Refused {
  type: "refused";
  ref: number;
  error: string;
  kind: string;
}

/** Play again, with colours exchanged or not. */
export interface RematchAction {
  action: "rematch";
  swap?: boolean;
}

/** A game to go through. */
export interface ReplayableGame {
  number: number | null;
  game: string;
  size: string;
  start: string;
  moves: PlayedMove[];
  players: [string, string];
  ending: Ending | null;
  event: string;
  began: string;
}

/** How far a review is, and what is new since the message before. */
export interface Review {
  type: "review";
  ref: number;
  phase: "waiting" | "compiling" | "searching" | "done";
  compiled: number;
  getting_ready: GettingReady | null;
  done: number;
  total: number;
  graph: ReviewPoint[];
  moves: ReviewedMove[];
  summary: Record<string, ReviewSummary>;
}

/** The evaluation after so many moves. */
export interface ReviewPoint {
  ply: number;
  score: Score;
}

/** Go through a game; a new request ends the one before. */
export interface ReviewRequest extends Line {
  type: "review";
  ref?: number;
  seconds?: number;
}

/** How a player did. */
export interface ReviewSummary {
  moves: number;
  accuracy: number | null;
  inaccuracy: number;
  mistake: number;
  blunder: number;
}

/** What a move was worth. */
export interface ReviewedMove {
  ply: number;
  by: string;
  move: Move;
  judgement: "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  loss: number;
  chance_lost: number;
  better: Move | null;
  line: Move[];
  before: Score;
  after: Score;
  text: string;
  why: string[];
}

/** A game that is being played. */
export interface RunningGame {
  key: string;
  players: [string, string];
  position: Position;
}

/** A phrase that a player has said. */
export interface Said {
  number: number;
  by: string;
  phrase: Phrase;
}

/** Say a phrase to the other player. */
export interface SayAction {
  action: "say";
  phrase: Phrase;
}

/** What a position is worth, and to whom. */
export interface Score {
  pov: string;
  points: number;
  exact: boolean;
  winner: string | null;
  text: string;
  share: number | null;
  short: string;
  bar: number;
}

/** Who sits there. */
export interface SeatState {
  colour: string;
  kind: "person" | "agent" | "level";
  name: string;
  named: boolean;
  agent: string | null;
  level: number | null;
  seconds: number | null;
  listed: boolean;
  present: boolean;
}

/** A border of the board that belongs to a player. */
export interface Side {
  colour: string;
  path: Spot[];
}

/** A move that has no place on the board: the steal, the pass. */
export interface SpecialMove {
  code: number;
  text: string;
  title: string;
  words: string;
}

/** A size that the board goes through. */
export interface Stage {
  title: string;
  corners: number[];
  gone: number[];
}

/** Stop analysing. */
export interface StopRequest {
  type: "stop";
}

/** A game of the database, in short. */
export interface StoredGame {
  number: number;
  game: string;
  size: string;
  players: [string, string];
  winner: string | null;
  reason: string;
  shortened: boolean;
  event: string;
  began: string;
}

/** A page of stored games, newest first. */
export interface StoredGames {
  games: StoredGame[];
  total: number;
  older: number | null;
}

/** One version of a bot, or a reference opponent, in the table. */
export interface TableRow {
  name: string;
  label: string;
  version: number;
  kind: "upload" | "connect" | "reference";
  reference: boolean;
  here: boolean;
  benched: boolean;
  rank: number | null;
  elo: number;
  error: number | null;
  provisional: boolean;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  faults: number;
  form: string;
  seconds: number;
  current: boolean;
}

/** Take up somebody's challenge. */
export interface TakeRequest {
  type: "take";
  ref?: number;
  id: string;
  name?: string | null;
}

/** A piece, stone or cell that a move took. */
export interface Taken {
  place: number;
  colour: string;
}

/** Bots come in again, or for longer. */
export interface Thaw {
  deadline?: string | null;
}

/** A piece that the other side could eliminate with its next move. */
export interface Threat {
  place: number;
  colour: string;
  by: Move[];
}

/** How the board lies, in degrees clockwise. */
export interface Turning {
  step: number;
  behind: Record<string, number>;
  when_narrow: number;
}

/** What a tutor sees. */
export interface TutorDesk {
  members: MemberEntry[];
  waiting: number;
  queue: number;
  workers: string[];
  limits: Record<string, string>;
  field: FinalField;
  log: AuditEntry[];
}

/** What an answer is worth. */
export interface Verdict {
  right: boolean;
  done: boolean;
  text: string;
  why: string[];
  reply: Move[];
  solution: Move[];
  steps: Position[];
}

/** A version by its label. */
export interface VersionRequest {
  label: string;
  reason?: string;
}

/** The rectangle of paper that everything lies in. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Why a move would be a blunder; nothing if it would not. */
export interface Warned {
  ply: number;
  move: Move;
  why: string[];
}

/** Whether a move would be a blunder. */
export interface WarningRequest extends HelpRequest {
  move: MoveInput;
}

/** Take the own challenge back. */
export interface WithdrawRequest {
  type: "withdraw";
  ref?: number;
}

/** A game record as `POST /api/records` reads it. */
export interface WrittenRecord {
  text: string;
}

/** A line of an upload that is no record. */
export interface WrongLine {
  line: number;
  error: string;
}
