/** Bounds how many requests wait for their answers at once: a shared target serves others, too. */
export class InFlight {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Settles when one more may be sent, in the order of asking; undefined: at once. Whoever took must `leave`. */
  take(): Promise<void> | undefined {
    if (this.#taken < this.#most) {
      this.#taken += 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Its place is the next one's. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
