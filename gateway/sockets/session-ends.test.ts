/** Sessions as their member's operator sees and ends them, and how their ends and changed frames are reported. */
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import {
  type Act,
  at,
  auth,
  expiring,
  livingFor,
  open,
  opened,
  play,
  REVOKED,
  restated,
  type SampleOptions,
  type Scene,
  type Step,
  say,
  turns,
  wait,
} from '../testing/sample-session.ts';
import type { Ended } from './connection.ts';
import type { OpenSession } from './open-sessions.ts';
import type { FrameFate, SocketEdge } from './socket-edge.ts';

function only({ services }: Scene): OpenSession {
  const [session, ...others] = services.sessions.list().values();
  if (session === undefined || others.length > 0) throw new Error('one session is expected');
  return session;
}

const connect: Act = (on) => {
  on.connection = on.openMarketData();
};
const expire = (atNs: string, did: boolean): Act => {
  return (on) => expect(only(on).expire(BigInt(atNs))).toBe(did);
};
const revoke = (did: boolean): Act => {
  return (on) => expect(only(on).revoke()).toBe(did);
};
const has = (facts: object): Act => {
  return (on) => expect(only(on).facts()).toMatchObject(facts);
};
const OPEN: Step = [open(livingFor(7_200)), [opened(at(7_200))]];

// biome-ignore format: an aligned table
test.each<[string, ...Step[]]>([
  ['cannot end a lease or an access where no caller authenticated',
    [connect, []],
    [has({ state: 'unauthenticated', principal: null, expiresAtNs: null }), []],
    [expire('0', false), []],
    [revoke(false), []]],
  ['expires it: 4001, as at the end of its token',
    OPEN,
    [expire(at(0), true), [], 4001],
    [expire(at(0), false), [], 4001]],
  ['ends its lease earlier: it is warned of that end, then closed at it',
    OPEN,
    [expire(at(30), true), [expiring(at(30), 30_000)]],
    [wait(29_999), []],
    [wait(1), [], 4001]],
  ['revokes it: sessionClosing and 4003, and nothing later',
    OPEN,
    [revoke(true), [REVOKED], 4003],
    [has({ state: 'closing' }), [], 4003],
    [revoke(false), [], 4003]],
  ['revokes one of the market data socket, which has no frame for it',
    [connect, []],
    [auth(livingFor(7_200)), [{ op: 'auth', reqId: 'r', success: true }]],
    [revoke(true), [], 4003]],
])('an operator %s', async (_title, ...steps) => {
  await play(steps);
});

/** The exchange events of a script of any frames, other than those of operations. */
async function watched(acts: readonly Act[], options: SampleOptions = {}): Promise<readonly ExchangeEvent[]> {
  const events: ExchangeEvent[] = [];
  const scene = await play([], { observe: (event) => void events.push(event), ...options });
  for (const act of [...acts, turns]) await act(scene);
  return events.filter(({ op }) => op === undefined);
}

const slow: Act = ({ connection }) => {
  connection.bufferedBytes = 2_000_000;
  connection.say('fly');
};

describe('the end of a session is reported once, with its code and reason', () => {
  // biome-ignore format: an aligned table
  test.each<[Ended, Act]>([
    [{ code: 4001, why: 'lapsed' },      wait(3_600_000)],
    [{ code: 1001, why: 'drained' },     ({ services }) => services.sessions.closeAll(1001, 'away')],
    [{ code: 1013, why: 'slow reader' }, slow],
    [{ code: 1006, why: 'gone' },        ({ connection }) => connection.goAway()],
    [{ code: 1009, why: 'too big' },     ({ connection }) => connection.goAway({ code: 1009, why: 'too big' })],
  ])('%j', async (closed, end) => {
    const socket = { method: 'WS', path: '/v1/ws/trading', status: 101, version: '1.4.0', requestId: null, key: null, refused: null };
    const whose = { atNs: expect.any(String), member: 'm', session: 'm-1', caller: { orgId: 1, userId: 11 } };
    const reported = await watched([open(), end, ({ connection }) => connection.goAway()]);
    expect(reported).toEqual([{ ...socket, ...whose, closed }]);
  });

  test('no caller authenticated', async () => {
    const reported = await watched([connect, wait(10_000)]);
    expect(reported).toMatchObject([{ path: '/v1/ws/market-data', closed: { code: 4008, why: 'idle' } }]);
  });

  test('access was revoked before its first frame', async () => {
    const acts: readonly Act[] = [open(), restated({ status: 'DISABLED' }), (on) => on.release()];
    expect(await watched(acts, { hold: 'firstFrame' })).toMatchObject([{ closed: { code: 4003, why: 'revoked' } }]);
  });
});

function edge(frame: SocketEdge['frame']): SampleOptions {
  return { socketEdge: { handshake: () => undefined, firstFrame: () => undefined, frame } };
}

describe('a frame that a fault changed is reported', () => {
  // biome-ignore format: an aligned table
  test.each<[FrameFate, string, Ended | undefined]>([
    [{ act: 'drop' },                   'dropped',   undefined],
    [{ act: 'replace', texts: ['{}'] }, 'changed',   undefined],
    [{ act: 'close', code: 4000 },      'closed on', { code: 4000, why: 'fault' }],
    [{ act: 'cut' },                    'cut',       { code: 1006, why: 'fault' }],
  ])('%j', async (fate, did, ended) => {
    const reported = await watched([open()], edge(async () => fate));
    expect(reported.map(({ fault, closed }) => [fault, closed])).toEqual([[{ frame: 'sessionOpened', did }, ended]]);
  });

  test('a duplicated frame is reported with its fate, and an unchanged frame is not reported', async () => {
    const fates: FrameFate[] = [{ act: 'go' }];
    const frame = async (_place: object, text: string): Promise<FrameFate> =>
      fates.shift() ?? { act: 'replace', texts: [text, text] };
    const reported = await watched([open(), say(['fly'])], edge(frame));
    expect(reported.map(({ fault }) => fault)).toEqual([{ frame: 'fly', did: 'sent twice', answersOp: true }]);
  });
});
