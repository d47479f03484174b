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
  /** What passes there. */
  readonly description: string;
  /** The name of this edge in the console's lane of a write; absent: it is not on the way of a write. */
  readonly lane?: string;
  readonly knows: readonly PlaceName[];
  readonly takes: readonly Effect[];
  /** What `drop` names there: a rule that drops it need not state the edge. */
  readonly drops?: string;
  /** The codes that it may refuse with; absent: any refusal of an owner. */
  readonly codes?: readonly string[];
  /** The values that `fail` accepts there in place of `true`. */
  readonly fails?: readonly string[];
  /** The sender whose commands pass there; absent: any. */
  readonly from?: Sender;
  /** A write with a key passes again after its platform process ended: its sender submits it once more. */
  readonly submittedAgain?: true;
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
const NOT_JUDGED = 'no command is judged there: use the edge inbox or verdict';
const NEVER_SENT = 'not sent: the member crashed first';
const APPLIED = 'sequenced: a retry with the key returns its outcome';
const RECEIVED_LATE = 'sequenced: the member receives the record late';
const UNANSWERED = 'made: the member processed the request, and only its answer was lost';

/** The rows of the edges, in the order in which a write meets them. */
export const EDGE_ROWS = {
  'look-up': {
    description: "a member's look-up of a key; the owner and the command are not known yet",
    lane: 'look-up',
    knows: ['org', 'key', 'member'],
    takes: ['delay', 'hold', 'fail', 'crash'],
    instead: { refuse: NOT_JUDGED, drop: 'use hold: the member waits for the look-up until its write deadline' },
    truths: { crash: NEVER_SENT },
  },
  intake: {
    description: 'the intake of key material',
    lane: 'intake',
    knows: ['org', 'key', 'member'],
    takes: ['delay', 'hold', 'refuse', 'fail', 'crash'],
    codes: ['INTAKE_UNAVAILABLE', 'INTAKE_KEY_REUSED', 'RATE_LIMITED'],
    truths: { crash: NEVER_SENT },
  },
  send: {
    description: "a member's command on its way to the platform, before the platform knows it",
    lane: 'send',
    knows: COMMAND,
    takes: ['delay', 'hold', 'drop', 'fail', 'duplicate', 'crash'],
    drops: 'command',
    from: 'member',
    submittedAgain: true,
    instead: { refuse: NOT_JUDGED },
    truths: {
      delay: 'late: it reaches its owner after the delay, unless another request with its key arrived first',
      hold: 'late: it reaches its owner when it is released, unless another request with its key arrived first',
      drop: 'lost before the owner: the member answers 202 at its deadline, and sends it again 10 s later or with its key',
      duplicate: 'sent twice: sequenced once',
      crash: NEVER_SENT,
    },
  },
  inbox: {
    description: "a command on its way into its owner's inbox; the platform knows it by its key",
    lane: 'inbox',
    knows: COMMAND,
    takes: ['delay', 'hold', 'refuse', 'fail', 'crash'],
    codes: INBOX_REFUSALS,
    submittedAgain: true,
    instead: { drop: 'use the edge send', duplicate: 'use the edge send' },
    truths: { crash: APPLIED },
  },
  verdict: {
    description: "the owner's judgement of a command; the command keeps its place in the inbox",
    lane: 'verdict',
    knows: COMMAND,
    takes: ['delay', 'hold', 'refuse', 'fail', 'crash'],
    submittedAgain: true,
    instead: { drop: 'use the edge send', duplicate: 'use the edge send' },
    truths: { crash: APPLIED },
  },
  sequencer: {
    description: 'the queue of all owners into the sequence; later commands wait, in order',
    lane: 'sequence',
    knows: ['owner', 'command', 'org', 'key'],
    takes: ['delay', 'hold'],
    submittedAgain: true,
    instead: { refuse: NOT_JUDGED, fail: 'use the edge log', drop: 'use the edge send' },
  },
  log: {
    description: 'each write to the disk under the log of a sandbox with --data; after a failure the log is read-only',
    knows: [],
    takes: ['fail'],
    fails: LOG_FAILURES,
    instead: {
      refuse: 'a disk has no refusals: use fail',
      delay: 'use the edge sequencer',
      hold: 'use the edge sequencer',
    },
  },
  reply: {
    description: 'the record of a command on its way back to the member that sent the command; later records wait',
    lane: 'reply',
    knows: COMMAND,
    takes: ['delay', 'hold', 'drop', 'crash'],
    drops: 'reply',
    from: 'member',
    instead: { refuse: NOT_JUDGED, fail: 'use drop' },
    truths: { delay: RECEIVED_LATE, hold: RECEIVED_LATE, drop: RECEIVED_LATE, crash: APPLIED },
  },
  record: {
    description: 'any record on its way to a member, after it is sequenced; later records wait',
    lane: 'applied',
    knows: COMMAND,
    takes: ['delay', 'hold', 'drop', 'crash'],
    drops: 'record',
    instead: { refuse: NOT_JUDGED, fail: 'use drop' },
  },
  apply: {
    description: 'a new instrument or algo version on its way to a member',
    knows: ['member'],
    takes: ['delay', 'hold'],
    instead: { drop: 'use hold, or the edge record' },
  },
  venue: {
    description: "a venue's report: a fill, a balance reading, a quote, the answer of a probe, a discovered account",
    knows: ['owner', 'command', 'org'],
    takes: ['delay', 'hold', 'drop', 'duplicate'],
    drops: 'report',
    from: 'venue',
    instead: { refuse: 'a venue receives no refusals: use the edge inbox or verdict', fail: 'use drop' },
    truths: {
      drop: 'lost: the venue considers the report delivered and does not send it again',
      duplicate: 'sent twice: applied once',
    },
  },
  engine: {
    description: "the algo engine's verdict on a document; no member is known",
    knows: ['owner', 'command', 'org', 'key'],
    takes: ['delay', 'hold', 'refuse'],
    from: 'engine',
    instead: { fail: 'the engine always returns a verdict: use refuse or hold' },
  },
  token: {
    description: 'a request to the token endpoint of the issuer; its sender is not known yet',
    knows: [],
    takes: ['delay', 'hold', 'refuse', 'drop', 'fail'],
    drops: 'token',
    codes: TOKEN_REFUSALS,
  },
  jwks: {
    description: "the issuer's public keys on their way to a member or, if the rule has no on.member, to any client",
    knows: ['member'],
    takes: ['delay', 'hold', 'drop', 'fail'],
    drops: 'jwks',
    instead: { refuse: 'use fail' },
  },
  answer: {
    description: 'the HTTP answer to a read or a write; the owner is not known',
    knows: ['command', 'org', 'key', 'member', 'method', 'path'],
    takes: ['delay', 'hold', 'drop', 'cut', 'reset', 'crash', 'answer'],
    drops: 'answer',
    from: 'member',
    instead: {
      refuse: 'use answer: { status }',
      fail: 'use answer: { status }',
      duplicate: 'HTTP answers a request once: send the request again',
    },
    truths: { drop: UNANSWERED, cut: UNANSWERED, reset: UNANSWERED, crash: UNANSWERED, answer: UNANSWERED },
  },
  answered: {
    description: 'the moment after the HTTP answer was sent',
    knows: ['command', 'org', 'key', 'member', 'method', 'path'],
    takes: ['crash'],
    from: 'member',
    instead: { drop: 'use the edge answer', delay: 'use the edge answer', hold: 'use the edge answer' },
    truths: { crash: 'as answered' },
  },
  handshake: {
    description:
      'a socket after its admission and before the answer to its handshake; the principal is known if the socket required a credential',
    knows: ['socket', 'org', 'member'],
    takes: ['delay', 'hold', 'refuse', 'drop'],
    drops: 'handshake',
    codes: ['NOT_PRIMED'],
    instead: { fail: 'use drop' },
  },
  'first-frame': {
    description: 'a socket between its 101 and its first frame; access can be revoked in that time',
    knows: ['socket', 'org', 'member'],
    takes: ['delay', 'hold'],
    instead: { drop: 'use the edge frame', close: 'use the edge frame' },
  },
  frame: {
    description:
      'a frame that a member sends, including the first; on.frame is the op that it answers, or the kind of its event',
    knows: ['socket', 'frame', 'org', 'member'],
    takes: ['delay', 'hold', 'drop', 'duplicate', 'garble', 'cut', 'close', 'crash'],
    drops: 'frame',
    instead: { refuse: 'a frame has no refusal: use garble, or close with a code', fail: 'use cut', reset: 'use cut' },
    truths: { drop: UNANSWERED, cut: UNANSWERED, crash: UNANSWERED },
  },
} as const satisfies Record<string, EdgeRow>;

type Rows = typeof EDGE_ROWS;
export type Edge = keyof Rows;

/** The names of the edges. */
export const EDGES = Object.keys(EDGE_ROWS) as [Edge, ...Edge[]];

/** The row of an edge, with widened types. */
export function edgeRow(edge: Edge): EdgeRow {
  return EDGE_ROWS[edge];
}

/** The things that a rule may drop. */
export type Dropped = { [Name in Edge]: Rows[Name] extends { readonly drops: infer What } ? What : never }[Edge];

/** The edge of each thing that a rule may drop. */
export const DROPS = Object.fromEntries(
  EDGES.flatMap((edge) => {
    const { drops } = edgeRow(edge);
    return drops === undefined ? [] : [[drops, edge]];
  }),
) as Readonly<Record<Dropped, Edge>>;
