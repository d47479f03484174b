import { expect, test } from 'vitest';
import { answer } from '../../../testing/sample-history.ts';
import { judged, me, page, SINGLE, submitted, wrote } from '../../../testing/sample-story.ts';
import { admittedOnce } from './t38-admitted-once.ts';

const waits = answer('GET /orders', { status: 403, code: 'AWAITING_ADMISSION' });
const held = me('trader', 2, 3, ['orders:trade']);
const emptied = wrote('PUT /users/2', 4, { userId: 2, capabilities: [] });
const during = (sentAtMs: number, answeredAtMs: number) => ({ sentAtMs, answeredAtMs });

test.each([
  ['waits, then is admitted', [held, waits, submitted('a', 4)], SINGLE, 'pass'],
  ['is admitted, then waits', [held, submitted('a', 4), waits], SINGLE, 'violated'],
  ['reads, then waits', [held, page('', 4, []), waits], SINGLE, 'violated'],
  ['waits at another member', [held, submitted('a', 4), waits], {}, 'pass'],
  ['lost every capability in between', [held, submitted('a', 3), emptied, waits], SINGLE, 'pass'],
  ['is not known', [submitted('a', 4), waits], SINGLE, 'pass'],
  ['is somebody else', [held, submitted('a', 4, { actor: 'viewer' }), waits], SINGLE, 'pass'],
  ['only read GET /me', [held, waits], SINGLE, 'pass'],
  [
    'was admitted meanwhile',
    [
      held,
      submitted('a', 4, during(1, 9)),
      answer('GET /orders', { status: 403, code: 'AWAITING_ADMISSION', ...during(2, 3) }),
    ],
    SINGLE,
    'pass',
  ],
])('a user who %s', (_, samples, target, verdict) => expect(judged(admittedOnce, samples, target)).toBe(verdict));
