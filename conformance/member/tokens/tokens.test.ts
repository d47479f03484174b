import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { startStopwatch } from '../../runner/stopwatch.ts';
import type { StubAnswer, StubRequest } from '../../testing/stub-member.ts';
import { stubOfTest } from '../../testing/stub-member.ts';
import { dialer, directly } from '../connection/dial.ts';
import { proxiesOf } from '../connection/proxies.ts';
import { TargetClock } from '../control/target-clock.ts';
import { Redactor } from '../exchange/redactor.ts';
import type { Credential } from './credentials.ts';
import type { TokenEndpoint } from './token-grant.ts';
import { Tokens } from './tokens.ts';

const GRANTED: StubAnswer = { status: 200, body: { access_token: 'granted-token', expires_in: 600 } };
const REFUSED: StubAnswer = { status: 401, body: { error: 'invalid_client', error_description: 'Bad secret' } };
const NO_TARGET: StubAnswer = { status: 400, body: { error: 'invalid_target', error_description: 'Unknown' } };
const CLIENT: Credential = { kind: 'client', clientId: 'a client', clientSecret: 'p+ss:wörd%' };

async function issuing(
  answerTo: (request: StubRequest) => StubAnswer,
  endpoint: Partial<TokenEndpoint> = {},
  stopwatch: Stopwatch = startStopwatch(),
) {
  const issuer = await stubOfTest(answerTo);
  const url = `${issuer.baseUrl}/token`;
  const tokens = new Tokens(
    new Map([['trader', CLIENT]]),
    { url, dial: directly, ...endpoint },
    new Redactor(),
    stopwatch,
  );
  onTestFinished(() => tokens.close());
  return { tokens, requests: issuer.requests };
}

test('an unreachable issuer is reported and asked again on a probe; an issuer that refuses is not', async () => {
  let answer: StubAnswer = 'drop';
  const { tokens } = await issuing(() => answer);
  const reported: [string, () => Promise<string | undefined>][] = [];
  tokens.onUnreached = (what, _, probe) => void reported.push([what, probe]);
  await expect(tokens.of('trader')).rejects.toThrow(/reset/);
  const [what, probe] = reported[0] ?? [];
  expect(what).toMatch(/^reset at http.*\/token$/);
  expect(await probe?.()).toBe(what);
  answer = REFUSED;
  expect(await probe?.()).toBeUndefined();
  await expect(tokens.of('trader')).rejects.toThrow(/invalid_client/);
  expect(reported).toHaveLength(1);
});

test('an issuer behind an unreachable proxy: the message names the variable of the proxy', async () => {
  const dial = dialer(proxiesOf({ HTTP_PROXY: 'http://u:hush@127.0.0.1:1' }));
  const { tokens } = await issuing(() => GRANTED, { url: 'http://issuer.test/token', dial });
  await expect(tokens.of('trader')).rejects.toMatchObject({
    message: expect.stringMatching(/issuer\.test\/token: proxy http:\/\/127\.0\.0\.1:1 \(HTTP_PROXY\) is not reached/),
    mend: 'HTTP_PROXY',
  });
});

const basicOf = ({ headers }: StubRequest) =>
  Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString('utf8');
const takesBasic = (request: StubRequest): StubAnswer =>
  request.headers.authorization === undefined ? REFUSED : GRANTED;

