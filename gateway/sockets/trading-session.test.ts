/** Sessions of the trading socket as scripts: what a client and the clock do, and the frames that each step brings down. */
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import { FIRST, SampleClock, stated, tokenOf } from '../testing/sample-platform.ts';
import {
  type Act,
  at,
  auth,
  expiring,
  livingFor,
  message,
  open,
  opened,
  order,
  placed,
  play,
  REVOKED,
  refused,
  release,
  renewed,
  restated,
  type SampleOptions,
  START_S,
  type Step,
  sampleSessions,
  say,
  send,
  slowly,
  subscribed,
  turns,
  unsigned,
  wait,
} from '../testing/sample-session.ts';

const ORDERS = { topics: ['orders'] };
const NEVER_LAPSES = JSON.stringify({ externalOrgId: 'first', subject: 'trader', expiresAtS: null });
const HOUR: Step = [open(), [opened()]];
const BUSY = { code: 'BACKPRESSURE', retryable: true };

const timers =
  (count: number): Act =>
  (on) =>
    expect(on.clock.waiting).toBe(count);
const submitted =
  (...keys: string[]): Act =>
  (on) =>
    expect(on.platform.submitted.map(({ key }) => key)).toEqual(keys);
const unread =
  (bytes: number): Act =>
  (on) => {
    on.connection.bufferedBytes = bytes;
  };
const revoke: Act = (on) => [...on.services.sessions.list().values()][0]?.revoke();
const leave: Act = ({ connection }) => connection.goAway();

const renewal = livingFor(7_200);
const short = livingFor(30);

