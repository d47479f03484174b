import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { doubtfulAddresses } from '../../../conformance/member/profile/known-from-document.ts';
import { profileKeys } from '../../../conformance/member/profile/profile-keys.ts';
import { parseProfile } from '../../../conformance/member/profile/read-profile.ts';
import type { StubAnswer, StubRequest } from '../../../conformance/testing/stub-member.ts';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { testShell } from '../testing/test-folder.ts';

const shell = testShell({ 'mine.yaml': 'mine' }, { TOKEN: 'token-of-somebody' });

async function ran(...args: readonly string[]) {
  const { status, out, err } = await shell.run(['init', ...args]);
  return { status, stdout: out, stderr: err };
}

const tokenUrl = 'https://issuer.example.com/token';
const VENUES = [
  { exchangeId: 11, family: 'A' },
  { exchangeId: 12, family: 'B' },
];
const DOCUMENT = {
  openapi: '3.1.0',
  info: { version: '0.13.0', description: 'The trading socket is at wss://sockets.example.com/v1/ws/trading.' },
  servers: [{ url: 'https://gateway.example.com' }],
  paths: { '/orders': {}, '/account-balances': {}, '/credentials': {}, '/algos/instances': {} },
  components: {
    securitySchemes: { machine: { type: 'oauth2', flows: { clientCredentials: { tokenUrl } } } },
    schemas: { Material: { 'x-service-intake-venues': VENUES } },
  },
};

async function member(answerTo: (request: StubRequest) => StubAnswer): Promise<string> {
  const stub = await startStub(answerTo);
  onTestFinished(() => stub.close());
  return stub.baseUrl;
}

