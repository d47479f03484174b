import { describe, expect, test } from 'vitest';
import { ANY_TARGET } from '../member/profile/target-facts.ts';
import type { Reach } from '../runner/check.ts';
import {
  asked,
  authorised,
  closing,
  expiring,
  mint,
  opened,
  rateLimited,
  refusedOp,
  session,
  spending,
} from '../testing/sample-conversation.ts';
import { came, historyOf, type SampleFrame, said } from '../testing/sample-history.ts';
import { clockAt } from '../testing/sample-session-additions.ts';
import { chronicleOf } from './chronicle.ts';
import { reachedStates, statesWithin } from './must-reach.ts';
import { SESSION_STATES } from './must-reach-sessions.ts';

const E = 100;
const ticket = '<ticket 1>';
const minted = mint(ticket, 0, 10);
const talk = (...frames: readonly SampleFrame[]) => [session([opened(E), ...frames])];
const spentAt = (s: number) => [minted, ...clockAt(s), spending(ticket, 401), ...clockAt(s)];
const expired = session([opened(E, 3.1)], { closed: { n: 5.5, code: 4001 } });
const endedAt = (s: number) => [...clockAt(0), expired, ...clockAt(s), ...clockAt(s)];
const revoked = (closed: object) => [session([closing()], { closed })];
const denied = (more: object) => refusedOp('submit', 's', 'FORBIDDEN_CAPABILITY', more);

// biome-ignore format: an aligned table
test.each<[string, readonly unknown[], readonly unknown[]]>([
  ['re-authentication',                       talk(authorised('a', E)), talk(authorised('a', null))],
  ['a re-authentication refused',             talk(authorised('a', null)), talk(authorised('a', E))],
  ['a frame that cannot be read',             talk(said('{'), refusedOp('error', null, 'MALFORMED')), talk(said('{'), refusedOp('error', 'a', 'MALFORMED'))],
  ['a ticket spent again',                    [minted, spending(ticket), spending(ticket, 401)], [minted, spending(ticket, 401), spending(ticket)]],
  ['an expired ticket',                       spentAt(10), spentAt(9)],
  ['429 of the ticket route',                 [rateLimited()], [minted]],
  ['sessionExpiring',                         talk(expiring(E, 1)), talk()],
  ['lease end',                               endedAt(E), endedAt(99)],
  ['4003',                                    revoked({ code: 4003 }), revoked({ code: 4003, by: 'suite' })],
  ['a grant cleared while a session is open', talk(asked('submit', 's'), denied({ globalSequence: '7' })), talk(asked('submit', 's'), denied({}))],
])('%s', (state, reaching, missing) => {
  const reached = (samples: readonly unknown[]) =>
    reachedStates(SESSION_STATES, chronicleOf(historyOf(samples as never)));
  expect(reached(reaching)).toContain(state);
  expect(reached(missing)).not.toContain(state);
});

test('an event is not a reply to an op', () => {
  const samples = talk(came({ event: 'auth', msgType: 'auth', data: { success: true } }));
  expect(reachedStates(SESSION_STATES, chronicleOf(historyOf(samples)))).toEqual([]);
});

describe('a state that the target cannot reach is not required', () => {
  const reach: Reach = { fixtures: {}, controlled: true, target: { ...ANY_TARGET, strict: true }, surfaces: {} };
  const ofAnybody = [
    're-authentication',
    'a re-authentication refused',
    'a frame that cannot be read',
    'a ticket spent again',
  ];

  // biome-ignore format: an aligned table
  test.each<[string, Reach, readonly string[]]>([
    ['without a control plane', { ...reach, controlled: false },                     ofAnybody],
    ['on a deployed member',    { ...reach, controlled: false, target: ANY_TARGET }, ofAnybody],
    ['on a sandbox',            reach,                                               SESSION_STATES.map(({ state }) => state)],
  ])('%s', (_, given, left) => expect(statesWithin(SESSION_STATES, given)).toEqual(left));
});
