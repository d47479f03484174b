import { expect, test } from 'vitest';
import { unanswered } from '../../../testing/sample-history.ts';
import { judged, pageOf, readOf, STRICT, wrote } from '../../../testing/sample-story.ts';
import { haltStopsAll } from './t23-halt-stops-all.ts';

const row = (instanceId: number, status: string) => ({ instanceId, status });
const started = (id: number) => row(id, 'STARTED');
const stopped = (id: number) => row(id, 'STOPPED');
const listed = (position: number, ...rows: object[]) => pageOf('/algos/instances', position, rows);
const start = (id: number, position: number) => wrote(`POST /algos/instances/${id}/start`, position, started(id));
const stop = (id: number, position: number) => wrote(`POST /algos/instances/${id}/stop`, position, stopped(id));
const halt = (position: number, count: number) => wrote('POST /algos/halt', position, { count });

test.each([
  ['counts the instances that were started', [listed(2, started(1), stopped(2)), start(2, 3), halt(4, 2)], 'pass'],
  [
    'counts instances that were stopped before',
    [listed(2, started(1), started(2)), stop(2, 3), halt(4, 2)],
    'violated',
  ],
  ['counts too few', [listed(2, started(1), started(2)), halt(4, 1)], 'violated'],
  ['counts none the second time', [listed(2, started(1)), halt(3, 1), halt(4, 0)], 'pass'],
  ['counts instances that it had already stopped', [listed(2, started(1)), halt(3, 1), halt(4, 1)], 'violated'],
  ['counts instances that were never listed', [start(1, 2), halt(4, 7)], 'pass'],
  [
    'counts an instance that a lost start may have started',
    [listed(2, stopped(1)), unanswered('POST /algos/instances/1/start', { key: 'k', actor: 'admin' }), halt(4, 1)],
    'pass',
  ],
  [
    'counts an instance that a lost halt may have stopped',
    [listed(2, started(1)), unanswered('POST /algos/halt', { key: 'k', actor: 'admin' }), halt(4, 0)],
    'pass',
  ],
  ['stops the started instances', [start(1, 2), halt(3, 1), readOf('/algos/instances/1', 4, stopped(1))], 'pass'],
  ['leaves one started', [start(1, 2), halt(3, 1), readOf('/algos/instances/1', 4, started(1))], 'violated'],
  ['leaves one started at its own position', [start(1, 2), halt(3, 1), listed(3, started(1))], 'violated'],
  ['is followed by a start', [halt(3, 0), start(1, 4), listed(5, started(1))], 'pass'],
  ['comes after a read', [readOf('/algos/instances/1', 2, started(1)), halt(3, 1)], 'pass'],
])('a halt that %s', (_, samples, verdict) => {
  expect(judged(haltStopsAll, samples, STRICT)).toBe(verdict);
  expect(judged(haltStopsAll, samples)).toBe('pass');
});
