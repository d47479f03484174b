/**
 * Tracks every write of a run: records it before it is sent and again when it is answered. A write that would change
 * rows of others is not sent unless the profile allows it.
 */
import type { RecordedRequest, RecordedResponse } from '../exchange/exchange.ts';
import { parse } from '../exchange/exchange.ts';
import { allowanceOf } from '../profile/allowance.ts';
import { asObject } from '../profile/contract-document.ts';
import type { Profile } from '../profile/profile.ts';
import { LeftAlone } from '../sending/not-sent.ts';
import type { WireFailure } from '../sending/transport.ts';
import type { Entry } from './entry.ts';
import { OwnRows } from './own-rows.ts';
import type { Written } from './written-row.ts';
import { collectionOf, isUnusedRow, writtenBy } from './written-row.ts';

export interface OutgoingWrite {
  readonly check: string | null;
  readonly actor: string;
  /** The path is below the base address. */
  readonly request: RecordedRequest;
}

export interface Allowed {
  /** Whether all rows may be written on. */
  readonly destructive: boolean;
  /** Collections of policies that affect no other user when approved. */
  readonly mayApprove: readonly string[];
}

/** Takes the response to a write. */
export type Answered = (answer: RecordedResponse | WireFailure) => void;

const NAMES = ['displayName', 'externalId', 'clientOrderId'] as const;

/** Checks and records the writes of one run. */
export class Effects {
  readonly #rows = new OwnRows((closed) => this.#tell({ what: 'closed', ...closed }));
  readonly #allowed: Allowed;
  readonly #tell: (entry: Entry) => void;
  #count = 0;

  /** @param recorded entries of an earlier process for the same run: its rows belong to the run. */
  constructor(allowed: Allowed, tell: (entry: Entry) => void, recorded: readonly Entry[] = []) {
    this.#allowed = allowed;
    this.#tell = tell;
    for (const entry of recorded) {
      if (entry.what === 'made') this.#rows.add(entry.row);
      if (entry.what === 'sent' && entry.path.startsWith('/orders')) this.#orders(entry.key, entry.name);
    }
  }

  /**
   * Records a write that is about to be sent. Throws LeftAlone where it must not be sent. undefined: not a write, or no
   * lasting effect.
   */
  sending({ check, actor, request }: OutgoingWrite): Answered | undefined {
    const { method, path } = request;
    const written = writtenBy(method, path);
    if (written.kind === 'none' && !(method === 'POST' && collectionOf(path.split('?', 1)[0] ?? '') !== undefined)) {
      return undefined;
    }
    this.#refuse(written);
    if (written.kind === 'row' && /\/approve\b/.test(path)) this.#refuseInForce(written.row);
    const name = nameIn(request.body);
    const key = request.headers.find(([field]) => field.toLowerCase() === 'idempotency-key')?.[1] ?? null;
    if (path.startsWith('/orders')) this.#orders(key, name);
    this.#count += 1;
    const n = this.#count;
    const isOwn = written.kind === 'none' || (written.kind === 'row' && this.#rows.isOwn(written.row));
    this.#tell({ what: 'sent', n, check, actor, method, path, key, name, isOwn });
    return (answer) => this.#answered(n, request, answer);
  }

  /** Records an op of the trading socket that is about to be sent. Throws LeftAlone. */
  asking(check: string | null, actor: string, op: unknown): void {
    const { op: name, params } = asObject(op);
    const { orderId, clientOrderId } = asObject(params);
    if (name === 'cancel' && (typeof orderId === 'string' || typeof orderId === 'number')) {
      this.#refuse({ kind: 'row', row: `/orders/${orderId}` });
    }
    if (name !== 'submit' || typeof clientOrderId !== 'string') return;
    this.#rows.orders(clientOrderId);
    this.#count += 1;
    const sent = { n: this.#count, check, actor, method: 'POST', path: '/orders', key: clientOrderId };
    this.#tell({ what: 'sent', ...sent, name: clientOrderId, isOwn: true });
  }

  /** Takes the response to a read: it may show rows of the run. */
  saw(request: { readonly method: string; readonly path: string }, response: RecordedResponse): void {
    if (response.status >= 200 && response.status < 300) this.#rows.saw(request, response);
  }

  receive(text: string): void {
    this.#rows.receive(text);
  }

  #refuse(written: Written): void {
    if (this.#allowed.destructive || written.kind === 'none') return;
    if (written.kind === 'all') throw new LeftAlone(`POST ${written.path} would stop what others run`);
    const { row } = written;
    if (this.#rows.isOwn(row) || isUnusedRow(row)) return;
    throw new LeftAlone(`it would write on ${row}, which this run did not make`);
  }

  #refuseInForce(row: string): void {
    const collection = collectionOf(row) ?? '';
    if (this.#allowed.destructive || !collection.endsWith('-policies') || isUnusedRow(row)) return;
    if (!this.#allowed.mayApprove.includes(collection)) throw new LeftAlone(`it would put ${row} into force for all`);
  }

  #orders(...keys: readonly (string | null)[]): void {
    for (const key of keys) if (key !== null) this.#rows.orders(key);
  }

  #answered(n: number, { method, path }: RecordedRequest, answer: RecordedResponse | WireFailure): void {
    if ('failure' in answer) {
      const isUnsent = answer.failure.startsWith('unreachable');
      this.#tell(isUnsent ? { what: 'refused', n } : { what: 'open', n, why: answer.failure });
      return;
    }
    const { status } = answer;
    const isTaken = status >= 200 && status < 300;
    const row = isTaken ? this.#rows.saw({ method, path }, answer) : undefined;
    const isUnread = status === 503 && UNREAD.has(asObject(asObject(parse(answer.body))['error'])['code']);
    if ((status === 202 || status >= 500 || status < 200) && !isUnread)
      this.#tell({ what: 'open', n, why: `answered ${status}` });
    else if (row !== undefined) this.#tell({ what: 'made', n, row });
    else this.#tell({ what: isTaken ? 'taken' : 'refused', n });
  }
}

/** Refusals before the request is read: of a member that catches up, or lacks the surface. */
const UNREAD = new Set<unknown>(['NOT_PRIMED', 'ALGOS_UNAVAILABLE']);

function nameIn(body: string | null): string | null {
  const stated = asObject(body === null ? undefined : parse(body));
  const name = NAMES.map((key) => stated[key]).find((value) => typeof value === 'string');
  return typeof name === 'string' ? name.slice(0, 64) : null;
}

/**
 * The tracking of writes for a profile.
 * @returns undefined where everything is allowed and there is no listener, so nothing to track.
 */
export function effectsOf(
  profile: Profile,
  onEffect: ((entry: Entry) => void) | undefined,
  recorded: readonly Entry[] | undefined,
): Effects | undefined {
  const { destructive } = allowanceOf(profile);
  if (destructive && onEffect === undefined) return undefined;
  // No other user trades that instrument, so a policy on it affects no one else.
  const mayApprove = profile.fixtures?.cappedInstrument === undefined ? [] : ['/trading-policies'];
  return new Effects({ destructive, mayApprove }, onEffect ?? (() => {}), recorded);
}
