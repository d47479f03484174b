import { describe, expect, test } from 'vitest';
import { ForeignLedger } from '../exchange/foreign-ledger.ts';
import type { Session } from '../session.ts';
import { toMs } from './duration.ts';
import { nearest } from './nearest.ts';
import type { Profile } from './profile.ts';
import { profileSchema } from './profile.ts';
import { profileKeys } from './profile-keys.ts';
import { reach } from './reach.ts';
import { ProfileProblem, parseProfile, profileOf } from './read-profile.ts';

const GOOD = `baseUrl: http://127.0.0.1:4010
identity: { tokenEndpoint: http://127.0.0.1:4011/identity/token }
principals:
  trader: { clientId: trader, clientSecretEnv: TRADER_SECRET }
  viewer: { token: opaque-token }
fixtures:
  instrument: { id: 1, symbol: BTC-USD, tick: "0.01", step: "0.0001", price: "100.00" }
`;

function problemOf(text: string, environment = {}): string {
  try {
    parseProfile(text, 'staging.yaml', environment);
  } catch (error) {
    if (error instanceof ProfileProblem) return error.message;
    throw error;
  }
  return 'none';
}

const MONEY = /^staging\.yaml:7:47: fixtures\.instrument\.tick: expected string, received number$/;
const NESTED = 'baseUrl: http://h\nprincipals: { trader: { token: t-0001 } }\nlimits: { requestPerSecond: 5 }\n';
const NO_ENDPOINT = 'baseUrl: http://h\nprincipals: { trader: { clientId: t, clientSecret: s } }\n';
const MINIMAL = 'baseUrl: http://h\nprincipals: { trader: { token: t-0001 } }\n';

describe('a profile', () => {
  test('is read with its secrets from the environment', () => {
    const { profile, credentials } = parseProfile(GOOD, 'staging.yaml', { TRADER_SECRET: 'hush' });
    expect(profile.fixtures?.instrument?.symbol).toBe('BTC-USD');
    expect([...credentials]).toEqual([
      ['trader', { kind: 'client', clientId: 'trader', clientSecret: 'hush' }],
      ['viewer', { kind: 'token', token: 'opaque-token' }],
    ]);
  });

  test('may be JSON', () => {
    const text = JSON.stringify({ baseUrl: 'https://gateway.example', principals: { trader: { token: 't-0001' } } });
    expect(parseProfile(text, 'p.json', {}).profile.baseUrl).toBe('https://gateway.example');
  });

  // biome-ignore format: an aligned table
  test.each([
    ['bad YAML',                           'baseUrl: [', /^staging\.yaml:1:\d+: /],
    ['a duplicate key',                    'baseUrl: http://h\nbaseUrl: http://i\n', /^staging\.yaml:2:1: .*unique/],
    ['a missing address',                  'principals: { trader: { token: t-0001 } }\n', /^staging\.yaml:1:1: baseUrl: is missing$/],
    ['a malformed address',                MINIMAL.replace('http://h', 'ftp://h'), /^staging\.yaml:1:10: baseUrl: must be an http/],
    ['an unknown property',                `${MINIMAL}surface: {}\n`, /^staging\.yaml:3:1: surface is no property.*mean surfaces\?$/],
    ['a nested unknown property',          NESTED, /^staging\.yaml:3:11: limits\.requestPerSecond .*mean requestsPerSecond\?$/],
    ['a hook that is no command', `${MINIMAL}hooks:\n  restart: { undo: x }\n`, /:\d+:12: hooks\.restart: must be a command, or \{ run, undo, timeoutMs \}/],
    ['an unknown property, like no other', `${MINIMAL}zebra: 1\n`, /zebra is no property of a profile; known here: baseUrl,/],
    ['a money fixture that is a number',   GOOD.replace('"0.01"', '0.01'), MONEY],
    ['no principal',                       'baseUrl: http://h\nprincipals: {}\n', /^staging\.yaml:2:13: principals: at least one/],
    ['a variable that is not set',         GOOD, /^staging\.yaml:4:48: .*TRADER_SECRET is not set$/],
    ['a principal without a secret',       'baseUrl: http://h\nprincipals: { trader: { clientId: t } }\n', /:2:23: principals\.trader: needs/],
    ['a client without a token endpoint',  NO_ENDPOINT, /needs identity\.tokenEndpoint/],
    ['a text that is no mapping',          'hello\n', /^staging\.yaml:1:1: the profile: expected object/],
    ['an empty file',                      '', /^staging\.yaml:1:1: the profile: expected object/],
  ])('is refused with its place: %s', (_, text, message) => expect(problemOf(text)).toMatch(message));

  test('reports each problem on a separate line', () =>
    expect(problemOf('baseUrl: 7\nprincipals: { trader: {}, somebody: {} }\n').split('\n')).toHaveLength(2));

  test('without a text is refused by name', () =>
    expect(() => profileOf({ baseUrl: 'http://h', principals: {} }, 'the sandbox')).toThrow(
      /^the sandbox: principals/,
    ));
});

