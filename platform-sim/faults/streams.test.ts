/** Ordered streams stay in order under any fault: a member's stream, and the queue into the sequence. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SamplePlatform } from '../testing/sample-platform.ts';
import type { FaultRule } from './rule-shape.ts';

const streamFault = fc.constantFrom<FaultRule>(
  { on: { edge: 'record' }, delay: '300ms', times: { every: 2 } },
  { on: { edge: 'record', command: 'cancel' }, hold: 'there', times: 1 },
  { on: { member: 'm1' }, drop: 'record', times: { every: 3 } },
  { on: { edge: 'reply' }, delay: '2s', times: 2 },
  { on: { key: 'k3' }, drop: 'reply' },
  { on: { edge: 'sequencer' }, delay: '90ms', times: { every: 2 } },
  { on: { edge: 'sequencer', key: 'k2' }, hold: 'there', times: 1 },
);
const step = fc.oneof<fc.Arbitrary<FaultRule | 'submit' | 'release' | number>[]>(
  streamFault,
  fc.constantFrom('submit' as const, 'release' as const),
  fc.constantFrom(0, 50, 400, 3_000),
);

/** A platform with a member that follows from this position. */
function following(after?: number) {
  const sample = new SamplePlatform();
  const received: number[] = [];
  const { stop } = sample.port.follow(after ?? sample.genesis, ({ position }) => void received.push(position));
  return { sample, received, stop };
}

test('a member receives every record once and in order, and commands are placed in the order of arrival', async () => {
  const run = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
    const { sample, received, stop } = following(0);
    let sent = 0;
    for (const taken of steps) {
      if (typeof taken === 'number') await sample.clock.advance(taken);
      else if (typeof taken === 'object') sample.faults.add(taken);
      else if (taken === 'release') sample.faults.release('there');
      else void sample.submit(`k${++sent}`);
    }
    sample.faults.clear();
    await sample.clock.advance(60_000);
    stop();
    expect(received).toEqual(Array.from({ length: sample.platform.head() }, (_, index) => index + 1));
    const placed = sample.records().flatMap(({ command: { key } }) => key ?? []);
    expect(placed).toEqual(Array.from({ length: sent }, (_, index) => `k${index + 1}`));
  });
  await fc.assert(run, { numRuns: 60 });
});

test('without a fault a member receives a record within the call', () => {
  const { sample, received } = following();
  for (const key of ['k1', 'k2']) void sample.submit(key);
  expect(received).toEqual([sample.genesis + 1, sample.genesis + 2]);
});

test('faults of records in flight do not affect what a member catches up on, and end with it', async () => {
  const { sample, received, stop } = following();
  const { id } = sample.faults.add({ on: { edge: 'record' }, delay: '1s' });
  let caughtUp = 0;
  sample.port.follow(0, () => (caughtUp += 1)).stop();
  expect([caughtUp, sample.faults.get(id)?.matches]).toEqual([sample.genesis, 0]);
  void sample.submit('k1');
  stop();
  await sample.clock.advance(2_000);
  expect(received).toEqual([]);
});
