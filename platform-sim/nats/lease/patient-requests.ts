/**
 * Requests to a server that may go away. A request that a lost connection took with it would keep its caller waiting
 * for its whole timeout: here it is given up once the connection is back, or after a second, and its caller tries again.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { watchConnection } from '../connection.ts';

export interface PatientRequests {
  isUp(): boolean;
  /** undefined: given up. It may still have an effect on the server. Rejects as the request does. */
  answer<T>(request: Promise<T>): Promise<T | undefined>;
  /** Ends early when the connection is back, and with `wake`, also if that was called since the last pause. */
  pause(ms: number): Promise<void>;
  wake(): void;
  stop(): void;
}

const ANSWER_WITHIN_MS = 1_000;

/** @param changed called when the connection is lost, and when it is back */
export function patientRequests(
  nc: NatsConnection,
  clock: Clock,
  changed: (isUp: boolean) => void = () => undefined,
): PatientRequests {
  let isUp = true;
  let isWoken = false;
  let endPause = (): void => undefined;
  let giveUp = (): void => undefined;

  function wake(): void {
    isWoken = true;
    endPause();
  }

  const connection = watchConnection(nc, (up) => {
    isUp = up;
    changed(up);
    if (!up) return;
    giveUp();
    wake();
  });

  return {
    isUp: () => isUp,
    answer: (request) =>
      new Promise((resolve, reject) => {
        giveUp = () => resolve(undefined);
        const timer = clock.after(ANSWER_WITHIN_MS, 'answer of NATS', giveUp);
        request.then(resolve, reject).finally(() => timer.cancel());
      }),
    async pause(ms) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = clock.after(ms, 'next request to NATS', resolve);
          endPause = () => {
            timer.cancel();
            resolve();
          };
        });
      }
      isWoken = false;
    },
    wake,
    stop: connection.stop,
  };
}
