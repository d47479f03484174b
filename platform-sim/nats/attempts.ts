/** Further attempts at a NATS server that did not answer. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../gateway/platform-port.ts';
import { codeOf, isOutOfOrder, isPassing } from './nats-errors.ts';

export const TRY_AGAIN_AFTER_MS = 100;

export function nextAttempt(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(TRY_AGAIN_AFTER_MS, 'next attempt at NATS', resolve));
}

/** Asks until the server answers: with a result, or with an error that another attempt does not change. */
export async function answered<T>({ nc, clock }: Asking, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const code = codeOf(error);
      if (nc.isClosed() || isOutOfOrder(code) || !isPassing(code)) throw error;
      await nextAttempt(clock);
    }
  }
}

interface Asking {
  readonly nc: NatsConnection;
  readonly clock: Clock;
}
