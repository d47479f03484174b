/** Limits the number of requests in flight: a shared target serves other users too. */
import { Rotation } from './rotation.ts';

export class InFlight {
  readonly #most: number;
  readonly #waiting = new Rotation();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Settles when one more request of the session may be sent, with false if the session was dropped; undefined: at
   * once. Each place needs a `leave`.
   */
  take(session: object): Promise<boolean> | undefined {
    if (this.#taken >= this.#most) return this.#waiting.wait(session);
    this.#taken += 1;
    return undefined;
  }

  /** Passes the place to the next request that waits. */
  leave(): void {
    if (!this.#waiting.next()) this.#taken -= 1;
  }

  /** The session's waiting requests are cancelled. */
  drop(session: object): void {
    this.#waiting.drop(session);
  }
}
