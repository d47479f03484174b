/** Who writes in a sequence, under which keys, and what: the vocabulary of its steps. */
import { REGISTER } from '../contract/register.ts';
import type { Actor } from '../member/actor.ts';
import type { Need, Scene } from '../runner/check.ts';

/** What every sequence of orders needs of a target. */
export const SEQUENCE_NEEDS = [
  'trader',
  'admin',
  'outsider',
  'viewer',
  'account',
  'instrument',
  'foreignAccount',
  'writes',
] as const satisfies readonly Need[];

/** The needs of sequences over rows of every kind. */
export const RECORD_NEEDS = [...SEQUENCE_NEEDS, 'deputy'] as const satisfies readonly Need[];

/** What sequences of sessions need of a target. */
export const SESSION_NEEDS = [...SEQUENCE_NEEDS, 'tickets', 'trading-socket'] as const satisfies readonly Need[];

/** `deputy` reviews the admin's proposals, where the check asks for a reviewer. */
export type SequenceScene = Scene<(typeof SEQUENCE_NEEDS)[number]> & { readonly deputy?: Actor };

/** `clerk`: a user of the suite's own, whose capabilities sequences grant and clear. */
export const WRITERS = ['trader', 'admin', 'outsider', 'viewer', 'deputy', 'clerk'] as const;
export type Writer = (typeof WRITERS)[number];

/** The subject of a token that the clerk acts with. */
export const CLERK = 'touchstone-history';

/** `second` for the outsider, `first` for everyone else. */
export type Organisation = 'first' | 'second';

export function organisationOfWriter(writer: Writer): Organisation {
  return writer === 'outsider' ? 'second' : 'first';
}

/** The keys of a sequence: few, so that they are used again. A sequence of many kinds of write takes new ones (`n1`) as it goes. */
export const LETTERS = ['A', 'B', 'C', 'D'] as const;
export type Letter = (typeof LETTERS)[number] | `n${number}`;

/** A write without its key. */
export interface Write {
  /** Absent: POST. */
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
  /** The value of If-Match; absent: none. */
  readonly ifMatch?: string;
}

export interface Writing {
  readonly writer: Writer;
  readonly letter: Letter;
  readonly write: Write;
}

/** The write that submits an order. */
export function submitOf(body: unknown): Write {
  return { path: '/orders', body };
}

/** The write that cancels an order. */
export function cancelOf(orderId: string): Write {
  return { path: `/orders/${orderId}/cancel`, body: {} };
}

/** The write that moves a row: `armOf('/credentials/7', 'approve')`. */
export function armOf(path: string, arm: string, body: object = {}): Write {
  return { path: `${path}/${arm}`, body };
}

/** An int64 that no owner issues: ids are of the sequenced time in nanoseconds. */
export const UNHELD_ORDER = '1';
/** An int32 that no owner issues: ids are of the time, and this one is of the year after the epoch. */
export const UNHELD_KEY = 2_147_483_000;

/** The sandbox's sync deadline: a write that waits this long is answered 202. */
export const SYNC_DEADLINE_MS = 2_000;

/** Counted back from the newest. */
export type Back = 0 | 1;

/** How the words of a step name a thing, by how far it is counted back. */
export function backOf(what: string, back: Back): string {
  return back === 0 ? `the newest ${what}` : `the ${what} before the newest`;
}

const OF_THE_REGISTER = new RegExp(`^(${REGISTER.map(({ path }) => path).join('|')})(/|$)`);

/** Whether the path is of a collection with views. */
export function isOfRegister(path: string): boolean {
  return OF_THE_REGISTER.test(path);
}
