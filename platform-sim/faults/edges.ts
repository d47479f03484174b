/**
 * The edges where faults act, one row each, in the order in which a write meets them: the properties known there (a
 * rule that requires others could never fire), the possible effects, and the outcome of the command after each effect.
 */
import type { Sender } from './command-kinds.ts';

/** The effects of a rule: it states exactly one. */
export const EFFECTS = [
  'delay',
  'hold',
  'refuse',
  'drop',
  'fail',
  'duplicate',
  'garble',
  'cut',
  'reset',
  'close',
  'crash',
  'answer',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** What a rule may match, besides the edge. */
export const PLACES = ['owner', 'command', 'org', 'key', 'member', 'socket', 'frame', 'method', 'path'] as const;
export type PlaceName = (typeof PLACES)[number];

interface EdgeRow {
  /** For messages: what passes there. */
  readonly says: string;
  readonly knows: readonly PlaceName[];
  readonly takes: readonly Effect[];
  /** The codes that it may refuse with; absent: any owner's refusal. */
  readonly codes?: readonly string[];
  /** The values that `fail` accepts there in place of `true`. */
  readonly fails?: readonly string[];
  /** The sender whose commands pass there; absent: any. */
  readonly from?: Sender;
  /** What to use in place of an unsupported effect. */
  readonly instead?: Partial<Record<Effect, string>>;
  /** The outcome of a command after an effect that leaves its sender without an answer. */
  readonly truths?: Partial<Record<Effect, string>>;
}

/** The reasons why the platform does not accept a command. */
export const INBOX_REFUSALS = ['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'] as const;

/** How the disk under the log fails: nothing was written, or what was written may be lost in a crash. */
export const LOG_FAILURES = ['disk full', 'sync failed'] as const;

/** The errors of the token endpoint (RFC 6749 section 5.2), in upper case. */
export const TOKEN_REFUSALS = ['INVALID_CLIENT', 'INVALID_REQUEST', 'INVALID_SCOPE', 'UNAUTHORIZED_CLIENT'] as const;

const COMMAND = ['owner', 'command', 'org', 'key', 'member'] as const;
const NOT_JUDGED = 'nothing is judged there: state inbox or verdict';
const NEVER_SENT = 'never sent: the member was gone first';
const APPLIED = 'sequenced: whoever asks with the key again gets its outcome';
const HEARD_LATE = 'sequenced: the member hears of it late';
const UNTOLD = 'as the member would have answered: a write that it had under way is sequenced';

/** The rows of the edges, in the order in which a write meets them. */
export const EDGE_ROWS = {
  'look-up': {
    says: "a member's look-up of a key: no owner and no command is known yet",
    knows: ['org', 'key', 'member'],
    takes: ['delay', 'hold', 'fail', 'crash'],
    instead: { refuse: NOT_JUDGED, drop: 'hold it: the member waits for it until its write deadline' },
    truths: { crash: NEVER_SENT },
  },
  intake: {
    says: 'the intake of key material',
    knows: ['org', 'key', 'member'],
    takes: ['delay', 'hold', 'refuse', 'fail', 'crash'],
    codes: ['INTAKE_UNAVAILABLE', 'INTAKE_KEY_REUSED', 'RATE_LIMITED'],
    truths: { crash: NEVER_SENT },
  },
  send: {
    says: "a member's command on its way to the platform, which knows nothing of it yet",
    knows: COMMAND,
    takes: ['delay', 'hold', 'drop', 'fail', 'duplicate', 'crash'],
    from: 'member',
    instead: { refuse: NOT_JUDGED },
    truths: {
      delay: 'late: it reaches its owner when it comes, unless its key came another way first',
      hold: 'late: it reaches its owner when it is let go, unless its key came another way first',
      drop: 'lost before the owner: the member answers 202 at its deadline, and sends it again 10 s later or with its key',
      duplicate: 'sent twice: sequenced once',
      crash: NEVER_SENT,
    },
  },
  inbox: {
    says: "a command's way into its owner's inbox, known to the platform by its key",
    knows: COMMAND,
    takes: ['delay', 'hold', 'refuse', 'fail', 'crash'],
    codes: INBOX_REFUSALS,
    instead: { drop: 'state the edge send', duplicate: 'state the edge send' },
    truths: { crash: APPLIED },
  },
  verdict: {
    says: "a command's judgement by its owner, while it has its place in the inbox",
    knows: COMMAND,
    takes: ['delay', 'hold', 'refuse', 'fail', 'crash'],
    instead: { drop: 'state the edge send', duplicate: 'state the edge send' },
    truths: { crash: APPLIED },
  },
  sequencer: {
    says: 'the one line of all owners into the sequence: what comes behind waits, in order',
    knows: ['owner', 'command', 'org', 'key'],
    takes: ['delay', 'hold'],
    instead: { refuse: NOT_JUDGED, fail: 'state the edge log', drop: 'state the edge send' },
  },
  log: {
    says: 'the disk under the log of a sandbox with --data, asked at each write: the log takes no more once it failed',
    knows: [],
    takes: ['fail'],
    fails: LOG_FAILURES,
    instead: {
      refuse: 'a disk says nothing: fail it',
      delay: 'state the edge sequencer',
      hold: 'state the edge sequencer',
    },
  },
  reply: {
    says: 'the record of a command on its way back to the member that sent it: what comes behind waits',
    knows: COMMAND,
    takes: ['delay', 'hold', 'drop', 'crash'],
    from: 'member',
    instead: { refuse: NOT_JUDGED, fail: 'drop it' },
    truths: { delay: HEARD_LATE, hold: HEARD_LATE, drop: HEARD_LATE, crash: APPLIED },
  },
  record: {
    says: 'any record on its way to a member, as it is sequenced: what comes behind waits',
    knows: COMMAND,
    takes: ['delay', 'hold', 'drop', 'crash'],
    instead: { refuse: NOT_JUDGED, fail: 'drop it' },
  },
  apply: {
    says: "a member's hearing of an instrument or an algo version alone",
    knows: ['member'],
    takes: ['delay', 'hold'],
    instead: { drop: 'hold it, or state the edge record' },
  },
  venue: {
    says: "a venue's report: a fill, a balance reading, a quote, a probe's answer, an account that it shows",
    knows: ['owner', 'command', 'org'],
    takes: ['delay', 'hold', 'drop', 'duplicate'],
    from: 'venue',
    instead: { refuse: 'a venue hears no refusal: state inbox or verdict', fail: 'drop it' },
    truths: { drop: 'the venue holds it for told: it says it no more', duplicate: 'told twice: one effect' },
  },
  engine: {
    says: "the algo engine's verdict on a document: the engine is of no member",
    knows: ['owner', 'command', 'org', 'key'],
    takes: ['delay', 'hold', 'refuse'],
    from: 'engine',
    instead: { fail: 'the engine always says something of a document: refuse it, or hold the verdict' },
  },
  token: {
    says: 'the token endpoint of the issuer: who asks is not known yet',
    knows: [],
    takes: ['delay', 'hold', 'refuse', 'drop', 'fail'],
    codes: TOKEN_REFUSALS,
  },
  jwks: {
    says: "the issuer's public keys, on their way to a member or, without on.member, to anybody",
    knows: ['member'],
    takes: ['delay', 'hold', 'drop', 'fail'],
    instead: { refuse: 'fail it' },
  },
  answer: {
    says: 'the HTTP answer, of a read as of a write: it is of no owner',
    knows: ['command', 'org', 'key', 'member', 'method', 'path'],
    takes: ['delay', 'hold', 'drop', 'cut', 'reset', 'crash', 'answer'],
    from: 'member',
    instead: {
      refuse: 'state answer: { status }',
      fail: 'state answer: { status }',
      duplicate: 'HTTP answers a request once: send the request again',
    },
    truths: { drop: UNTOLD, cut: UNTOLD, reset: UNTOLD, crash: UNTOLD, answer: UNTOLD },
  },
  answered: {
    says: 'right after the HTTP answer has gone out',
    knows: ['command', 'org', 'key', 'member', 'method', 'path'],
    takes: ['crash'],
    from: 'member',
    instead: { drop: 'state the edge answer', delay: 'state the edge answer', hold: 'state the edge answer' },
    truths: { crash: 'as answered' },
  },
  handshake: {
    says: "after a socket's admission, before its handshake is answered: whose it is is known where a credential was owed",
    knows: ['socket', 'org', 'member'],
    takes: ['delay', 'hold', 'refuse', 'drop'],
    codes: ['NOT_PRIMED'],
    instead: { fail: 'drop it' },
  },
  'first-frame': {
    says: "between a socket's 101 and its first frame: access can be revoked meanwhile",
    knows: ['socket', 'org', 'member'],
    takes: ['delay', 'hold'],
    instead: { drop: 'state the edge frame', close: 'state the edge frame' },
  },
  frame: {
    says: 'a frame of the member, the first included: on.frame is the op that it answers, or the kind of its event',
    knows: ['socket', 'frame', 'org', 'member'],
    takes: ['delay', 'hold', 'drop', 'duplicate', 'garble', 'cut', 'close', 'crash'],
    instead: {
      refuse: 'a frame is sent or it is not: garble it, or close with a code',
      fail: 'cut it',
      reset: 'cut it',
    },
    truths: { drop: UNTOLD, cut: UNTOLD, crash: UNTOLD },
  },
} as const satisfies Record<string, EdgeRow>;

export type Edge = keyof typeof EDGE_ROWS;

/** The names of the edges. */
export const EDGES = Object.keys(EDGE_ROWS) as [Edge, ...Edge[]];

/** The row of an edge, with widened types. */
export function edgeRow(edge: Edge): EdgeRow {
  return EDGE_ROWS[edge];
}

/** The default edge of each dropped thing: a rule that drops need not state its edge. */
export const DROPS = {
  answer: 'answer',
  handshake: 'handshake',
  frame: 'frame',
  command: 'send',
  reply: 'reply',
  record: 'record',
  report: 'venue',
  token: 'token',
  jwks: 'jwks',
} as const satisfies Record<string, Edge>;

/** The things that a rule may drop. */
export const DROPPED = Object.keys(DROPS) as [keyof typeof DROPS, ...(keyof typeof DROPS)[]];
