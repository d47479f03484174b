import type { Scene } from '../../runner/check.ts';

export const SLOW_WRITE_NEEDS = ['trader', 'account', 'instrument', 'writes', 'control'] as const;

/**
 * A write whose owner answers after the sync deadline: submitted, accepted, polled while it is under way, settled, polled
 * twice more, and retried.
 */
export async function driveSlowWrite({
  trader,
  order,
  freshKey,
  control,
}: Scene<(typeof SLOW_WRITE_NEEDS)[number]>): Promise<void> {
  const key = freshKey();
  const body = order();
  const held = await control.fault({ on: { command: 'submit', key }, hold: key });
  const pending = trader.submit(body, { key, label: 'slow' });
  await held.untilHeld();
  await control.advance('5s');
  await pending;
  await trader.get(`/operations/${key}`, { label: 'under way' });
  await control.release(key);
  await control.advance('1s');
  await trader.get(`/operations/${key}`, { label: 'settled' });
  await trader.get(`/operations/${key}`, { label: 'settled again' });
  await trader.submit(body, { key, label: 'retried', settle: false });
  await trader.submit(body, { key, label: 'retried again', settle: false });
}