// biome-ignore format: an aligned table
const SCRIPTS: Readonly<Record<string, readonly [title: string, options: SampleOptions, ...steps: readonly Step[]][]>> = {
  'the first frame': [
    ['states the capabilities in declared order and the end of the token', {},
      [restated({ capabilities: ['algos:manage', 'orders:trade'] }), []],
      [open(livingFor(3_600)), [opened(at(3_600), ['orders:trade', 'algos:manage'])]]],
    ['states no end if the token has none, and no hint comes', {},
      [open(livingFor(null)), [opened('0')]],
      [wait(400 * 86_400_000), []]],
    ['is sessionClosing if the user was disabled meanwhile', { hold: 'firstFrame' },
      [open(), []],
      [send('subscribe', ORDERS), []],
      [restated({ status: 'DISABLED' }), []],
      [release, [REVOKED], 4003]],
    ['comes before any answer', { hold: 'firstFrame' },
      [open(), []],
      [send('subscribe', ORDERS), []],
      [release, [opened(), subscribed(['orders'])]]],
    ['does not come if the token lapses before it', { hold: 'firstFrame' },
      [open(livingFor(5)), []],
      [wait(5_000), []],
      [release, [], 4001]],
    ['does not come to a client that sends too much before it', { hold: 'firstFrame', limits: { sessionOpsUnderWay: 2 } },
      [open(), []],
      [send('subscribe', ORDERS, 'a'), []],
      [send('subscribe', ORDERS, 'b'), []],
      [send('subscribe', ORDERS, 'c'), [], 1013],
      [release, [], 1013]],
    ['comes though the edge fails before it',
      { socketEdge: { handshake: () => undefined, frame: () => undefined, firstFrame: () => Promise.reject(new Error('no fault’s business')) } },
      HOUR],
    ['that is held holds the sessionClosing behind it, and the close behind both', { hold: 'frame' },
      [open(), []],
      [revoke, []],
      [release, [opened(), REVOKED], 4003]],
  ],

  'the lease': [
    ['ends with the token, and the client is warned once, a minute before', {},
      HOUR,
      [wait(3_539_999), []],
      [wait(1), [expiring(at(3_600), 60_000)]],
      [wait(59_999), []],
      [wait(1), [], 4001],
      [timers(0), [], 4001]],
    ['shorter than the lead is warned of at once', {},
      [open(short), [opened(at(30)), expiring(at(30), 30_000)]]],
    ['is renewed by the same principal: the end is the new token’s, the hint comes again, subscriptions are kept', {},
      HOUR,
      [say(['subscribe', ORDERS]), [subscribed(['orders'])]],
      [wait(3_540_000), [expiring(at(3_600), 60_000)]],
      [auth(renewal), [renewed(at(7_200))]],
      [timers(1), []],
      [wait(60_000), []],
      [say(['submit', order('k1')]), [expect.objectContaining({ event: 'orderUpdated' }), placed()]],
      [wait(3_540_000), [expiring(at(7_200), 60_000)]]],
    ['of a renewal may be shorter than the one before it', {},
      HOUR,
      [auth(livingFor(100)), [renewed(at(100))]],
      [wait(40_000), [expiring(at(100), 60_000)]],
      [wait(60_000), [], 4001]],
    ['is warned of once for one token, for any number of renewals with it', {},
      [open(short), [opened(at(30)), expiring(at(30), 30_000)]],
      [auth(short), [renewed(at(30))]],
      [auth(short), [renewed(at(30))]],
      [auth(tokenOf(FIRST, { exp: START_S + 30, jti: 'another' })), [renewed(at(30)), expiring(at(30), 30_000)]]],
    ['has no timer where the warning is more than the client reads', { limits: { unsentBytes: 1_000 } },
      HOUR,
      [unread(1_001), []],
      [wait(3_540_000), [expect.anything(), expect.objectContaining(BUSY)], 1013],
      [timers(0), [], 1013]],
    ['has no timer where the answer to a renewal is more than the client reads', { limits: { unsentBytes: 1_000 } },
      HOUR,
      [unread(1_001), []],
      [auth(renewal), [renewed(at(7_200)), expect.objectContaining(BUSY)], 1013],
      [timers(0), [], 1013]],
    ['that is over serves nothing, also before its timer fires', {},
      HOUR,
      [(on) => { on.clock.nowNs = () => BigInt(at(3_600)); }, []],
      [send('subscribe', ORDERS), [], 4001]],
    ['of a disabled user continues until its end, but is not renewed', {},
      HOUR,
      [restated({ status: 'DISABLED' }), []],
      [say(['subscribe', ORDERS]), [subscribed(['orders'])]],
      [auth(renewal), [refused('auth', 'FORBIDDEN_PRINCIPAL')]]],
    ['keeps its grant until the next op auth (WSS-15)', {},
      HOUR,
      [restated({ capabilities: ['algos:manage'] }), []],
      [say(['submit', order('k1')]), [placed()]],
      [auth(renewal), [renewed(at(7_200), 'r', ['algos:manage'])]],
      [say(['submit', order('k2')]), [refused('submit', 'FORBIDDEN_CAPABILITY', { reason: 'CAPABILITY_DENIED' })]],
      [submitted('k1'), []]],
  ],

  'operations': [
    ['behind an op auth wait for its answer', {},
      HOUR,
      [async (on) => say(['auth', { token: await renewal }, 'a'], ['subscribe', ORDERS, 'b'], ['auth', { token: 'nonsense' }, 'c'], ['fly', {}, 'd'])(on),
        [renewed(at(7_200), 'a'), subscribed(['orders'], 'b'),
          refused('auth', 'INVALID_TOKEN', { reqId: 'c' }), refused('fly', 'UNKNOWN_OP', { reqId: 'd' })]]],
    ['over the limit of waiting ones are each refused at once', { limits: { sessionOpsUnderWay: 2 } },
      HOUR,
      [async (on) => say(['auth', { token: await renewal }, 'a'], ['subscribe', ORDERS, 'b'], ['subscribe', ORDERS, 'c'], ['subscribe', ORDERS, 'd'])(on),
        [refused('subscribe', 'BACKPRESSURE', { reqId: 'd', retryable: true }),
          renewed(at(7_200), 'a'), subscribed(['orders'], 'b'), subscribed(['orders'], 'c')]]],
    ['in progress are limited, and accepted again once those are answered', { hold: 'owner', limits: { sessionOpsUnderWay: 2 } },
      HOUR,
      [send('submit', order('k1'), 'k1'), []],
      [send('submit', order('k2'), 'k2'), []],
      [send('submit', order('k3'), 'k3'), [refused('submit', 'BACKPRESSURE', { reqId: 'k3', retryable: true })]],
      [release, [placed('k1'), placed('k2')]],
      [say(['submit', order('k3'), 'again']), [placed('again')]]],
    ['that wait behind a renewal are not served if the session lapses meanwhile', { hold: 'admission' },
      [open(short), [opened(at(30)), expiring(at(30), 30_000)]],
      [send('auth', { token: NEVER_LAPSES }), []],
      [send('submit', order('k1')), []],
      [wait(30_000), [], 4001],
      [release, [], 4001],
      [submitted(), [], 4001],
      [timers(0), [], 4001]],
    ['of a client that does not read: a warning, then the close', { limits: { unsentBytes: 1_000 } },
      HOUR,
      [unread(1_001), []],
      [say(['fly'], ['fly']), [refused('fly', 'UNKNOWN_OP'), refused('error', 'BACKPRESSURE', { reqId: null, retryable: true })], 1013]],
    ['of a client that is gone leave nothing', {},
      HOUR,
      [say(['subscribe', ORDERS]), [subscribed(['orders'])]],
      [leave, []],
      [(on) => on.platform.record(stated([]), { facts: [] }), []],
      [wait(86_400_000), []],
      [(on) => expect(on.services.sessions.count).toBe(0), []],
      [timers(0), []]],
  ],

  'before 1.4.0 a handshake without a credential': [
    ['sends nothing, serves only op auth, and is a session from then on', { socketVersion: '1.1.0' },
      [open(null), []],
      [say(['subscribe', ORDERS], ['fly']), [refused('subscribe', 'UNAUTHENTICATED'), refused('fly', 'UNAUTHENTICATED')]],
      [auth(livingFor(3_600)), [renewed(at(3_600))]],
      [say(['submit', order('k1')]), [placed()]],
      [wait(3_540_000), [expiring(at(3_600), 60_000)]]],
    ['is closed after ten seconds without a caller', { socketVersion: '1.0.0' },
      [open(null), []],
      [auth('nonsense'), [refused('auth', 'INVALID_TOKEN')]],
      [wait(9_999), []],
      [wait(1), [], 4008]],
    ['has no timer for authentication once it is authenticated', { socketVersion: '1.0.0' },
      [open(null), []],
      [timers(1), []],
      [auth(livingFor(null)), [renewed('0')]],
      [timers(0), []]],
    ['at 1.0.0 has no order operations', { socketVersion: '1.0.0' },
      HOUR,
      [say(['submit', order('k1')], ['cancel', { orderId: '1', commandKey: 'k2' }]), [refused('submit', 'UNKNOWN_OP'), refused('cancel', 'UNKNOWN_OP')]]],
  ],
};

