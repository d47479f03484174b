import { describe, expect, test } from 'vitest';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { startStopwatch } from '../../runner/stopwatch.ts';
import type { StubAnswer, StubMember } from '../../testing/stub-member.ts';
import { stubOfTest } from '../../testing/stub-member.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import { ExpiredTokens } from '../profile/target-problem.ts';
import { Unreached } from '../sending/unreached.ts';
import { expiredInWords, expiresAtMs } from './token-expiry.ts';

const NOW_S = 1_767_571_200;
function endingAt(expS: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part({ exp: expS })}.signature`;
}

interface Scene {
  readonly token: string;
  /** The control plane's time in seconds. */
  readonly controlS?: number;
  /** The duration of each request to the target, on the suite's stopwatch. */
  readonly tookMs?: number;
}

async function connecting({ token, controlS, tookMs = 0 }: Scene) {
  let passedMs = 0;
  const stopwatch: Stopwatch = { ...startStopwatch(), startedAtMs: NOW_S * 1000, nowMs: () => passedMs };
  let sent = 0;
  const principals = { trader: { token }, viewer: { token: 'opaque-token' } };
  const control = controlS === undefined ? {} : { control: (await controlAt(controlS)).baseUrl };
  const answer = () => {
    sent += 1;
    passedMs += tookMs;
    return {};
  };
  const target = stubTarget(
    answer,
    { principals, ...control, limits: { requestsPerSecond: 1_000_000 } },
    { stopwatch },
  ).then((stub) => stub.target);
  const pass = (ms: number) => {
    passedMs += ms;
  };
  return { target, sent: () => sent, pass };
}

/** A control plane whose clock shows this time, and a minute more with each advance. */
async function controlAt(nowS: number): Promise<StubMember> {
  let atS = nowS;
  const control = await stubOfTest(({ url }): StubAnswer => {
    if (url === '/clock/advance') atS += 60;
    return { status: 200, body: { mode: 'virtual', nowNs: `${BigInt(atS) * 1_000_000_000n}` } };
  });
  return control;
}

describe('refuses an expired static token of the profile', () => {
  // biome-ignore format: an aligned table
  test.each<[string, Scene, number]>([
    ['before any request is sent',                              { token: endingAt(NOW_S - 60) },                       0],
    ['at the exact time of expiry',                             { token: endingAt(NOW_S) },                            0],
    ['by the clock of a sandbox that is ahead of this machine', { token: endingAt(NOW_S + 60), controlS: NOW_S + 61 }, 0],
    ['if it expires while the target is being reached',         { token: endingAt(NOW_S + 1), tookMs: 1000 },          1],
  ])('%s', async (_, scene, requests) => {
    const { target, sent } = await connecting(scene);
    await expect(target).rejects.toThrow(ExpiredTokens);
    await expect(target).rejects.toThrow(
      /^the token of principals\.trader expired at 2026-01-0\dT.*Z; put a fresh one/,
    );
    expect(sent()).toBe(requests);
  });

  // biome-ignore format: an aligned table
  test.each<[string, Scene]>([
    ['but not before its expiry',                                    { token: endingAt(NOW_S + 1) }],
    ['but not one without an expiry',                                { token: 'opaque.token.here' }],
    ['but not one that a sandbox behind this machine still accepts', { token: endingAt(NOW_S - 60), controlS: NOW_S - 61 }],
  ])('%s', async (_, scene) => expect((await (await connecting(scene)).target).expiredTokens()).toEqual([]));
});

describe('no longer sends a static token that expires during the run', () => {
  test('if real time passes', async () => {
    const { target: connected, sent, pass } = await connecting({ token: endingAt(NOW_S + 60) });
    const target = await connected;
    const { actors } = target.session();
    await actors.get('trader')?.get('/me');
    pass(60_000);
    const before = sent();
    await expect(actors.get('trader')?.get('/me')).rejects.toThrow(Unreached);
    await expect(actors.get('trader')?.token()).rejects.toThrow(/^the token of principals\.trader expired at/);
    expect(sent()).toBe(before);
    await actors.get('viewer')?.get('/me');
    expect(target.expiredTokens()).toEqual([{ principal: 'trader', atMs: (NOW_S + 60) * 1000 }]);
  });

  test("if the sandbox's clock is moved, whatever the real time", async () => {
    const { target: connected, pass } = await connecting({ token: endingAt(NOW_S + 60), controlS: NOW_S });
    const target = await connected;
    const { actors, control } = target.session();
    pass(120_000);
    await actors.get('trader')?.get('/me');
    await control?.advance('60s');
    await expect(actors.get('trader')?.get('/me')).rejects.toThrow(Unreached);
  });
});

describe('the expiry', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = (claims: unknown) => `${part({ alg: 'ES256' })}.${part(claims)}.signature`;

  test.each<[string, string, number | undefined]>([
    ['whole seconds', jwt({ exp: 1_767_571_200 }), 1_767_571_200_000],
    ['a fraction of a second', jwt({ exp: 1.5 }), 1500],
    ['no expiry', jwt({ sub: 'trader' }), undefined],
    ['an expiry that is no number', jwt({ exp: '1767571200' }), undefined],
    ['an expiry beyond the range of dates', jwt({ exp: -1e20 }), undefined],
    ['a payload that is no object', jwt(null), undefined],
    ['a payload that is no JSON', 'a.b.c', undefined],
    ['no JWT', 'opaque-token', undefined],
    ['two parts', `${part({ exp: 1 })}.${part({ exp: 1 })}`, undefined],
  ])('the stated expiry of a token: %s', (_, token, atMs) => expect(expiresAtMs(token)).toBe(atMs));

  test('one line names each token with its expiry, and says what to do', () => {
    expect(
      expiredInWords([
        { principal: 'trader', atMs: 0 },
        { principal: 'viewer', atMs: 1500 },
      ]),
    ).toBe(
      'the token of principals.trader expired at 1970-01-01T00:00:00.000Z, ' +
        'the token of principals.viewer expired at 1970-01-01T00:00:01.500Z; ' +
        'put a fresh one there, or clientId and clientSecret',
    );
  });
});
