import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import {
  livingFor,
  restate,
  type SampleConnection,
  type SampleSessions,
  sampleSessions,
} from '../testing/sample-session.ts';
import type { Ended } from './connection.ts';
import type { FrameFate } from './socket-edge.ts';

/** The exchange events of a member, other than those of operations. */
async function watched(over: Parameters<typeof sampleSessions>[0] = {}) {
  const events: ExchangeEvent[] = [];
  const sessions = await sampleSessions({ observe: (event) => void events.push(event), ...over });
  return { sessions, told: () => events.filter(({ op }) => op === undefined) };
}

type Ends = (of: { readonly sessions: SampleSessions; readonly connection: SampleConnection }) => void;

describe('the end of a session is reported once, with its code and reason', () => {
  test.each<[Ended, Ends]>([
    [{ code: 4001, why: 'lapsed' }, ({ sessions }) => sessions.clock.advance(3_600_000)],
    [{ code: 1001, why: 'drained' }, ({ sessions }) => sessions.services.sessions.closeAll(1001, 'away')],
    [
      { code: 1013, why: 'slow reader' },
      ({ connection }) => {
        connection.bufferedBytes = 2_000_000;
        connection.say('fly');
      },
    ],
    [{ code: 1006, why: 'gone' }, ({ connection }) => connection.goAway()],
    [{ code: 1009, why: 'too big' }, ({ connection }) => connection.goAway({ code: 1009, why: 'too big' })],
  ])('%j', async (closed, end) => {
    const { sessions, told } = await watched();
    const connection = await sessions.open(await livingFor(3_600));
    end({ sessions, connection });
    connection.goAway();
    expect(told()).toEqual([
      {
        atNs: expect.any(String),
        member: 'm',
        requestId: null,
        method: 'WS',
        path: '/v1/ws/trading',
        status: 101,
        key: null,
        refused: null,
        session: 'm-1',
        caller: { orgId: 1, userId: 11 },
        closed,
      },
    ]);
  });

  test('no caller authenticated', async () => {
    const { sessions, told } = await watched();
    sessions.openMarketData();
    sessions.clock.advance(10_000);
    expect(told()).toMatchObject([{ path: '/v1/ws/market-data', closed: { code: 4008, why: 'idle' } }]);
  });

  test('access was revoked before its first frame', async () => {
    const held = Promise.withResolvers<void>();
    const socketEdge = { handshake: () => undefined, firstFrame: () => held.promise, frame: () => undefined };
    const { sessions, told } = await watched({ socketEdge });
    const connection = await sessions.open();
    restate(sessions, { status: 'DISABLED' });
    held.resolve();
    while (connection.closed === undefined) await new Promise((resolve) => setImmediate(resolve));
    expect(told()).toMatchObject([{ closed: { code: 4003, why: 'revoked' } }]);
  });
});

describe('a frame that a fault changed is reported', () => {
  test.each<[FrameFate, object]>([
    [{ act: 'drop' }, { fault: { frame: 'sessionOpened', did: 'dropped' } }],
    [{ act: 'replace', texts: ['{}'] }, { fault: { frame: 'sessionOpened', did: 'changed' } }],
    [
      { act: 'close', code: 4000 },
      { fault: { frame: 'sessionOpened', did: 'closed on' }, closed: { code: 4000, why: 'fault' } },
    ],
    [{ act: 'cut' }, { fault: { frame: 'sessionOpened', did: 'cut' }, closed: { code: 1006, why: 'fault' } }],
  ])('%j', async (fate, what) => {
    const frame = async () => fate;
    const socketEdge = { handshake: () => undefined, firstFrame: () => undefined, frame };
    const { sessions, told } = await watched({ socketEdge });
    await sessions.open();
    while (told().length === 0) await new Promise((resolve) => setImmediate(resolve));
    const { closed, fault } = told()[0] ?? {};
    expect([told().length, { ...(fault && { fault }), ...(closed && { closed }) }]).toEqual([1, what]);
  });

  test('a duplicated frame is reported with its fate, and an unchanged frame is not reported', async () => {
    const fates: FrameFate[] = [{ act: 'go' }];
    const frame = async (_place: object, text: string): Promise<FrameFate> =>
      fates.shift() ?? { act: 'replace', texts: [text, text] };
    const socketEdge = { handshake: () => undefined, firstFrame: () => undefined, frame };
    const { sessions, told } = await watched({ socketEdge });
    const connection = await sessions.open();
    connection.say('fly');
    while (told().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(told().map(({ fault }) => fault)).toEqual([{ frame: 'fly', did: 'sent twice' }]);
  });
});