describe.each(Object.entries(SCRIPTS))('%s', (_name, scripts) => {
  test.each(scripts)('%s', async (_title, options, ...steps) => {
    await play(steps, options);
  });
});

// biome-ignore format: an aligned table
test.each([
  ['an unknown op',                '{"op":"fly","reqId":"7 7","params":{}}',       'fly',      '7 7', 'UNKNOWN_OP'],
  ['an unknown op without params', '{"op":"fly","reqId":"7"}',                     'fly',      '7',   'UNKNOWN_OP'],
  ['an op of every object',        '{"op":"toString","reqId":"7"}',                'toString', '7',   'UNKNOWN_OP'],
  ['an escape in the reqId',       '{"op":"auth","reqId":"\\u0061"}',              'auth',     null,  'MALFORMED'],
  ['no JSON',                      '{',                                            'error',    null,  'MALFORMED'],
  ['binary',                       null,                                           'error',    null,  'MALFORMED'],
  ['a member more',                '{"op":"auth","reqId":"7","params":{},"a":1}',  'auth',     '7',   'MALFORMED'],
  ['no params of op auth',         '{"op":"auth","reqId":"7"}',                    'auth',     '7',   'MALFORMED'],
  ['params without a token',       '{"op":"auth","reqId":"7","params":{}}',        'auth',     '7',   'MALFORMED'],
  ['a token that is no string',    '{"op":"auth","reqId":"7","params":{"token":1}}', 'auth',   '7',   'MALFORMED'],
  ['a member more of the params',  '{"op":"auth","reqId":"7","params":{"token":"t","reqId":"x"}}', 'auth', '7', 'MALFORMED'],
  ['a list of params',             '{"op":"auth","reqId":"7","params":[]}',        'auth',     '7',   'MALFORMED'],
  ['params of null',               '{"op":"auth","reqId":"7","params":null}',      'auth',     '7',   'MALFORMED'],
])('a frame with %s is refused', async (_name, text, op, reqId, code) => {
  await play([HOUR, [message(text), [refused(op, code, { reqId })]]]);
});

