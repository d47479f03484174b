import type { HostWork } from '../host-work.ts';

/** Requests, handshakes and operations begun and not answered, so that a member can be put away without dropping one. */
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

  /** @returns what ends it; to be called once. */
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
