/** Limits the number of requests in flight: a shared target serves other users too. */
export class InFlight {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Settles when one more request may be sent, first come, first served; undefined: at once. Each `take` needs a
   * `leave`.
   */
  take(): Promise<void> | undefined {
    if (this.#taken < this.#most) {
      this.#taken += 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Passes the place to the next request in the queue. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
