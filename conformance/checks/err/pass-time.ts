import type { Exchange } from '../../client/exchange.ts';

const STEP_MS = 500;
/** Longer than any deadline of a member that the interface lets a client wait for. */
const MOST_STEPS = 20;

/** Lets the target's time pass until all are answered, ten seconds of it at the most. */
export async function passTimeUntilAnswered(
  elapse: (ms: number) => Promise<void>,
  pending: readonly Promise<Exchange>[],
): Promise<void> {
  let waiting = pending.length;
  for (const one of pending) {
    void one.then(() => {
      waiting -= 1;
    });
  }
  for (let step = 0; step < MOST_STEPS && waiting > 0; step += 1) await elapse(STEP_MS);
  await Promise.all(pending);
}
