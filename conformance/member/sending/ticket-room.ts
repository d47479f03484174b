/**
 * The room that the suite leaves under the limit on tickets: sixty a minute and user, for all callers. A check that
 * mints reserves room for its tickets first, so that none receives a 429 that another check caused.
 */
import type { Stopwatch } from '../../runner/stopwatch.ts';

export const TICKET_ROUTE = '/v1/ws-tickets';

const MINUTE_MS = 60_000;
/** Of the sixty, five are for other clients of the same user. */
const MOST = 55;
const LOOK_EVERY_MS = 500;

interface Reservation {
  readonly user: string;
  /** Tickets that are not minted yet. */
  left: number;
}

/** Counts the tickets of one run. */
export class TicketRoom {
  readonly #stopwatch: Stopwatch;
  /** The target's seconds for one real second; 0: its time passes only when moved. */
  readonly #rate: number;
  /** By user, the minting times in the target's milliseconds. */
  readonly #askedAtMs = new Map<string, number[]>();
  readonly #reserved = new Map<object, Reservation>();
  #movedMs = 0;

  constructor(stopwatch: Stopwatch, rate: number) {
    this.#stopwatch = stopwatch;
    this.#rate = rate;
  }

  /** The session sent a request for a ticket. */
  asked(session: object, user: string): void {
    this.#askedAtMs.set(user, [...this.#recent(user), this.#nowMs()]);
    const reservation = this.#reserved.get(session);
    if (reservation?.user === user && reservation.left > 0) reservation.left -= 1;
  }

  /**
   * Reserves room until the session is `done`.
   * @returns how many of the target's milliseconds to wait before asking again; 0: it is reserved.
   */
  reserve(session: object, user: string, count: number): number {
    const recent = this.#recent(user);
    // On a clock that is moved by hand no check runs beside the session.
    const others =
      this.#rate === 0 ? [] : [...this.#reserved].filter(([of, held]) => of !== session && held.user === user);
    const reserved = others.reduce((sum, [, { left }]) => sum + left, 0);
    const left = Math.min(count, MOST);
    const over = recent.length + reserved + left - MOST;
    if (over <= 0) {
      this.#reserved.set(session, { user, left });
      return 0;
    }
    const untilMs = (recent[over - 1] ?? Number.POSITIVE_INFINITY) + MINUTE_MS + 1 - this.#nowMs();
    return reserved === 0 ? untilMs : Math.min(LOOK_EVERY_MS, untilMs);
  }

  done(session: object): void {
    this.#reserved.delete(session);
  }

  /** The target's clock was advanced. */
  moved(ms: number): void {
    this.#movedMs += ms;
  }

  /** The world was reset to its seed, which removed all tickets. */
  forget(): void {
    this.#askedAtMs.clear();
  }

  #nowMs(): number {
    return this.#movedMs + this.#stopwatch.nowMs() * this.#rate;
  }

  #recent(user: string): readonly number[] {
    const sinceMs = this.#nowMs() - MINUTE_MS;
    return (this.#askedAtMs.get(user) ?? []).filter((atMs) => atMs >= sinceMs);
  }
}
