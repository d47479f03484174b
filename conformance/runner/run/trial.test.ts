import { expect, test } from 'vitest';
import { sampleCheck } from '../../testing/stub-run.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import { sessionFor } from './run-check.ts';
import { trial } from './trial.ts';

const minting = sampleCheck({ needs: ['trader', 'tickets'], mintsAs: 'throttled' });

test.each([
  ['the user whose tickets a check mints', { throttled: { token: 'throttled' } }, 'throttled'],
  ['trader, where the profile names no such user', {}, 'trader'],
])('room for tickets is reserved for %s', async (_, others, user) => {
  const principals = { trader: { token: 'trader' }, ...others };
  const { target, freshKey } = await stubTarget(() => ({ status: 200, body: '{}' }), { principals });
  const session = sessionFor(minting, target, {});
  const reserved: unknown[] = [];
  session.makeRoomForTickets = async (...wanted) => void reserved.push(wanted);
  await trial(minting, target, session, freshKey, undefined, { tickets: 60 });
  expect(reserved).toEqual([[60, user]]);
});
