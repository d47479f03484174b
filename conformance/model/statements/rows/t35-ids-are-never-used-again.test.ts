import { expect, test } from 'vitest';
import { judged, orderRow, readOf, submitted, wrote } from '../../../testing/sample-story.ts';
import { idsAreNeverUsedAgain } from './t35-ids-are-never-used-again.ts';

const order = (key: string, position: number, madeAt: number) =>
  submitted(key, position, { body: orderRow(madeAt, key) });
const policy = (position: number, chainPolicyId: number) => wrote('POST /chain-policies', position, { chainPolicyId });

test.each([
  ['orders whose ids grow', [order('a', 2, 2), order('b', 3, 3)], 'pass'],
  ['orders whose ids shrink', [order('a', 2, 3), order('b', 3, 2)], 'violated'],
  ['two orders of one id', [order('a', 2, 2), order('b', 3, 2)], 'violated'],
  ['one order and its replay', [order('a', 2, 2), submitted('a', 2, { replay: true })], 'pass'],
  ['rows of the register whose ids shrink', [policy(2, 9), policy(3, 7)], 'pass'],
  ['two rows of the register of one id', [policy(2, 7), policy(3, 7)], 'violated'],
  [
    'a row that is read and restated',
    [
      policy(2, 7),
      readOf('/chain-policies/7', 3, { chainPolicyId: 7 }),
      wrote('PUT /chain-policies/7', 4, { chainPolicyId: 7 }),
    ],
    'pass',
  ],
  [
    'two instances of one id',
    [wrote('POST /algos/instances', 2, { instanceId: 1 }), wrote('POST /algos/instances', 3, { instanceId: 1 })],
    'violated',
  ],
  [
    'documents of one seq in two instances',
    [wrote('PUT /algos/instances/1/config', 2, { seq: 1 }), wrote('PUT /algos/instances/2/config', 3, { seq: 1 })],
    'pass',
  ],
])('%s', (_, samples, verdict) => expect(judged(idsAreNeverUsedAgain, samples)).toBe(verdict));
