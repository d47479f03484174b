import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { stoppedByThePlatform } from './stopped-by-the-platform.check.ts';

const row = (status: string, lastUpdatedByUserId: number | null, lastCause: unknown) =>
  answer('GET /algos/instances/7', { status: 200, body: { status, lastUpdatedByUserId, lastCause } });
const GOOD: Record<string, Sample | readonly Sample[]> = {
  created: answer('POST /algos/instances', { status: 201 }),
  started: row('STARTED', 12, 'STARTED'),
  stopped: [row('STARTED', 12, 'STARTED'), row('STOPPED', null, 'PLATFORM_STOPPED')],
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['by nobody', {}, 'pass'],
  ['by the administrator', { stopped: row('STOPPED', 11, 'PLATFORM_STOPPED') }, 'violated'],
  ['for nothing', { stopped: row('STOPPED', null, null) }, 'violated'],
  ['for the start', { stopped: row('STOPPED', null, 'STARTED') }, 'violated'],
  ['not at all', { stopped: row('STARTED', 12, 'STARTED') }, 'inconclusive'],
  ['before it ran', { started: answer('POST /x', { status: 409 }) }, 'inconclusive'],
])('stopped %s', (_, over, verdict) => {
  expect(judged(stoppedByThePlatform, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('a deputy of whom nothing is known', () => {
  expect(judged(stoppedByThePlatform, historyOf({})).verdict).toBe('inconclusive');
});
