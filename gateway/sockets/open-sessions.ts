type Close = (code: number, reason: string) => void;

/** The open sessions of one member: counted, and closed together when it drains. */
export class OpenSessions {
  readonly #open: Set<Close> = new Set();

  get count(): number {
    return this.#open.size;
  }

  /** @returns what the session calls once it is closed, whoever closed it. */
  begin(close: Close): () => void {
    // A wrapper of its own: two sessions that close by one function are two.
    const mine: Close = (code, reason) => close(code, reason);
    this.#open.add(mine);
    return () => {
      this.#open.delete(mine);
    };
  }

  closeAll(code: number, reason: string): void {
    for (const close of [...this.#open]) close(code, reason);
  }
}
