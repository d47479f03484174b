/** What of a run did not come from the member, counted by what it was; and how long the next such answer is worth waiting for. */

export interface ForeignCount {
  /** `502 text/html, server nginx` */
  readonly what: string;
  readonly count: number;
}

const LONGEST_MS = 30_000;
/** Of one more try. */
const SHORTEST_MS = 100;

export class ForeignLedger {
  readonly #counts = new Map<string, number>();
  #patienceMs = LONGEST_MS;
  readonly #onTakenBack: ((times: number) => void) | undefined;
  /** Set where the member was seen to refuse without envelope and X-Request-Id, and never with them. */
  areBareOnesOwn = false;

  /** @param onTakenBack called with how many answers were the member's own after all. */
  constructor(onTakenBack?: (times: number) => void) {
    this.#onTakenBack = onTakenBack;
  }

  note(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** What was counted as foreign turned out to be the member's own. */
  takeBack(what: string, times: number): void {
    const left = (this.#counts.get(what) ?? 0) - times;
    if (left > 0) this.#counts.set(what, left);
    else this.#counts.delete(what);
    this.#onTakenBack?.(times);
    this.answered();
  }

  /** What was counted so far was the member's own. */
  forget(): void {
    this.#counts.clear();
  }

  /** For one request in all. It is a quarter with each that was given up, and is whole again once the member answers. */
  get patienceMs(): number {
    return this.#patienceMs;
  }

  answered(): void {
    this.#patienceMs = LONGEST_MS;
  }

  givenUp(): void {
    this.#patienceMs = Math.max(SHORTEST_MS, this.#patienceMs / 4);
  }

  /** The commonest first. */
  counts(): readonly ForeignCount[] {
    return [...this.#counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count);
  }
}
