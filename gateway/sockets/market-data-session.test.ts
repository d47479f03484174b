import { expect, test } from 'vitest';
import { FIRST, instrument, SECOND, stated, tokenOf } from '../testing/sample-platform.ts';
import {
  type Act,
  auth,
  livingFor,
  message,
  play,
  refused,
  type Step,
  say,
  subscribed,
  wait,
} from '../testing/sample-session.ts';

const QUOTES = ['quotes:BTC-USD'];
const ACKNOWLEDGED = { op: 'auth', reqId: 'r', success: true };
const INVALID = { op: 'auth', reqId: 'r', success: false, error: 'invalid_token', message: expect.any(String) };

const connect: Act = (on) => {
  on.connection = on.openMarketData();
};
const CONNECTED: Step = [connect, []];
const AUTHENTICATED: readonly Step[] = [CONNECTED, [auth(tokenOf(FIRST)), [ACKNOWLEDGED]]];

const quoted =
  (bid: string, instrumentId = 1): Act =>
  ({ platform }) =>
    platform.quote(instrumentId, bid, '101');
const followers =
  (count: number): Act =>
  ({ platform }) =>
    expect(platform.quoteFollowers).toBe(count);
const listed: Act = ({ platform }) =>
  platform.record(stated([]), { facts: [instrument(2, 'QUIET'), instrument(3, 'HALTED', 'HALTED')] });

function quote(bid: string) {
  const data = { instrumentId: 1, instrument: 'BTC-USD', bid, ask: '101', venueTsNs: expect.any(String) };
  return { event: 'quote', msgType: 'quote', data };
}

function withError(op: string, code: string, more: object = {}) {
  return refused(op, code, { error: code.toLowerCase(), ...more });
}

// biome-ignore format: an aligned table
const SCRIPTS: readonly [title: string, ...steps: readonly Step[]][] = [
  ['sends nothing unasked, and serves only auth before the acknowledgement',
    [quoted('99'), []],
    CONNECTED,
    [say(['subscribe', { topics: QUOTES }], ['fly']), [withError('subscribe', 'UNAUTHENTICATED'), withError('fly', 'UNAUTHENTICATED')]],
    [message('{'), [withError('error', 'MALFORMED', { reqId: null })]],
    [followers(0), []]],
  ['is closed after ten seconds without a caller',
    CONNECTED,
    [wait(9_999), []],
    [wait(1), [], 4008]],
  ['is closed when its token lapses, without a hint; a renewal puts the end off',
    CONNECTED,
    [auth(livingFor(3_600)), [ACKNOWLEDGED]],
    [auth(livingFor(7_200)), [ACKNOWLEDGED]],
    [wait(7_199_999), []],
    [wait(1), [], 4001]],
  ['refuses op auth of another principal',
    ...AUTHENTICATED,
    [auth(tokenOf(SECOND)), [withError('auth', 'FORBIDDEN_PRINCIPAL')]]],
  ['sends the last quote behind the answer, then each new one, until the topic is unsubscribed',
    [quoted('98'), []],
    ...AUTHENTICATED,
    [say(['subscribe', { topics: QUOTES }], ['subscribe', { topics: QUOTES }]), [subscribed(QUOTES), quote('98'), subscribed(QUOTES)]],
    [quoted('99'), [quote('99')]],
    [say(['unsubscribe', { topics: QUOTES }]), [{ op: 'unsubscribe', reqId: 'r', success: true, topics: [] }]],
    [quoted('97'), []],
    [followers(0), []]],
  ['follows no quotes after its end',
    [quoted('98'), []],
    ...AUTHENTICATED,
    [say(['subscribe', { topics: QUOTES }]), [subscribed(QUOTES), quote('98')]],
    [followers(1), []],
    [({ connection }) => connection.goAway(), []],
    [followers(0), []]],
];

test.each(SCRIPTS)('a session of market data %s', async (_title, ...steps) => {
  await play(steps);
});

// biome-ignore format: an aligned table
test.each<[string, () => string | Promise<string>, object]>([
  ['nonsense',               () => 'nonsense',                                                 INVALID],
  ['of a suspended org',     () => tokenOf({ externalId: 'asleep', subject: 'sleeper' }),      withError('auth', 'ORG_NOT_ACTIVE')],
  ['of a disabled user',     () => tokenOf({ externalId: 'first', subject: 'gone' }),          withError('auth', 'FORBIDDEN_PRINCIPAL')],
  ['of a user not admitted', () => tokenOf({ externalId: 'first', subject: 'waiting' }),       withError('auth', 'AWAITING_ADMISSION')],
])('op auth with a token %s is refused, and may be tried again', async (_name, token, refusal) => {
  await play([CONNECTED, [auth(token()), [refusal]], [auth(tokenOf(FIRST)), [ACKNOWLEDGED]]]);
});

// biome-ignore format: an aligned table
test.each([
  ['an unknown instrument',              ['quotes:MOON'],             'UNKNOWN_TOPIC',    0],
  ['a topic of the other socket',        [...QUOTES, 'orders'],       'UNKNOWN_TOPIC',    1],
  ['an instrument that no venue quotes', [...QUOTES, 'quotes:QUIET'], 'TOPIC_NOT_ACTIVE', 1],
  ['an instrument that is halted',       ['quotes:HALTED'],           'TOPIC_NOT_ACTIVE', 0],
])('quotes of %s are refused, with the whole request', async (_name, topics, code, failedTopicIndex) => {
  const world: readonly Step[] = [[quoted('98'), []], [quoted('98', 3), []], [listed, []]];
  const answer = withError('subscribe', code, { failedTopicIndex });
  await play([...world, ...AUTHENTICATED, [say(['subscribe', { topics }]), [answer]], [followers(0), []]]);
});
