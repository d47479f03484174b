/** Limits each user's tickets in any minute; only minted tickets count (TKT-06). */
import type { Clock } from '../platform-port.ts';

const WINDOW_NS = 60_000_000_000n;

/** Counts each user's tickets of the last minute. */
export class TicketAllowance {
  readonly #clock: Clock;
  readonly #perMinute: number;
  /** When each ticket of the last minute was minted, by user; the user who minted last is last. */
  readonly #mintedAtNs: Map<string, readonly bigint[]> = new Map();

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Takes one ticket from the allowance. @returns 0, or the whole seconds until the next one; then none was taken. */
  take({ orgId, userId }: { readonly orgId: number; readonly userId: number }): number {
    const user = `${orgId}/${userId}`;
    const nowNs = this.#clock.nowNs();
    const afterNs = nowNs - WINDOW_NS;
    this.#forget(afterNs);
    const minted = (this.#mintedAtNs.get(user) ?? []).filter((atNs) => atNs > afterNs);
    if (minted.length >= this.#perMinute) {
      const freeAtNs = (minted[minted.length - this.#perMinute] ?? nowNs) + WINDOW_NS;
      return Number((freeAtNs - nowNs + 999_999_999n) / 1_000_000_000n);
    }
    // Moved to the end, so that the first entries are always the least recently used.
    this.#mintedAtNs.delete(user);
    this.#mintedAtNs.set(user, [...minted, nowNs]);
    return 0;
  }

  #forget(afterNs: bigint): void {
    for (const [user, minted] of this.#mintedAtNs) {
      if ((minted.at(-1) ?? afterNs) > afterNs) return;
      this.#mintedAtNs.delete(user);
    }
  }
}