test.each([
  ['a token without a user', () => tokenOf(FIRST, { sub: 'é' }), 'FORBIDDEN_PRINCIPAL'],
  ['an empty token', () => '', 'INVALID_TOKEN'],
])('op auth with %s is refused, and changes nothing', async (_name, token, code) => {
  const warned: Step = [wait(3_540_000), [expiring(at(3_600), 60_000)]];
  await play([HOUR, [auth(token()), [refused('auth', code)]], warned, [wait(60_000), [], 4001]]);
});

test.each([
  ['once its operations in progress are answered', true, [renewed('0', 'a')]],
  ['at last without that answer: the wire’s own time ends it', false, []],
])('drained while it is renewed, a session closes %s, and later messages are dropped', async (_, answers, replies) => {
  const admitted = Promise.withResolvers<void>();
  const machineClock = new SampleClock();
  const sessions = await sampleSessions({ machineClock, rules: [unsigned, slowly(admitted.promise)] });
  const connection = await sessions.open();
  connection.take();
  connection.say('auth', { token: NEVER_LAPSES }, 'a');
  expect(sessions.services.sessions.count).toBe(1);
  sessions.services.sessions.closeAll(1001, 'away');
  connection.say('subscribe', ORDERS, 'b');
  expect([connection.closed, sessions.services.open.count]).toEqual([undefined, 1]);
  if (answers) admitted.resolve();
  else machineClock.advance(4_000);
  await turns();
  expect(connection.take()).toEqual(replies);
  admitted.resolve();
  await turns();
  sessions.clock.advance(7_200_000);
  expect([connection.take(), connection.late, connection.closed]).toEqual([[], [], [1001, 'away']]);
  connection.goAway();
  const { count } = sessions.services.sessions;
  expect([count, sessions.services.open.count, sessions.clock.waiting, machineClock.waiting]).toEqual([0, 0, 0, 0]);
});

describe('the observer', () => {
  test('is notified of each operation: its op, its key, its result, and no token', async () => {
    const events: ExchangeEvent[] = [];
    const token = await renewal;
    await play(
      [
        [open(), [opened()]],
        [say(['auth', { token }, 'a'], ['submit', order('k1'), 'b'], ['fly', {}, 'c']), expect.anything()],
        [message('{'), expect.anything()],
      ],
      { observe: (event) => events.push(event) },
    );
    const seen = events.map(({ op, requestId, key, refused: by, ...more }) => [op, requestId, key, by?.code, more]);
    const socket = expect.objectContaining({ method: 'WS', path: '/v1/ws/trading', status: 101 });
    expect(seen).toEqual([
      ['auth', 'a', null, undefined, socket],
      ['fly', 'c', null, 'UNKNOWN_OP', socket],
      ['submit', 'b', 'k1', undefined, socket],
      ['error', null, null, 'MALFORMED', socket],
    ]);
    expect(JSON.stringify(events)).not.toContain(token.split('.')[1]);
  });

  test('is notified of a renewal whose session lapsed before it was judged, as a refusal', async () => {
    const events: ExchangeEvent[] = [];
    const lapsed: Step = [wait(30_000), [], 4001];
    await play(
      [[open(short), expect.anything()], [send('auth', { token: NEVER_LAPSES }), []], lapsed, [release, [], 4001]],
      { hold: 'admission', observe: (event) => events.push(event) },
    );
    expect(events).toMatchObject([
      { closed: { code: 4001, why: 'lapsed' } },
      { op: 'auth', refused: { code: 'SESSION_EXPIRED' } },
    ]);
  });

  test.each([
    ['auth', { token: NEVER_LAPSES }],
    ['submit', order('k1')],
  ])('receives an internal error in %s, and no client does', async (op, params) => {
    const events: ExchangeEvent[] = [];
    const fail = () => {
      throw new TypeError('no such row');
    };
    const rules = [unsigned, () => ({ admit: async () => fail() })];
    const sessions = await sampleSessions({ observe: (event) => events.push(event), rules });
    sessions.platform.take = fail;
    const connection = await sessions.open();
    connection.take();
    connection.say(op, params);
    await connection.answered();
    expect(connection.sent).toMatchObject([{ op, success: false, code: 'NOT_SERVING', retryable: true }]);
    expect(JSON.stringify(connection.sent)).not.toContain('row');
    expect(events).toMatchObject([{ op, refused: { code: 'NOT_SERVING', message: 'no such row' } }]);
  });
});
