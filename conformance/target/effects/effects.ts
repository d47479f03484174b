/**
 * Every write of a run: told before it is sent and once more when it is answered, and not sent at all where it would change
 * what the run did not make and the profile does not allow that.
 */
import type { RecordedResponse } from '../exchange.ts';
import type { WireFailure } from '../transport.ts';
import type { Entry } from './entry.ts';
import { LeftAlone } from './left-alone.ts';
import { OwnRows } from './own-rows.ts';
import { collectionOf, isNobodys, writtenBy } from './written-row.ts';

export interface OutgoingWrite {
  readonly check: string | null;
  readonly actor: string;
  readonly method: string;
  /** Below the base address. */
  readonly path: string;
  readonly key: string | null;
  readonly body: string | null;
}

export interface Allowed {
  /** All may be written on. */
  readonly destructive: boolean;
  /** Collections of policies that bind nobody else once they are approved. */
  readonly mayApprove: readonly string[];
}

/** Takes the answer of a write. */
export type Answered = (answer: RecordedResponse | WireFailure) => void;

const NAMES = ['displayName', 'externalId', 'clientOrderId'] as const;

export class Effects {
  readonly #rows = new OwnRows((closed) => this.#tell({ what: 'closed', ...closed }));
  readonly #allowed: Allowed;
  readonly #tell: (entry: Entry) => void;
  #count = 0;

  /** @param recorded what an earlier process told of the same run: its rows are the run's. */
  constructor(allowed: Allowed, tell: (entry: Entry) => void, recorded: readonly Entry[] = []) {
    this.#allowed = allowed;
    this.#tell = tell;
    for (const entry of recorded) {
      if (entry.what === 'made') this.#rows.add(entry.row);
      if (entry.what === 'sent' && entry.path.startsWith('/orders')) this.#orders(entry.key, entry.name);
    }
  }

  /** Throws LeftAlone where the write must not be sent; undefined: it is no write, or changes nothing that lasts. */
  sending(write: OutgoingWrite): Answered | undefined {
    const { method, path } = write;
    const written = writtenBy(method, path);
    if (written.kind === 'none' && !(method === 'POST' && collectionOf(path.split('?', 1)[0] ?? '') !== undefined)) {
      return undefined;
    }
    this.#refuse(written.kind === 'row' ? written.row : undefined, written.kind === 'all' ? written.path : undefined);
    if (written.kind === 'row' && /\/approve\b/.test(path)) this.#refuseInForce(written.row);
    const name = nameIn(write.body);
    if (path.startsWith('/orders')) this.#orders(write.key, name);
    this.#count += 1;
    const n = this.#count;
    const { check, actor, key } = write;
    const isOwn = written.kind === 'none' || (written.kind === 'row' && this.#rows.isOwn(written.row));
    this.#tell({ what: 'sent', n, check, actor, method, path, key, name, isOwn });
    return (answer) => this.#answered(n, write, answer);
  }

  /** An op of the trading socket is about to be sent. Throws LeftAlone. */
  asking(check: string | null, actor: string, op: unknown): void {
    const { op: name, params } = objectOf(op);
    const { orderId, clientOrderId } = objectOf(params);
    if (name === 'cancel' && (typeof orderId === 'string' || typeof orderId === 'number')) {
      this.#refuse(`/orders/${orderId}`, undefined);
    }
    if (name !== 'submit' || typeof clientOrderId !== 'string') return;
    this.#rows.orders(clientOrderId);
    this.#count += 1;
    const sent = { n: this.#count, check, actor, method: 'POST', path: '/orders', key: clientOrderId };
    this.#tell({ what: 'sent', ...sent, name: clientOrderId, isOwn: true });
  }

  /** A read was answered: it may show rows that are the run's own. */
  saw(request: { readonly method: string; readonly path: string }, { status, body }: RecordedResponse): void {
    if (status >= 200 && status < 300) this.#rows.saw(request, body);
  }

  heard(text: string): void {
    this.#rows.heard(text);
  }

  #refuse(row: string | undefined, all: string | undefined): void {
    if (this.#allowed.destructive) return;
    if (all !== undefined) throw new LeftAlone(`POST ${all} would stop what others run`);
    if (row === undefined || this.#rows.isOwn(row) || isNobodys(row)) return;
    throw new LeftAlone(`it would write on ${row}, which this run did not make`);
  }

  #refuseInForce(row: string): void {
    const collection = collectionOf(row) ?? '';
    if (this.#allowed.destructive || !collection.endsWith('-policies') || isNobodys(row)) return;
    if (!this.#allowed.mayApprove.includes(collection)) throw new LeftAlone(`it would put ${row} into force for all`);
  }

  #orders(...keys: readonly (string | null)[]): void {
    for (const key of keys) if (key !== null) this.#rows.orders(key);
  }

  #answered(n: number, { method, path }: OutgoingWrite, answer: RecordedResponse | WireFailure): void {
    if ('failure' in answer) {
      const isUnsent = answer.failure.startsWith('unreachable');
      this.#tell(isUnsent ? { what: 'refused', n } : { what: 'open', n, why: answer.failure });
      return;
    }
    const { status, body } = answer;
    const isTaken = status >= 200 && status < 300;
    const row = isTaken ? this.#rows.saw({ method, path }, body) : undefined;
    if (status === 202 || status >= 500 || status < 200) this.#tell({ what: 'open', n, why: `answered ${status}` });
    else if (row !== undefined) this.#tell({ what: 'made', n, row });
    else this.#tell({ what: isTaken ? 'taken' : 'refused', n });
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function nameIn(body: string | null): string | null {
  if (body === null) return null;
  try {
    const stated = objectOf(JSON.parse(body));
    const name = NAMES.map((key) => stated[key]).find((value) => typeof value === 'string');
    return typeof name === 'string' ? name.slice(0, 64) : null;
  } catch {
    return null;
  }
}
