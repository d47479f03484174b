/** Ordered streams stay in order under any fault: a member's stream, and the queue into the sequence. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
const step = fc.oneof(
  fc.record({ do: fc.constant('fault' as const), rule: streamFault }),
  fc.record({ do: fc.constant('submit' as const) }),
  fc.record({ do: fc.constant('advance' as const), ms: fc.constantFrom(0, 50, 400, 3_000) }),
  fc.record({ do: fc.constant('release' as const) }),
);

describe('under any faults of streams', () => {
  test('a member receives every record once and in order, and commands are placed in the order of arrival', async () => {
    const run = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const sample = new SamplePlatform();
      const heard: number[] = [];
      const following = sample.port.follow(0, ({ position }) => void heard.push(position));
      let sent = 0;
      for (const taken of steps) {
        if (taken.do === 'fault') sample.faults.add(taken.rule);
        else if (taken.do === 'advance') await sample.clock.advance(taken.ms);
        else if (taken.do === 'release') sample.faults.release('there');
        else {
          sent += 1;
          void sample.submit(`k${sent}`);
        }
      }
      sample.faults.clear();
      await sample.clock.advance(60_000);
      following.stop();
      const head = sample.platform.head();
      expect(heard).toEqual(Array.from({ length: head }, (_, index) => index + 1));
      const placed = sample.records().flatMap(({ command: { key } }) => (key === null ? [] : [key]));
      expect(placed).toEqual(Array.from({ length: sent }, (_, index) => `k${index + 1}`));
    });
    await fc.assert(run, { numRuns: 60 });
  });
});

test('without a fault a member receives a record within the call', () => {
  const sample = new SamplePlatform();
  const heard: number[] = [];
  sample.port.follow(sample.genesis, ({ position }) => void heard.push(position));
  void sample.submit('k1');
  void sample.submit('k2');
  expect(heard).toEqual([sample.genesis + 1, sample.genesis + 2]);
});

test('faults of records in flight do not affect what a member catches up on', () => {
  const sample = new SamplePlatform();
  const { id } = sample.faults.add({ on: { edge: 'record' }, hold: 'there' });
  let heard = 0;
  sample.port.follow(0, () => {
    heard += 1;
  });
  expect([heard, sample.faults.get(id)?.matches]).toEqual([sample.genesis, 0]);
});

test('a member that has gone receives nothing that was in flight', async () => {
  const sample = new SamplePlatform();
  sample.faults.add({ on: { edge: 'record' }, delay: '1s' });
  let heard = 0;
  const following = sample.port.follow(sample.genesis, () => {
    heard += 1;
  });
  void sample.submit('k1');
  following.stop();
  await sample.clock.advance(2_000);
  expect(heard).toBe(0);
});
