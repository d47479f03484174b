import type { Clock, Timer } from '../platform-port.ts';

const NS_PER_MS = 1_000_000n;

/** The session whose lease it is. */
export interface Leaseholder {
  expiring(): void;
  lapsed(): void;
}

/** The lifetime of a session under one credential. Uses at most one timer. */
export class Lease {
  readonly #clock: Clock;
  readonly #holder: Leaseholder;
  #endNs: bigint | null = null;
  #warnAtNs: bigint | null = null;
  #timer: Timer | undefined;

  constructor(clock: Clock, holder: Leaseholder) {
    this.#clock = clock;
    this.#holder = holder;
  }

  /** The end of the lease; null if it never ends. */
  get endNs(): bigint | null {
    return this.#endNs;
  }

  get isOver(): boolean {
    return this.#endNs !== null && this.#endNs <= this.#clock.nowNs();
  }

  /** @param warnAtNs when to warn of the end: at once if that is past, never if null. */
  begin(endNs: bigint | null, warnAtNs: bigint | null): void {
    this.#endNs = endNs;
    this.#warnAtNs = endNs === null ? null : warnAtNs;
    this.#proceed();
  }

  end(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #proceed(): void {
    this.end();
    if (this.#endNs === null) return;
    if (this.isOver) {
      this.#holder.lapsed();
      return;
    }
    if (this.#warnAtNs !== null && this.#warnAtNs <= this.#clock.nowNs()) {
      this.#warnAtNs = null;
      // Set before the warning, because the warning may end the session.
      this.#wait(this.#endNs, 'session lapses');
      this.#holder.expiring();
      return;
    }
    if (this.#warnAtNs === null) this.#wait(this.#endNs, 'session lapses');
    else this.#wait(this.#warnAtNs, 'session expiring');
  }

  #wait(untilNs: bigint, label: string): void {
    const waitMs = Number((untilNs - this.#clock.nowNs() + NS_PER_MS - 1n) / NS_PER_MS);
    this.#timer = this.#clock.after(waitMs, label, () => this.#proceed());
  }
}
