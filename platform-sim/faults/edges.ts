/**
 * Where faults are asked for, one row an edge: what is known there, so that a rule that asks for more could never fire, and
 * what can happen there.
 */

/** What a rule may do: exactly one of them. */
export const EFFECTS = ['delay', 'hold', 'refuse', 'drop', 'fail', 'duplicate', 'garble', 'cut', 'close'] as const;
export type Effect = (typeof EFFECTS)[number];

/** What a rule may ask for, besides the edge. */
export const PLACES = ['owner', 'command', 'org', 'key', 'member', 'socket', 'frame'] as const;
export type PlaceName = (typeof PLACES)[number];

interface EdgeRow {
  readonly knows: readonly PlaceName[];
  readonly takes: readonly Effect[];
  /** The codes that it refuses with; absent: whatever an owner may rule. */
  readonly codes?: readonly string[];
  /** What to do in place of an effect that it does not take. */
  readonly instead?: Partial<Record<Effect, string>>;
}

/** What the platform may say of a command that it does not take. */
export const INBOX_REFUSALS = ['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'] as const;

const COMMAND = ['owner', 'command', 'org', 'key', 'member'] as const;
const NOT_JUDGED = 'nothing is judged there: state inbox or verdict';

export const EDGE_ROWS = {
  /** A member's look-up of a key: no owner and no command is known yet. */
  'look-up': {
    knows: ['org', 'key', 'member'],
    takes: ['delay', 'hold', 'fail'],
    instead: { refuse: NOT_JUDGED },
  },
  /** The intake of key material. */
  intake: {
    knows: ['org', 'key', 'member'],
    takes: ['delay', 'hold', 'refuse', 'fail'],
    codes: ['INTAKE_UNAVAILABLE', 'INTAKE_KEY_REUSED', 'RATE_LIMITED'],
  },
  /** A command's way into its owner's inbox. */
  inbox: { knows: COMMAND, takes: ['delay', 'hold', 'refuse', 'fail'], codes: INBOX_REFUSALS },
  /** A command's judgement. */
  verdict: { knows: COMMAND, takes: ['delay', 'hold', 'refuse', 'fail'] },
  /** The algo engine's verdict on a document: the engine is of no member. */
  engine: {
    knows: ['owner', 'command', 'org', 'key'],
    takes: ['delay', 'hold', 'refuse'],
    instead: { fail: 'the engine always says something of a document: refuse it, or hold the verdict' },
  },
  /** A member's hearing of an instrument or an algo version. */
  apply: { knows: ['member'], takes: ['delay', 'hold'] },
  /** The HTTP answer: it is of no owner. */
  answer: {
    knows: ['command', 'org', 'key', 'member'],
    takes: ['delay', 'hold', 'drop'],
    instead: { refuse: NOT_JUDGED, fail: 'drop it' },
  },
  /** After a socket's admission, before its handshake is answered: the organisation is known where a credential was owed. */
  handshake: {
    knows: ['socket', 'org', 'member'],
    takes: ['delay', 'hold', 'refuse', 'drop'],
    codes: ['NOT_PRIMED'],
    instead: { fail: 'drop it' },
  },
  /** Between a socket's 101 and its first frame: access can be revoked meanwhile. */
  'first-frame': {
    knows: ['socket', 'org', 'member'],
    takes: ['delay', 'hold'],
    instead: { drop: 'state the edge frame', close: 'state the edge frame' },
  },
  /** A frame of the member, the first included: `on.frame` is the op that it answers, or the kind of its event. */
  frame: {
    knows: ['socket', 'frame', 'org', 'member'],
    takes: ['delay', 'hold', 'drop', 'duplicate', 'garble', 'cut', 'close'],
    instead: { refuse: 'a frame is sent or it is not: garble it, or close with a code', fail: 'cut it' },
  },
} as const satisfies Record<string, EdgeRow>;

export type Edge = keyof typeof EDGE_ROWS;
export const EDGES = Object.keys(EDGE_ROWS) as [Edge, ...Edge[]];

export function edgeRow(edge: Edge): EdgeRow {
  return EDGE_ROWS[edge];
}
