/**
 * Identifies a run in the logs of the target: `User-Agent: touchstone/VERSION (run RUN; check ID)`, and `X-Request-Id:
 * RUN-N`, where N is the number of the exchange in the record.
 */
import type { HeaderLines } from '../exchange/exchange.ts';

/** The identity of one run, and the sequence of its numbers. */
export class RunIdentity {
  /** undefined: no run, for example a replay. Its requests get no id from the suite. */
  readonly run: string | undefined;
  readonly #tool: string;
  #count = 0;

  /** @param tool `touchstone/0.1.0` */
  constructor(tool: string, run: string | undefined) {
    this.#tool = tool;
    this.run = run;
  }

  userAgent(check?: string): string {
    if (this.run === undefined) return this.#tool;
    return `${this.#tool} (run ${this.run}${check === undefined ? '' : `; check ${check}`})`;
  }

  /** The next number of the run, over all its sessions; undefined without a run: each session then counts for itself. */
  next(): number | undefined {
    if (this.run === undefined) return undefined;
    this.#count += 1;
    return this.#count;
  }

  requestId(n: number): string | undefined {
    return this.run === undefined ? undefined : `${this.run}-${n}`;
  }

  /** For a request outside the record. */
  headers(): HeaderLines {
    const id = this.requestId(this.next() ?? 0);
    return [['User-Agent', this.userAgent()], ...(id === undefined ? [] : [['X-Request-Id', id] as const])];
  }
}

const OWN_ID = /^ts[0-9a-z]{7}-\d+$/;

/** Whether the suite made this X-Request-Id, not a check. */
export function isOwnRequestId(value: string): boolean {
  return OWN_ID.test(value);
}