describe('init writes a profile', () => {
  test('from the contract document, that parses once its variables are set', async () => {
    const baseUrl = await member(() => ({ status: 200, body: DOCUMENT }));
    const { status, stdout, stderr } = await ran('--base-url', baseUrl);
    expect(status).toBe(0);
    // Another host is confirmed by a person: secrets would be sent there.
    expect(() => parseProfile(stdout, 'written.yaml', { TRADER_SECRET: 'hush' })).toThrow(
      /needs identity.tokenEndpoint/,
    );
    expect(stderr).toMatch(
      /identity.tokenEndpoint https:.* is on another host, issuer.example.com: client secrets would be/,
    );
    expect(stderr).toMatch(
      /sockets.trading wss:.* is on another host, sockets.example.com: tokens would be sent there/,
    );
    const confirmed = stdout.replaceAll(/^# ((?:identity|sockets):| {2}(?:tokenEndpoint|trading):)/gm, '$1');
    const { profile } = parseProfile(confirmed, 'written.yaml', { TRADER_SECRET: 'hush' });
    expect(profile).toEqual({
      baseUrl,
      sockets: { trading: 'wss://sockets.example.com/v1/ws/trading' },
      contract: { rest: '0.13.0' },
      surfaces: { algos: true, balances: true, intake: true, tickets: false },
      identity: { tokenEndpoint: 'https://issuer.example.com/token' },
      principals: { trader: { clientId: 'touchstone-trader', clientSecretEnv: 'TRADER_SECRET' } },
      fixtures: { venues: { a: 11, b: 12 } },
    });
    expect(stdout).toContain('The document names the servers https://gateway.example.com.');
  });

  const BLOCK = '\nlimits:\n  writes: true\nproduction: false\n#';
  const HOSTILE = [BLOCK, '\r', '\u0085', '\u2028x: 1', '": {a: 1}, "b', '# x: 1', '\t\u0000'];
  test.each(HOSTILE)('in which no text of the document becomes a key: %j', async (text) => {
    const named = (of: string) => `${of}${text}`;
    const secure = { flows: { clientCredentials: { tokenUrl: named('/token') } } };
    const document = {
      info: { version: named('0.13.0'), title: named('t'), description: named('ws://127.0.0.1/v1/ws/trading') },
      servers: [{ url: named('https://gateway.example.com/') }],
      components: {
        securitySchemes: { machine: secure },
        schemas: { x: { 'x-service-intake-venues': [{ exchangeId: named('1'), family: 'A' }] } },
      },
      paths: { [named('/orders')]: {} },
    };
    const baseUrl = await member(() => ({ status: 200, body: document }));
    const { stdout } = await ran('--base-url', baseUrl);
    const { profile } = parseProfile(stdout, 'written.yaml', { TRADER_SECRET: 'hush', TRADER_TOKEN: 't' });
    expect(Object.keys(profile).filter((key) => !/^(baseUrl|surfaces|principals|identity|sockets)$/.test(key))).toEqual(
      [],
    );
    for (const [, address] of JSON.stringify(profile).matchAll(/"((?:https?|wss?):[^"]*)"/g))
      expect(new URL(address ?? '').hostname).toBe('127.0.0.1');
  });

  test.each([
    ['https://gw.test', 'https://gw.test/token', true],
    ['https://gw.test', 'https://gw.test:8443/token', true],
    ['https://gw.test', 'http://gw.test/token', false],
    ['https://gw.test', 'https://gw.test.evil.test/token', false],
    ['https://gw.test', 'https://gw.test@evil.test/token', false],
    ['http://gw.test', 'http://gw.test/token', false],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4011/token', true],
  ])('of %s with the token endpoint %s alive: %s', (baseUrl, endpoint, isAlive) => {
    const doubtful = doubtfulAddresses(new Map([['identity.tokenEndpoint', endpoint]]), baseUrl);
    expect(doubtful.size).toBe(isAlive ? 0 : 1);
  });

  test('and a document that is a bomb costs a line', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const baseUrl = await member(() => ({ status: 200, body: `{"info":${deep}}` }));
    const { status, stderr } = await ran('--base-url', baseUrl);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/openapi.json.* nested too deeply to be a contract/)]);
  });

  const ASYNC_3 = {
    asyncapi: '3.0.0',
    servers: {
      trading: { host: '{host}', protocol: 'ws', variables: { host: { default: '127.0.0.1:4010' } } },
      market: { host: '127.0.0.1:4099', pathname: '/feed', protocol: 'wss' },
    },
    channels: {
      trading: { address: '/v1/ws/trading', servers: [{ $ref: '#/servers/trading' }] },
      marketData: { address: '/v1/ws/market-data', servers: [{ $ref: '#/servers/market' }] },
    },
  };
  const ASYNC_2 = {
    asyncapi: '2.6.0',
    servers: { only: { url: 'ws://127.0.0.1:4098/v2', protocol: 'ws' } },
    channels: { '/trading': {}, '/market-data': {} },
  };
  const ELSEWHERE = { ...ASYNC_2, servers: { only: { url: 'wss://sockets.example.com/v2', protocol: 'wss' } } };
  const OF_3 = (own: string) => ({
    trading: `${own}/v1/ws/trading`,
    marketData: 'wss://127.0.0.1:4099/feed/v1/ws/market-data',
  });
  const OF_2 = { trading: 'ws://127.0.0.1:4098/v2/trading', marketData: 'ws://127.0.0.1:4098/v2/market-data' };
  const ODD = { asyncapi: '3.0.0', channels: { trading: { address: '/x\nproduction: true' }, market: { address: 7 } } };

  // biome-ignore format: an aligned table
  test.each<[string, string, unknown, (own: string) => object | undefined]>([
    ['AsyncAPI 3 at /docs/asyncapi.json',            '/docs/asyncapi.json', ASYNC_3,   OF_3],
    ['AsyncAPI 2 at /asyncapi.json',                 '/asyncapi.json',      ASYNC_2,   () => OF_2],
    ['another host, which a person has to confirm',  '/asyncapi.json',      ELSEWHERE, () => undefined],
    ['what names no address',                        '/asyncapi.json',      ODD,       () => undefined],
    ['no document at all',                           '/nowhere',            {},        () => undefined],
  ])('with the addresses of the sockets from %s', async (_, path, document, sockets) => {
    const baseUrl = await member(({ url }) => {
      if (url === '/openapi.json') return { status: 200, body: { ...DOCUMENT, info: {}, components: {} } };
      return url === path ? { status: 200, body: document } : { status: 404, body: 'none' };
    });
    const { profile } = parseProfile((await ran('--base-url', baseUrl)).stdout, 'written.yaml', { TRADER_TOKEN: 'x' });
    expect(profile.sockets).toEqual(sockets(baseUrl.replace('http', 'ws')));
    expect(profile.production).toBeUndefined();
  });

  test('with every key, commented out if its value is unknown', async () => {
    const baseUrl = await member(() => ({ status: 200, body: { info: {}, paths: {} } }));
    const { stdout } = await ran('--base-url', baseUrl);
    for (const { path } of profileKeys()) expect(stdout).toMatch(new RegExp(`^[# ]*${path.split('.').at(-1)}:`, 'm'));
    const { profile } = parseProfile(stdout, 'written.yaml', { TRADER_TOKEN: 'set' });
    expect(profile.principals).toEqual({ trader: { tokenEnv: 'TRADER_TOKEN' } });
  });

  test('to a file, without overwriting it unless forced', async () => {
    const baseUrl = await member(() => ({ status: 200, body: DOCUMENT }));
    const kept = await ran('--base-url', baseUrl, '--out', 'mine.yaml');
    expect([kept.status, kept.stderr]).toEqual([2, 'touchstone: mine.yaml is there already; --force overwrites it\n']);
    expect(await shell.read('mine.yaml')).toBe('mine');
    expect((await ran('--base-url', baseUrl, '--out', 'mine.yaml', '--force')).status).toBe(0);
    expect(await shell.read('mine.yaml')).toMatch(/^# yaml-language-server: \$schema=\.\/node_mod/);
  });

  test('with a token if the document needs one', async () => {
    const baseUrl = await member(({ headers }) =>
      headers.authorization === 'Bearer token-of-somebody' ? { status: 200, body: DOCUMENT } : { status: 401 },
    );
    const refused = await ran('--base-url', baseUrl);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/answered 401, so it needs a token.*--token-env$/m),
    ]);
    expect((await ran('--base-url', baseUrl, '--token-env', 'TOKEN')).status).toBe(0);
    expect((await ran('--base-url', baseUrl, '--token-env', 'OTHER')).stderr).toMatch(
      /--token-env OTHER: the variable/,
    );
  });

  test.each<[string, StubAnswer, RegExp]>([
    ['a page', { status: 200, body: '<html>' }, /the answer is no JSON/],
    ['another path', { status: 404, body: {} }, /answered 404; is it the address/],
    ['no answer', 'drop', /openapi\.json of .*: reset/],
  ])('and reports what came instead: %s', async (_, answer, words) => {
    const { status, stderr } = await ran('--base-url', await member(() => answer));
    expect([status, stderr]).toEqual([2, expect.stringMatching(words)]);
  });
});

