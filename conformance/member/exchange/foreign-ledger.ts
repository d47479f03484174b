/** Counts the foreign responses of a run by kind, and decides how long to wait for a response of the member. */

export interface ForeignCount {
  /** Description: `502 text/html, server nginx`. */
  readonly what: string;
  readonly count: number;
}

const LONGEST_MS = 30_000;
/** For one more try. */
const SHORTEST_MS = 100;

/** The count for one run. */
export class ForeignLedger {
  readonly #counts = new Map<string, number>();
  #patienceMs = LONGEST_MS;
  readonly #onTakenBack: ((times: number) => void) | undefined;
  /** True if the member was seen to refuse without envelope and X-Request-Id, and never with them. */
  areBareOnesOwn = false;

  /** @param onTakenBack called with the number of responses that were the member's own after all. */
  constructor(onTakenBack?: (times: number) => void) {
    this.#onTakenBack = onTakenBack;
  }

  note(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** Corrects the count: these responses were the member's own. */
  takeBack(what: string, times: number): void {
    const left = (this.#counts.get(what) ?? 0) - times;
    if (left > 0) this.#counts.set(what, left);
    else this.#counts.delete(what);
    this.#onTakenBack?.(times);
    this.answered();
  }

  /** Corrects the count: all responses so far were the member's own. */
  forget(): void {
    this.#counts.clear();
  }

  /**
   * The total wait for one request. Each request that was given up reduces it to a quarter; a response of the member
   * restores it.
   */
  get patienceMs(): number {
    return this.#patienceMs;
  }

  answered(): void {
    this.#patienceMs = LONGEST_MS;
  }

  givenUp(): void {
    this.#patienceMs = Math.max(SHORTEST_MS, this.#patienceMs / 4);
  }

  /** The counts, most frequent first. */
  counts(): readonly ForeignCount[] {
    return [...this.#counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count);
  }
}
