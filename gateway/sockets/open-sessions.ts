type Close = (code: number, reason: string) => void;

/** The open sessions of one member: counted, and closed together when it drains. */
export class OpenSessions {
  readonly #open: Set<Close> = new Set();

  get count(): number {
    return this.#open.size;
  }

  /** @param close closes the session. @returns a function that the session calls once it is closed, for any reason. */
  begin(close: Close): () => void {
    this.#open.add(close);
    return () => {
      this.#open.delete(close);
    };
  }

  closeAll(code: number, reason: string): void {
    for (const close of [...this.#open]) close(code, reason);
  }
}