describe('init --explain', () => {
  test('describes every key', async () => {
    const { stdout } = await ran('--explain');
    for (const { path, description } of profileKeys()) expect(stdout).toContain(`${path}\n    ${description}`);
  });

  test('describes one key and those below it, and reports a misspelt one', async () => {
    expect((await ran('--explain', 'fixtures.account')).stdout).toMatch(
      /^fixtures\.account\n.*\nfixtures\.account\.id\n.*\nfix/,
    );
    expect((await ran('--explain', 'identity.clientAut')).stderr).toMatch(/did you mean identity\.clientAuth\?/);
  });
});

test('init --schema prints a JSON Schema that accepts a profile, and refuses a misspelt key', async () => {
  const fits = new Ajv({ strict: false, validateFormats: false }).compile(
    JSON.parse((await ran('--schema')).stdout) as object,
  );
  expect(fits({ baseUrl: 'http://h', principals: { trader: { token: 't' } } })).toBe(true);
  expect(fits({ baseUrl: 'http://h', principals: { tradr: { token: 't' } } })).toBe(false);
  expect(fits({ principals: {} })).toBe(false);
});

test('the README lists the top keys of a profile with these descriptions', async () => {
  const readme = await readFile(new URL('../../../conformance/README.md', import.meta.url), 'utf8');
  const table = readme.split('| key of a profile | what it is for |\n|---|---|\n')[1]?.split('\n\n')[0];
  const top = profileKeys().filter(({ path }) => !path.includes('.'));
  expect(table?.split('\n')).toEqual(top.map(({ path, description }) => `| \`${path}\` | ${description} |`));
});
