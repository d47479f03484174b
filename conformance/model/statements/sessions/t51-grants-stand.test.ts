import { expect, test } from 'vitest';
import {
  asked,
  authorised,
  granted,
  opened,
  refusedOp,
  session,
  TRADES,
} from '../../../testing/sample-conversation.ts';
import type { Sample } from '../../../testing/sample-history.ts';
import { came } from '../../../testing/sample-history.ts';
import { judged, me, STRICT, wrote } from '../../../testing/sample-story.ts';
import { grantsStand } from './t51-grants-stand.ts';

const E = 100;
const NONE: readonly string[] = [];
const taken = came({ op: 'submit', reqId: 's', success: true, order: {}, globalSequence: '7' });
const byDoor = refusedOp('submit', 's', 'FORBIDDEN_CAPABILITY');
const byOwner = refusedOp('submit', 's', 'FORBIDDEN_CAPABILITY', { globalSequence: '7' });
const submits = asked('submit', 's');

test.each([
  ['accepted with a grant that has it', session([opened(E), submits, taken]), 'pass'],
  ['refused by the door with a grant that has it', session([opened(E), submits, byDoor]), 'violated'],
  ['refused by the owner', session([opened(E), submits, byOwner]), 'pass'],
  ['refused by the door with a grant that lacks it', session([opened(E, undefined, NONE), submits, byDoor]), 'pass'],
  ['accepted with a grant that lacks it', session([opened(E, undefined, NONE), submits, taken]), 'violated'],
  [
    'judged by the owner with a grant that lacks it',
    session([opened(E, undefined, NONE), submits, byOwner]),
    'violated',
  ],
  [
    'refused by the door after op auth removed it',
    session([opened(E), asked('auth', 'a'), authorised('a', E, undefined, NONE), submits, byDoor]),
    'pass',
  ],
  [
    'accepted after an op auth that was refused',
    session([opened(E, undefined, NONE), asked('auth', 'a'), authorised('a', null), submits, taken]),
    'violated',
  ],
] as const)('an order %s', (_, sample, verdict) => expect(judged(grantsStand, [sample], STRICT)).toBe(verdict));

const mine = (position: number, held: readonly string[]) => me('trader', 2, position, held);

test.each<[string, readonly Sample[], string]>([
  ['equal to /me', [mine(1, TRADES), session([opened(E)]), mine(1, TRADES)], 'pass'],
  ['different from /me', [mine(1, NONE), session([opened(E)]), mine(1, NONE)], 'violated'],
  ['as one of two', [mine(1, NONE), session([opened(E)]), mine(2, TRADES)], 'pass'],
  [
    'equal to a change in between',
    [mine(1, NONE), wrote('PUT /users/2', 2, granted(E)), session([opened(E)]), mine(3, NONE)],
    'pass',
  ],
])('a grant %s', (_, samples, verdict) => expect(judged(grantsStand, samples, STRICT)).toBe(verdict));

test('orders over a socket are assumed: a deployed member is not judged by them', () => {
  expect(judged(grantsStand, [session([opened(E), submits, byDoor])])).toBe('pass');
});
