import type { HostWork } from '../host-work.ts';

/** Counts unanswered requests, handshakes and operations, so that a member can shut down without dropping one. */
export class OpenRequests {
  readonly #hostWork: HostWork | undefined;
  #count = 0;
  #waiting: (() => void)[] = [];

  constructor(hostWork?: HostWork) {
    this.#hostWork = hostWork;
  }

  get count(): number {
    return this.#count;
  }

  /** @returns a function that ends the request; call it once. */
  begin(): () => void {
    this.#count += 1;
    this.#hostWork?.stir();
    return () => {
      this.#count -= 1;
      this.#hostWork?.stir();
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  async none(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
