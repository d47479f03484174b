/**
 * What a platform and the members of other processes say to each other over NATS: plain JSON on the subjects of
 * `SUBJECTS`. A member's process asks the platform; the platform only pokes it, so a lost message costs one interval.
 * A whole message is trusted: states carry the keys that seal cursors and tickets. What is none is dropped (`subscribe.ts`).
 */
import type { z } from 'zod';
import type { Command, QuoteRow } from '../../../gateway/facts.ts';
import type { ExchangeContent, ExchangeEvent } from '../../../gateway/http/exchange-event.ts';
import type { Material } from '../../../gateway/platform-port.ts';
import type { MemberLimits } from '../../../gateway/services.ts';
import type { SessionFacts } from '../../../gateway/sockets/open-sessions.ts';
import type { Edge } from '../../faults/edges.ts';
import type { Where } from '../../faults/match.ts';
import type { PlatformLimits } from '../../limits.ts';
import type { CatchUpWhen, Deployment, MemberPlan, SeatMove } from '../../members/member-seat.ts';
import type { SeatMark } from '../../members/member-seats.ts';
import type { ListeningProcess } from './process-facts.ts';

/** Only the active platform process subscribes to those that are asked. */
export const SUBJECTS = {
  sync: 'touchstone.sync',
  lookUp: 'touchstone.ask.look-up',
  submit: 'touchstone.ask.submit',
  promise: 'touchstone.ask.promise',
  storeMaterial: 'touchstone.ask.store-material',
  restate: 'touchstone.ask.restate',
  fault: 'touchstone.ask.fault',
  jwks: 'touchstone.ask.jwks',
  quote: 'touchstone.ask.quote',
  /** From a member's process, without an answer. */
  exchanges: 'touchstone.exchanges',
  /** From the platform to every process: something changed, sync now. */
  poke: 'touchstone.poke',
  quotes: 'touchstone.quotes',
  /** From a platform process that stands by, without an answer. */
  standby: 'touchstone.standby',
} as const;

/** A process that was not heard of for this long is gone: each reports every second. */
export const GONE_AFTER_NS = 4_000_000_000n;

/** A world as a member's process hosts it. */
export interface WorldState {
  readonly world: string;
  /** Of the platform process: it grows with each one that takes over. */
  readonly epoch: number;
  /** Grows with each change of this world within an epoch. */
  readonly revision: number;
  /** The JetStream stream of its sequence: a reset or a restored snapshot begins another. */
  readonly stream: string;
  /** A member serves once it has applied up to this position. */
  readonly head: number;
  readonly seed: number;
  readonly clock: ClockState;
  /** The edges where rules stand now: a member asks the platform there, and nowhere else. */
  readonly standing: readonly Edge[];
  readonly issuer: { readonly url: string; readonly audience: string };
  /** Base64. */
  readonly keys: { readonly cursors: string; readonly tickets: string };
  readonly limits: Partial<MemberLimits & PlatformLimits>;
  readonly allowedHosts: readonly string[];
  /** Whether answers carry X-Service-Member. */
  readonly namesMember: boolean;
}

/** Where a clock stands: `nowNs` when the machine's clock said `machineNs`. */
export interface ClockState {
  readonly mode: 'real' | 'scaled';
  readonly rate: number;
  readonly nowNs: string;
  readonly machineNs: string;
}

/** One seat as its process reports it. */
export interface SeatStatus extends Omit<SeatMark, 'position'> {
  readonly position: number;
  readonly inFlight: number;
  readonly sessions: number;
  /** By number; the first of them, where there are many. */
  readonly openSessions: readonly (readonly [number, SessionFacts])[];
}

export interface WorldStatus {
  readonly epoch: number;
  readonly revision: number;
  readonly seats: readonly SeatStatus[];
  /** The instruments whose quotes its sessions follow. */
  readonly quotes: readonly number[];
}

/** What a member's process asks at every interval, and after each change. */
export interface SyncRequest {
  /** Drawn at the start of the process. */
  readonly process: string;
  /** Where it runs, and what it serves: null before its first answer. */
  readonly place: Omit<ListeningProcess, 'id' | 'controlUrl'>;
  readonly plans: readonly MemberPlan[];
  /** The names that it was given; none before its first answer. */
  readonly names: readonly string[];
  readonly worlds: Readonly<Record<string, WorldStatus>>;
  /** The last order that it has carried out. */
  readonly ordersDone: number;
  /** Its last words: its seats are gone. */
  readonly leaving?: true;
}

export interface SyncReply {
  readonly epoch: number;
  /** The names of its seats, in the order of its plans: the same in every world. */
  readonly names: readonly string[];
  /** Every world; others have ended. */
  readonly worlds: readonly string[];
  /** The states that the process does not have yet. */
  readonly states: readonly WorldState[];
  readonly orders: readonly Order[];
}

export interface StandbyReport extends ListeningProcess {
  /** It ends, or is the active one now. */
  readonly leaving?: true;
}

/** What the control plane does to a seat of another process. */
export type SeatOrder =
  | { readonly does: 'deploy'; readonly change: Deployment }
  | { readonly does: 'restart'; readonly catchUp: CatchUpWhen }
  | { readonly does: 'crash'; readonly catchUp: CatchUpWhen }
  | { readonly does: 'move'; readonly move: SeatMove }
  | { readonly does: 'lag'; readonly ms: number }
  | { readonly does: 'skew'; readonly ms: number }
  /** The seat is new. */
  | { readonly does: 'add'; readonly plan: MemberPlan }
  | { readonly does: 'leave' }
  | { readonly does: 'remove' }
  | { readonly does: 'close-session'; readonly session: number; readonly code: number; readonly reason: string }
  | { readonly does: 'expire-session'; readonly session: number; readonly endNs: string }
  | { readonly does: 'revoke-session'; readonly session: number };

export interface Order {
  /** Orders of one process are carried out in this order, each once. */
  readonly n: number;
  readonly world: string;
  readonly seat: string;
  readonly order: SeatOrder;
}

/** What a member asks of a world's platform. */
export interface Asked {
  readonly lookUp: { readonly orgId: number; readonly key: string };
  readonly submit: { readonly command: Command };
  readonly promise: { readonly command: Command };
  readonly storeMaterial: { readonly material: Material };
  readonly restate: { readonly command: Command };
  readonly fault: { readonly edge: Edge; readonly where: Where };
  readonly jwks: object;
  readonly quote: { readonly instrumentId: number };
}

export type Ask<Name extends keyof Asked = keyof Asked> = Asked[Name] & {
  readonly world: string;
  readonly member: string;
};

/** `failed`: one line, as the platform's own port would have rejected. */
export type Reply = { readonly answer: unknown } | { readonly failed: string };

export interface ToldExchanges {
  readonly world: string;
  readonly items: readonly (readonly [ExchangeEvent, WireContent | null])[];
}

/** An exchange's content with bytes in base64; without bodies that are longer than a message should be. */
export interface WireContent extends Omit<ExchangeContent, 'responseBody'> {
  readonly responseBody: string | object | null;
  readonly isBytes?: true;
}

export interface ToldQuote {
  readonly world: string;
  readonly quote: QuoteRow;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A message's bytes. */
export function encode(message: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(message));
}

/** A message from its bytes; undefined: they are none of this shape. */
export function decode<Message>(bytes: Uint8Array, shape: z.ZodType): Message | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    return shape.safeParse(value).success ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
