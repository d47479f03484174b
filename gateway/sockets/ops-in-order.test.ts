import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import { livingFor, order, sampleSessions, slowly, unsigned } from '../testing/sample-session.ts';

const NEVER_LAPSES = JSON.stringify({ externalOrgId: 'first', subject: 'trader', expiresAtS: null });

test('orders over the limit of a session are refused, and accepted again once those are answered', async () => {
  const judged = Promise.withResolvers<void>();
  const sessions = await sampleSessions({ limits: { sessionOpsUnderWay: 2 } });
  const { platform } = sessions;
  const { judge } = platform;
  platform.judge = (command) => judged.promise.then(() => judge(command));
  const connection = await sessions.open();
  connection.take();
  for (const key of ['k1', 'k2', 'k3']) connection.say('submit', order(key), key);
  expect(connection.take()).toMatchObject([{ reqId: 'k3', code: 'BACKPRESSURE', retryable: true }]);
  judged.resolve();
  await connection.answered();
  connection.say('submit', order('k3'), 'again');
  await connection.answered();
  expect(connection.take().flatMap(({ reqId, success }) => (reqId === undefined ? [] : [[reqId, success]]))).toEqual([
    ['k1', true],
    ['k2', true],
    ['again', true],
  ]);
});

test('an order that waits behind a renewal is not placed if the session lapses meanwhile', async () => {
  const admitted = Promise.withResolvers<void>();
  const sessions = await sampleSessions({ rules: [unsigned, slowly(admitted.promise)] });
  const connection = await sessions.open(await livingFor(30));
  connection.say('auth', { token: NEVER_LAPSES });
  connection.say('submit', order('k1'));
  sessions.clock.advance(30_000);
  admitted.resolve();
  for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([connection.closed?.[0], sessions.platform.submitted, sessions.clock.waiting]).toEqual([4001, [], 0]);
});

test('a renewal whose session lapses before it is judged is not reported as successful', async () => {
  const admitted = Promise.withResolvers<void>();
  const events: ExchangeEvent[] = [];
  const observe = (event: ExchangeEvent): void => void events.push(event);
  const sessions = await sampleSessions({ observe, rules: [unsigned, slowly(admitted.promise)] });
  const connection = await sessions.open(await livingFor(30));
  connection.say('auth', { token: NEVER_LAPSES });
  sessions.clock.advance(30_000);
  admitted.resolve();
  while (events.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(connection.closed?.[0]).toBe(4001);
  expect(events).toMatchObject([
    { closed: { code: 4001, why: 'lapsed' } },
    { op: 'auth', refused: { code: 'SESSION_EXPIRED' } },
  ]);
});

test.each([
  ['auth', { token: NEVER_LAPSES }],
  ['submit', order('k1')],
])('an internal error in %s is shown to the observer, and to no client', async (op, params) => {
  const events: ExchangeEvent[] = [];
  const failing = () => ({ admit: () => Promise.reject(new TypeError('no such row')) });
  const observe = (event: ExchangeEvent): void => void events.push(event);
  const sessions = await sampleSessions({ observe, rules: [unsigned, failing] });
  sessions.platform.take = () => {
    throw new TypeError('no such row');
  };
  const connection = await sessions.open();
  connection.take();
  connection.say(op, params);
  await connection.answered();
  const said = connection.take();
  expect(said).toMatchObject([{ op, success: false, code: 'NOT_SERVING', retryable: true }]);
  expect(JSON.stringify(said)).not.toContain('row');
  expect(events).toMatchObject([{ op, refused: { code: 'NOT_SERVING', message: 'no such row' } }]);
});
