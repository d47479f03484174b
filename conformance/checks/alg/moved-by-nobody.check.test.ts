import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { movedByNobody } from './moved-by-nobody.check.ts';

const moved = (lastUpdatedByUserId: number | null, lastCause: unknown) => ({
  status: 200,
  body: { instanceId: 7, lastUpdatedByUserId, lastCause },
});
const row = (lastUpdatedByUserId: number | null, lastCause: unknown) =>
  answer('GET /algos/instances/7', moved(lastUpdatedByUserId, lastCause));
const GOOD: Record<string, Sample> = {
  me: answer('GET /me', { status: 200, body: { user: { userId: 11 } } }),
  created: answer('POST /algos/instances', moved(11, 'CREATED')),
  'after the verdict': row(null, 'ENGINE_APPLIED'),
  started: row(11, 'STARTED'),
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['by the engine, and then by a person', {}, 'pass', 'pass'],
  ['by nobody, for nothing', { 'after the verdict': row(null, null) }, 'violated', 'violated'],
  ['by nobody, always so', { started: row(null, 'ENGINE_APPLIED') }, 'violated', 'violated'],
  ['for the same cause', { started: row(11, 'ENGINE_APPLIED') }, 'violated', 'violated'],
  ['for the cause of its creation', { 'after the verdict': row(null, 'CREATED') }, 'violated', 'violated'],
  ['by another person', { started: row(12, 'STARTED') }, 'violated', 'violated'],
  ['by its creator', { 'after the verdict': row(11, 'CREATED') }, 'inconclusive', 'violated'],
  [
    'by nobody, as at its creation',
    { created: answer('POST /algos/instances', moved(null, 'CREATED')), 'after the verdict': row(null, 'CREATED') },
    'pass',
    'pass',
  ],
  ['by the engine, and not started', { started: answer('POST /x', { status: 409 }) }, 'pass', 'pass'],
])('moved %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(movedByNobody, historyOf({ ...GOOD, ...over }, { strict: is })));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