describe('a client authenticates', () => {
  test('in the body where nothing is stated', async () => {
    const { tokens, requests } = await issuing(() => GRANTED, { scope: 'a b' });
    expect(await tokens.of('trader')).toBe('granted-token');
    const form = new URLSearchParams(requests[0]?.body);
    expect(form.get('client_secret')).toBe('p+ss:wörd%');
    expect(form.get('scope')).toBe('a b');
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  test('with HTTP Basic where that is stated, id and secret form-encoded first (RFC 6749, 2.3.1)', async () => {
    const { tokens, requests } = await issuing(takesBasic, { clientAuth: 'client_secret_basic' });
    await tokens.of('trader');
    expect(requests).toHaveLength(1);
    expect(basicOf(requests[0] as StubRequest)).toBe('a+client:p%2Bss%3Aw%C3%B6rd%25');
    expect(requests[0]?.body).toBe('grant_type=client_credentials');
  });

  test('with HTTP Basic once the body is refused, and from then on', async () => {
    const { tokens, requests } = await issuing(takesBasic);
    await tokens.of('trader');
    tokens.drop();
    await tokens.of('trader');
    expect(requests.map(({ headers }) => headers.authorization !== undefined)).toEqual([false, true, true]);
  });

  test('only in the body where that is stated', async () => {
    const { tokens, requests } = await issuing(takesBasic, { clientAuth: 'client_secret_post' });
    await expect(tokens.of('trader')).rejects.toThrow(/invalid_client/);
    expect(requests).toHaveLength(1);
  });
});

describe("the issuer's own error is passed on, with the key to check", () => {
  // biome-ignore format: an aligned table
  test.each<[string, StubAnswer, RegExp, string]>([
    ['a wrong secret',     REFUSED,                                           /answered 401 invalid_client: Bad secret$/, 'principals.trader.clientSecret'],
    ['a refused scope',    { status: 400, body: { error: 'invalid_scope' } }, /answered 400 invalid_scope$/,              'identity.scope'],
    ['a refused audience', NO_TARGET,                                         /400 invalid_target: Unknown$/,             'identity.audience'],
    ['an HTML page',       { status: 200, body: '<html>' },                   /answered 200 without an access_token$/,    'identity.tokenEndpoint'],
    ['no response',        'drop',                                            /^no token for trader: reset at /,          'identity.tokenEndpoint'],
  ])('%s', async (_, answer, words, mend) => {
    const { tokens } = await issuing(() => answer);
    const error = await Promise.resolve(tokens.of('trader')).then(undefined, (thrown: unknown) => thrown);
    expect((error as Error).message).toMatch(words);
    expect(error).toMatchObject({ principal: 'trader', mend });
  });
});

describe('a command prints a token', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-command-'));
  const NOW_MS = 1_767_571_200_000;
  const jwt = (expS: number) => `h.${Buffer.from(JSON.stringify({ exp: expS })).toString('base64url')}.s`;

  function ofCommand(command: string) {
    let passedMs = 0;
    const stopwatch = { ...startStopwatch(), nowMs: () => passedMs };
    const credentials = new Map([['trader' as const, { kind: 'command' as const, command, folder }]]);
    const clock = new TargetClock(stopwatch, 1, NOW_MS);
    const tokens = new Tokens(credentials, undefined, new Redactor(), stopwatch, clock);
    return { tokens, pass: (ms: number) => (passedMs += ms) };
  }
  afterEach(() => rmSync(join(folder, 'runs'), { force: true }));

  test('in the folder of the profile, and again when the token is about to expire', async () => {
    const { tokens, pass } = ofCommand(`echo x >> runs; echo ${jwt(NOW_MS / 1000 + 100)}`);
    const runs = () => readFileSync(join(folder, 'runs'), 'utf8').length / 2;
    await tokens.of('trader');
    pass(80_000);
    await tokens.of('trader');
    expect(runs()).toBe(1);
    pass(11_000);
    await tokens.of('trader');
    expect(runs()).toBe(2);
  });

  // biome-ignore format: an aligned table
  test.each([
    ['exits with another status', 'echo log in first >&2; echo more >&2; exit 3', /status 3: log in first$/],
    ['prints nothing',            'true',                                         /its tokenCommand printed nothing$/],
    ['prints more than a token',  'echo your token: abc',                         /printed more than one word$/],
  ])('and if it %s, the error says so', async (_, command, words) => {
    const error = await Promise.resolve(ofCommand(command).tokens.of('trader')).then(undefined, (e: unknown) => e);
    expect(error).toMatchObject({ mend: 'principals.trader.tokenCommand', message: expect.stringMatching(words) });
  });
});

describe('a fresh token', () => {
  test("is requested with the profile's parameters for short-lived tokens, and no other request uses it", async () => {
    let granted = 0;
    const answer = () => {
      granted += 1;
      return { status: 200, body: { access_token: `token-${granted}`, expires_in: 75 } };
    };
    const { tokens, requests } = await issuing(answer, { shortLived: { expires_in: '75' } });
    expect(await tokens.of('trader')).toBe('token-1');
    expect(await tokens.fresh('trader')).toEqual({ token: 'token-2', lifeMs: 75_000 });
    expect(await tokens.of('trader')).toBe('token-1');
    expect(requests.map(({ body }) => new URLSearchParams(body).get('expires_in'))).toEqual([null, '75']);
  });

  test('of another audience, the parameters of the profile outrank its audience', async () => {
    const answer = () => ({ status: 200, body: { access_token: 'token', expires_in: 75 } });
    const otherAudience = { audience: 'another-service' };
    const { tokens, requests } = await issuing(answer, { audience: 'trading-gateway', otherAudience });
    await tokens.fresh('trader', 'of another audience');
    await tokens.of('trader');
    const audiences = requests.map(({ body }) => new URLSearchParams(body).getAll('audience'));
    expect(audiences).toEqual([['another-service'], ['trading-gateway']]);
  });
});
