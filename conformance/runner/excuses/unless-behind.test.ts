import { expect, test } from 'vitest';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { violated } from '../judgement.ts';
import { unlessBehind } from './unless-behind.ts';

const write = answer('POST /algos/halt', { status: 200, position: 9, sentAtMs: 1, answeredAtMs: 2 });
const read = (position: number | undefined, sentAtMs = 3) =>
  answer('GET /algos/instances/1', { status: 200, sentAtMs, ...(position === undefined ? {} : { position }) });

test.each([
  ['a read from before the write', read(8), false, 'inconclusive'],
  ['a read from before the write, of a single member that promises its own writes', read(8), true, 'violated'],
  ['a read at the write', read(9), false, 'violated'],
  ['a read from after it', read(10), false, 'violated'],
  ['a read that was sent before the write was answered', read(8, 1), false, 'violated'],
  ['an answer that reflects no state', read(undefined), false, 'violated'],
])('%s', (_, seen, strict, verdict) => {
  const history = historyOf({ halted: write, seen }, { singleMember: true, strict });
  expect(unlessBehind(violated('it is stopped', history.one('halted'), history.one('seen')), history).verdict).toBe(
    verdict,
  );
});

test('a write that breaks a clause is a violation', () => {
  const history = historyOf({ halted: write, again: answer('POST /algos/halt', { status: 500, position: 3 }) });
  expect(unlessBehind(violated('200', history.one('again')), history).verdict).toBe('violated');
});