// biome-ignore format: an aligned table
test.each([
  [250,     250],
  ['250ms', 250],
  ['1.5s',  1_500],
  ['90m',   5_400_000],
  ['24h',   86_400_000],
  ['1d',    86_400_000],
])('%s is %i ms', (by, ms) => expect(toMs(by)).toBe(ms));

test('throws for a text that is no duration', () => expect(() => toMs('soon')).toThrow("'soon' is no duration"));

const NAMES = ['baseUrl', 'surfaces', 'limits', 'idem'];

// biome-ignore format: an aligned table
test.each([
  ['baseurl', 'baseUrl'],
  ['surface', 'surfaces'],
  ['limts',   'limits'],
  ['idme',    'idem'],
  ['zebra',   undefined],
  ['',        undefined],
])('%s is probably a typo of %s', (word, name) => expect(nearest(word, NAMES)).toBe(name));

test('an empty list has no nearest name', () => expect(nearest('word', [])).toBeUndefined());

describe('the keys', () => {
  const keys = profileKeys();
  const holdsKeys = (path: string) =>
    path.startsWith('principals.') || keys.some((key) => key.path.startsWith(`${path}.`));

  test('every key of a profile has a description, a whole sentence except for principals', () => {
    expect(keys.filter(({ description }) => description === '').map(({ path }) => path)).toEqual([]);
    expect(
      keys.filter(({ path, description }) => !/^principals\.[a-z]/.test(path) && !description.endsWith('.')),
    ).toEqual([]);
  });

  test('every key without sub-keys has an example', () => {
    expect(
      keys.filter(({ path, example }) => example === undefined && !holdsKeys(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('the keys of a principal are listed once', () => {
    const paths = keys.map(({ path }) => path);
    expect(paths).toContain('principals.trader');
    expect(paths).toContain('principals.NAME.clientSecretEnv');
    expect(paths).not.toContain('principals.trader.clientId');
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('a profile accepts every example', () => {
    const all: Record<string, unknown> = {};
    for (const { path, example } of keys.filter((key) => key.example !== undefined)) {
      const steps = path.replace('.NAME.', '.trader.').split('.');
      let at = all;
      for (const step of steps.slice(0, -1)) {
        at[step] ??= {};
        at = at[step] as Record<string, unknown>;
      }
      at[steps.at(-1) ?? ''] = example;
    }
    expect(profileSchema.safeParse(all).error?.issues ?? []).toEqual([]);
  });
});

/** A target that does not respond. */
function failing(failure: string): Session {
  const anonymous = { get: async () => ({ response: null, failure }) };
  return { anonymous, actors: new Map() } as unknown as Session;
}

const profile = (baseUrl: string, tls?: object) => ({ baseUrl, principals: {}, ...(tls && { tls }) }) as Profile;
const OWN = { cert: 'client.pem', key: 'client.key' };

// biome-ignore format: an aligned table
test.each<[string, Profile, string, RegExp]>([
  ['without a certificate',       profile('https://gw'),      'reset',   /: reset; if it asks .*, name one in tls\.cert and tls\.key$/],
  ['with a certificate',          profile('https://gw', OWN), 'reset',   /: reset; if it asks for a client certificate, mend tls\.cert$/],
  ['on a connection without TLS', profile('http://gw'),       'reset',   /does not answer: reset$/],
  ['after a timeout',             profile('https://gw'),      'timeout', /does not answer: timeout$/],
])('a connection that is closed without a response, %s', (_, its, failure, words) =>
  expect(reach(its, failing(failure), new ForeignLedger())).rejects.toThrow(words),
);
