import type { World } from '../hosting/world.ts';
import { ControlError } from './control-error.ts';

const LOOK_EVERY_MS = 2_000;

/**
 * The reply of a change, unless it waits for a log that stores nothing.
 * @throws ControlError then: the change may still be made later
 */
export async function unlessStalled<Reply>(
  { platform: { journal }, machineClock }: Pick<World, 'platform' | 'machineClock'>,
  running: Reply | Promise<Reply>,
): Promise<Reply> {
  if (journal.stalled === undefined) return running;
  const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
  const look = (): void => {
    if (journal.stalled?.() === undefined)
      timer = machineClock.after(LOOK_EVERY_MS, 'change of the control plane', look);
    else giveUp(new ControlError('UNAVAILABLE', 'the log stores nothing now: the change may be made once it does'));
  };
  let timer = machineClock.after(LOOK_EVERY_MS, 'change of the control plane', look);
  try {
    return await Promise.race([running, given]);
  } finally {
    timer.cancel();
  }
}
