/**
 * Requests that wait for their turn, by session. The sessions take turns, so a check that sends sixty requests at once
 * does not hold up the others.
 */
export class Rotation {
  /** The session whose turn is next comes first. */
  readonly #waiting = new Map<object, ((isItsTurn: boolean) => void)[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Settles with true when it is this request's turn, with false once the session is dropped. */
  wait(session: object): Promise<boolean> {
    return new Promise((resolve) => {
      const queue = this.#waiting.get(session);
      if (queue === undefined) this.#waiting.set(session, [resolve]);
      else queue.push(resolve);
    });
  }

  /** Gives the next request its turn; false: none waits. */
  next(): boolean {
    for (const [session, queue] of this.#waiting) {
      this.#waiting.delete(session);
      const request = queue.shift();
      if (queue.length > 0) this.#waiting.set(session, queue);
      request?.(true);
      return true;
    }
    return false;
  }

  drop(session: object): void {
    const queue = this.#waiting.get(session) ?? [];
    this.#waiting.delete(session);
    for (const request of queue) request(false);
  }
}
