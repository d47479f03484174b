/** What happens between the 101 and a session's first frame. */
import { expect, test } from 'vitest';
import { FIRST, tokenOf } from '../testing/sample-platform.ts';
import { restate, sampleSessions } from '../testing/sample-session.ts';
import type { FrameFate, SocketEdge } from './socket-edge.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

const edge = (over: Partial<SocketEdge>): SocketEdge => ({
  handshake: () => undefined,
  firstFrame: () => undefined,
  frame: () => undefined,
  ...over,
});

test('a client that sends too much before the first frame is closed, and no other frame comes before the first', async () => {
  const held = Promise.withResolvers<void>();
  const sessions = await sampleSessions({
    limits: { sessionOpsUnderWay: 2 },
    socketEdge: edge({ firstFrame: () => held.promise }),
  });
  const connection = await sessions.open();
  for (const reqId of ['a', 'b']) connection.say('subscribe', { topics: ['orders'] }, reqId);
  expect(connection.closed).toBeUndefined();
  connection.say('subscribe', { topics: ['orders'] }, 'c');
  held.resolve();
  await turn();
  expect([connection.sent, connection.late, connection.closed?.[0]]).toEqual([[], [], 1013]);
});

test('the edge may fail between the 101 and the first frame: the session opens', async () => {
  const firstFrame = () => Promise.reject(new Error('no fault’s business'));
  const sessions = await sampleSessions({ socketEdge: edge({ firstFrame }) });
  const connection = await sessions.open();
  await turn();
  expect(connection.take()).toMatchObject([{ event: 'sessionOpened' }]);
});

test('a held sessionClosing is sent before the close that it announces', async () => {
  const opening = Promise.withResolvers<void>();
  const said = Promise.withResolvers<FrameFate>();
  const socketEdge = edge({ firstFrame: () => opening.promise, frame: () => said.promise });
  const sessions = await sampleSessions({ socketEdge });
  const connection = await sessions.open();
  restate(sessions, { status: 'DISABLED' });
  opening.resolve();
  await turn();
  expect([connection.sent, connection.closed]).toEqual([[], undefined]);
  said.resolve({ act: 'go' });
  await turn();
  expect(connection.sent).toMatchObject([{ event: 'sessionClosing' }]);
  expect(connection.closed?.[0]).toBe(4003);
});

test('an authenticated session has no timer for authentication any more', async () => {
  const sessions = await sampleSessions({ socketVersion: '1.0.0' });
  const connection = await sessions.open(null);
  expect(sessions.clock.waiting).toBe(1);
  connection.say('auth', { token: await tokenOf(FIRST, { exp: undefined }) });
  await connection.answered();
  expect([connection.take()[0]?.success, sessions.clock.waiting]).toEqual([true, 0]);
});
