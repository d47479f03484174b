/**
 * Answers that a run meets whatever it asks for, kept for the checks that judge them at its end: busy answers, and
 * writes that were answered 202. Bounded: of answers that are alike the first few are kept.
 */
import type { Exchange } from './exchange.ts';
import {
  errorCode,
  header,
  isFactual,
  isOk,
  isReplay,
  isWrite,
  keyOf,
  pathOf,
  retryable,
  sentHeader,
  status,
} from './exchange.ts';
import { recordState } from './operation-record.ts';
import { hasRetryAfter } from './retry-after.ts';
import { namesItsOperation } from './settling.ts';

/** `document`: the contract document. `unsettled`: a write answered 202 whose outcome the run did not see. */
export type Met = 'busy' | 'accepted' | 'unsettled' | 'document';

/** The label of such an answer in the history of the check that recalls it. */
export const metLabel = (met: Met) => `met ${met}`;

export function isRecalled({ label }: Pick<Exchange, 'label'>): boolean {
  return label?.startsWith('met ') === true;
}

const MOST_ALIKE = 3;
const MOST_UNSETTLED = 200;
/** A member keeps a key's answer for a day by default: after this long its operation may be forgotten. */
const KEPT_MS = 20 * 3_600_000;

export class MetAnswers {
  readonly #alike = new Map<string, { readonly met: Met; readonly exchanges: Exchange[] }>();
  readonly #unsettled = new Map<string, { readonly e: Exchange; readonly atMs: number }>();
  #movedMs = 0;

  /** An answer of the member that the session did not provoke. */
  saw(e: Exchange): void {
    const code = status(e);
    if (code === undefined || e.foreign !== undefined || e.raw === true) return;
    const key = keyOf(e);
    if (code === 429 || code === 503) {
      const form = [errorCode(e), hasRetryAfter(e), retryable(e), isFactual(e), isReplay(e)];
      this.#keep('busy', `${e.request.method} ${code} ${form.join(' ')}`, e);
    } else if (code === 202 && isWrite(e) && key !== undefined && !isReplay(e)) {
      this.#keep('accepted', `${e.request.method} ${namesItsOperation(e)} ${header(e, 'location') === undefined}`, e);
      // Another caller may not be allowed to read the operation.
      const isOwn = sentHeader(e, 'authorization') === `Bearer <token of ${e.actor}>`;
      if (isOwn && this.#unsettled.size < MOST_UNSETTLED && !this.#unsettled.has(key)) {
        this.#unsettled.set(key, { e, atMs: this.#movedMs });
      }
    } else if (code === 200 && e.request.method === 'GET' && e.request.path === '/openapi.json') {
      this.#keep('document', '', e);
    } else if (key !== undefined && (isOk(e) || isFactual(e))) {
      this.#unsettled.delete(key);
    } else if (pathOf(e).startsWith('/operations/') && recordState(e) === 'final') {
      this.#unsettled.delete(decodeURIComponent(pathOf(e).slice('/operations/'.length)));
    }
  }

  #keep(met: Met, kind: string, e: Exchange): void {
    const name = `${met} ${kind}`;
    const { exchanges } = this.#alike.get(name) ?? { exchanges: [] };
    if (exchanges.length < (met === 'document' ? 1 : MOST_ALIKE))
      this.#alike.set(name, { met, exchanges: [...exchanges, e] });
  }

  /** The target's clock was moved. */
  moved(byMs: number): void {
    this.#movedMs += byMs;
  }

  /** The world was reset or restored: its operations are gone. */
  forgetOperations(): void {
    this.#unsettled.clear();
  }

  /** In order of sending, each with the label of its kind. */
  of(met: Met): readonly Exchange[] {
    const all =
      met === 'unsettled'
        ? [...this.#unsettled.values()].filter(({ atMs }) => this.#movedMs - atMs < KEPT_MS).map(({ e }) => e)
        : [...this.#alike.values()].flatMap((kind) => (kind.met === met ? kind.exchanges : []));
    return all.map((e) => ({ ...e, label: metLabel(met) })).sort((a, b) => a.n - b.n);
  }
}
