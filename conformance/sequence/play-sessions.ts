/** Plays one sequence over tickets and sessions, and removes what it left. */
import fc from 'fast-check';
import type { SequenceScene } from './driver.ts';
import type { Sequence } from './sequence.ts';
import { SessionDriver } from './session-driver.ts';
import type { SessionStep } from './session-steps.ts';

/** Drives; asserts nothing. */
export async function playSessions(scene: SequenceScene, sequence: Sequence<SessionStep>): Promise<void> {
  const driver = await SessionDriver.begin(scene);
  await fc.asyncModelRun(() => ({ model: { driver }, real: driver }), sequence);
  await driver.finish();
}
