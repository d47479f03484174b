/**
 * The promise of the Owner interface, for every owner: inputs are not changed, and the same input gives the same
 * result.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandBody, SequencedRecord } from '../../gateway/facts.ts';
import type { Owner } from '../owner.ts';
import { history, lived } from '../testing/sample-history.ts';
import { SampleRegister } from '../testing/sample-register.ts';
import { driveAtRandom } from '../testing/sample-run.ts';
import { algos } from './algos.ts';
import { custody } from './custody.ts';
import { orders } from './orders.ts';
import { register } from './register.ts';

function deepFreeze<T>(value: T, seen = new Set<unknown>()): T {
  if (typeof value !== 'object' || value === null || seen.has(value)) return value;
  seen.add(value);
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part, seen);
  return value;
}

// One run for all tests: a second run in this process would see state that an impure owner left behind.
const sample = await driveAtRandom(11, 300);

test.each<[string, Owner<unknown, CommandBody>]>([
  ['register', register as unknown as Owner<unknown, CommandBody>],
  ['orders', orders as unknown as Owner<unknown, CommandBody>],
  ['algos', algos as unknown as Owner<unknown, CommandBody>],
  ['custody', custody as unknown as Owner<unknown, CommandBody>],
])('%s: judged again on frozen states, every record of a run has the same verdict', (_, owner) => {
  expect(judgedAgain(owner, sample.platform.records())).toEqual(sample.platform.stateOf(owner.name));
});

test('register: and so does every write of every collection', () => {
  for (const steps of fc.sample(history, { seed: 3, numRuns: 100 })) {
    const lately = new SampleRegister();
    expect([...lived(steps, lately)].length).toBe(steps.length);
    expect(judgedAgain(register as unknown as Owner<unknown, CommandBody>, lately.records)).toEqual(lately.state);
  }
});

/** The owner's state after it has judged every record again. */
function judgedAgain(owner: Owner<unknown, CommandBody>, records: readonly SequencedRecord[]): unknown {
  let state = deepFreeze(owner.initial());
  for (const record of records) {
    deepFreeze(record);
    if (record.command.owner === owner.name) {
      const verdict = owner.decide(state, { position: record.position, atNs: record.atNs, command: record.command });
      // A fault's ruling replaces a verdict: it is the only part of a journal that does not come from the owner.
      if (!record.verdict.refused?.message.includes('fault')) {
        expect('refused' in verdict ? verdict : { facts: verdict }).toEqual(record.verdict);
      }
    }
    const next = owner.apply(state, record);
    expect(owner.apply(state, record)).toEqual(next);
    state = deepFreeze(next);
  }
  return state;
}
