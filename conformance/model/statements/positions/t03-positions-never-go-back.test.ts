import { expect, test } from 'vitest';
import { judged, page, SINGLE, submitted } from '../../../testing/sample-story.ts';
import { positionsNeverGoBack } from './t03-positions-never-go-back.ts';

const during = (sentAtMs: number, answeredAtMs: number) => ({ sentAtMs, answeredAtMs });

test.each([
  ['grows', [page('', 1, []), page('', 1, []), page('', 2, [])], SINGLE, 'pass'],
  ['goes back', [page('', 2, []), page('', 1, [])], SINGLE, 'violated'],
  ['goes back for another organisation', [page('', 2, []), page('', 1, [], { actor: 'outsider' })], SINGLE, 'violated'],
  ['goes back among several members', [page('', 2, []), page('', 1, [])], {}, 'pass'],
  ['is older on a read that overlaps', [page('', 2, [], during(1, 5)), page('', 1, [], during(2, 3))], SINGLE, 'pass'],
  [
    'is older than a read that was answered long before',
    [page('', 5, [], during(1, 2)), page('', 4, [], during(1.5, 9)), page('', 4, [], during(3, 4))],
    SINGLE,
    'violated',
  ],
  [
    'is that of a replay, which reflects no state',
    [page('', 4, []), submitted('a', 1, { replay: true })],
    SINGLE,
    'pass',
  ],
])('%s', (_, samples, target, verdict) => expect(judged(positionsNeverGoBack, samples, target)).toBe(verdict));
